//! Gradients of the piecewise functions, and units that are made of them. `g` is the gradient of the result.

/// `g`, or 0 where x is from the first parameter to the second: the gradient of thresholds and shrinkage. Of NaN it is `g`. 16-bit floats may pass through `f32`.
pub mod zero_inside {
    use crate::dense::binary;

    macro_rules! loops {
        ($($t:ident),+) => {
            $(
                /// Computes the operation of this module on each pair of elements.
                pub fn $t(g: &[$t], x: &[$t], y: &mut [$t], &[low, high]: &[$t; 2]) {
                    binary(g, x, y, #[inline(always)] |g, x| if (x >= low) & (x <= high) { <$t>::default() } else { g });
                }
            )+
        };
    }
    loops!(f32, i8, u8, i32, i64);
}

/// `g`, or 0 where x is not between the parameters: the gradient of a clamp. Of NaN it is `g`. 16-bit floats may pass through `f32`.
pub mod zero_outside {
    /// Computes the operation of this module on each pair of elements.
    pub fn f32(g: &[f32], x: &[f32], y: &mut [f32], &[low, high]: &[f32; 2]) {
        crate::dense::binary(
            g,
            x,
            y,
            #[inline(always)]
            |g, x| if (x <= low) | (x >= high) { 0.0 } else { g },
        );
    }
}

/// `a`, or 0 where it is not above the third number, times the second, rounded once.
pub mod fatrelu_mul {
    use super::product;
    use crate::arith::halves::halves;

    /// Computes the operation of this module on each triple of elements.
    pub fn f32(a: &[f32], b: &[f32], threshold: &[f32], y: &mut [f32]) {
        crate::dense::ternary(
            a,
            b,
            threshold,
            y,
            #[inline(always)]
            |a, b, threshold| (if a > threshold { a } else { 0.0 }) * b,
        );
    }

    halves!(|a, b, threshold| product(if a > threshold { a } else { 0.0 }, b));
}

/// `g` where x is above 0, else `g` times the parameter, rounded once.
pub mod leaky_relu_backward {
    use super::product;
    use crate::arith::halves::halves;

    macro_rules! loops {
        ($($t:ident),+) => {
            $(
                /// Computes the operation of this module on each pair of elements.
                pub fn $t(g: &[$t], x: &[$t], y: &mut [$t], &[slope]: &[$t; 1]) {
                    crate::dense::binary(g, x, y, #[inline(always)] |g, x| if x > 0.0 { g } else { g * slope });
                }
            )+
        };
    }
    loops!(f32, f64);
    halves!(|g, x; p: [f32; 1]| if x > 0.0 { g } else { product(g, p[0].into()) });
}

/// `g` where x is above 0, else `g` times the third number, rounded once. With x for `g` it is the unit itself.
pub mod prelu {
    use super::product;
    use crate::arith::halves::halves;

    /// Computes the operation of this module on each triple of elements.
    pub fn f32(g: &[f32], x: &[f32], weight: &[f32], y: &mut [f32]) {
        crate::dense::ternary(
            g,
            x,
            weight,
            y,
            #[inline(always)]
            |g, x, weight| product(g.into(), if x > 0.0 { 1.0 } else { weight.into() }) as f32,
        );
    }

    halves!(|g, x, weight| product(g, if x > 0.0 { 1.0 } else { weight }));
}

/// `x g` where x is not above 0, else 0, without rounding: terms of the gradient of [`prelu`] by its weight.
pub mod prelu_term {
    /// Computes the operation of this module on each pair of elements.
    pub fn f32(g: &[f32], x: &[f32], y: &mut [f64]) {
        crate::dense::binary(
            g,
            x,
            y,
            #[inline(always)]
            |g, x| {
                let term = super::product(x.into(), g.into());
                if x > 0.0 { 0.0 } else { term }
            },
        );
    }
}

/// `g / 6` where x is between -3 and 3, else 0, also for NaN; rounded once.
pub mod hard_sigmoid_backward {
    use crate::arith::halves::halves;

    crate::arith::binary! {
        f32 -> f32 = |g, x| if x.abs() < 3.0 { (f64::from(g) / 6.0) as f32 } else { 0.0 };
    }
    halves!(|g, x| if x.abs() < 3.0 { g / 6.0 } else { 0.0 });
}

/// `g (x / 3 + 1/2)` between -3 and 3, 0 below, `g` above and for NaN; at -3 and 3 as between, if the parameter is not 0. Rounded once.
pub mod hard_swish_backward {
    use super::super::sums::odd_sum;
    use crate::arith::halves::halves;

    /// Computes the operation of this module on each pair of elements.
    pub fn f32(g: &[f32], x: &[f32], y: &mut [f32], &[ends]: &[f32; 1]) {
        crate::dense::binary(
            g,
            x,
            y,
            #[inline(always)]
            |g, x| backward(g.into(), x.into(), ends) as f32,
        );
    }

    halves!(|g, x; p: [f32; 1]| backward(g, x, p[0]));

    #[inline(always)]
    fn backward(g: f64, x: f64, ends: f32) -> f64 {
        let product = g * 2.0f64.mul_add(x, 3.0) / 6.0;
        // Next to 0 the sum loses x, and half of a subnormal number is the middle between two.
        let near_zero = odd_sum(0.5 * g, g * x / 3.0);
        let is_number = (g != 0.0) & (g.abs() < f64::INFINITY);
        let line = if (x.abs() < 1e-9) & (x != 0.0) & is_number {
            near_zero
        } else {
            product
        };
        let inside = (x.abs() < 3.0) | ((x.abs() == 3.0) & (ends != 0.0));
        let beyond = if x < 0.0 { 0.0 } else { g };
        if inside { line } else { beyond }
    }
}

/// `x + bias` below `-lambda`, `x - bias` above lambda, 0 between, of the parameters lambda and bias; NaN stays. Rounded once.
pub mod shrink {
    use super::super::sums::odd_sum;
    use crate::arith::halves::halves;

    /// Computes the operation of this module on each element.
    pub fn f32(x: &[f32], y: &mut [f32], &[lambda, bias]: &[f32; 2]) {
        crate::dense::unary(
            x,
            y,
            #[inline(always)]
            |x| {
                let above = if x > lambda { x - bias } else { 0.0 };
                let value = if x < -lambda { x + bias } else { above };
                if x.is_nan() { x } else { value }
            },
        );
    }

    halves!(|x; p: [f32; 2]| {
        let (lambda, bias) = (f64::from(p[0]), f64::from(p[1]));
        let above = if x > lambda { odd_sum(x, -bias) } else { 0.0 };
        let value = if x < -lambda { odd_sum(x, bias) } else { above };
        if x.is_nan() { x } else { value }
    });
}

/// `alpha x + beta`, but not below 0 nor above 1, of the parameters alpha and beta; NaN stays. Rounded once.
pub mod line_within_0_and_1 {
    use super::super::sums::odd_sum;
    use crate::arith::halves::halves;

    /// Computes the operation of this module on each element.
    pub fn f32(x: &[f32], y: &mut [f32], &[alpha, beta]: &[f32; 2]) {
        crate::dense::unary(
            x,
            y,
            #[inline(always)]
            |x| alpha.mul_add(x, beta).clamp(0.0, 1.0),
        );
    }

    halves!(|x; p: [f32; 2]| odd_sum(f64::from(p[1]), f64::from(p[0]) * x).clamp(0.0, 1.0));
}

/// `g / (x (1 - x))` of x and `g`, in this order, where x is from the first parameter to the second; else the third, NaN for NaN. Rounded once.
pub mod logit_backward {
    use crate::arith::halves::halves;

    /// Computes the operation of this module on each pair of elements.
    pub fn f32(x: &[f32], g: &[f32], y: &mut [f32], parameters: &[f32; 3]) {
        let parameters = *parameters;
        crate::dense::binary(
            x,
            g,
            y,
            #[inline(always)]
            |x, g| backward(x.into(), g.into(), parameters) as f32,
        );
    }

    halves!(|x, g; p: [f32; 3]| backward(x, g, p));

    #[inline(always)]
    fn backward(x: f64, g: f64, [low, high, outside]: [f32; 3]) -> f64 {
        let inside = (x >= low.into()) & (x <= high.into());
        let value = if inside {
            g / (x * (1.0 - x))
        } else {
            outside.into()
        };
        if x.is_nan() { x } else { value }
    }
}

/// `g scale`, or `g factor (r + offset)` where the result r is not above 0, of the parameters factor, offset and scale: gradients of exponential
/// linear units by their results. Rounded once, to integers to the nearest one.
pub mod elu_backward_of_result {
    use super::super::sums::odd_sum;
    use crate::arith::halves::halves;

    #[inline(always)]
    fn backward(g: f64, r: f64, [factor, offset, scale]: [f64; 3]) -> f64 {
        let near = g * factor * (r + offset);
        // Of numbers that are far from each other, the sum loses the smaller one.
        let whole = g * factor;
        let apart = odd_sum(whole * r, whole * offset);
        let (least, most) = (1e-6 * offset.abs(), 1e6 * offset.abs());
        let is_apart = (r != 0.0) & (whole.abs() < f64::INFINITY) & (r.abs() < f64::INFINITY);
        let is_apart = is_apart & ((r.abs() < least) | (r.abs() > most)) & (whole != 0.0);
        let below = if is_apart { apart } else { near };
        if r <= 0.0 { below } else { g * scale }
    }

    macro_rules! loops {
        ($($t:ident = |$value:ident| $rounded:expr;)+) => {
            $(
                /// Computes the operation of this module on each pair of elements.
                pub fn $t(g: &[$t], r: &[$t], y: &mut [$t], parameters: &[f64; 3]) {
                    let parameters = *parameters;
                    crate::dense::binary(g, r, y, #[inline(always)] |g, r| {
                        let $value = backward(g.into(), r.into(), parameters);
                        $rounded
                    });
                }
            )+
        };
    }
    loops! {
        f32 = |value| value as f32;
        i8 = |value| value.round_ties_even() as i32 as i8;
        i32 = |value| value.round_ties_even() as i32;
    }
    halves!(|g, r; p: [f64; 3]| backward(g, r, p));
}

/// `a b`; of two NaN the first.
#[inline(always)]
fn product(a: f64, b: f64) -> f64 {
    a * if a.is_nan() { 1.0 } else { b }
}
