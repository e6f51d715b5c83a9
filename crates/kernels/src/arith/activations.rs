//! Activation functions that are pieces of lines and parabolas. NaN stays NaN in all of them.

/// `x` where it is above 0 or NaN, else 0.
#[inline(always)]
pub(super) fn above_zero(x: f64) -> f64 {
    if x <= 0.0 { 0.0 } else { x }
}

/// `max(x, 0)`. 16-bit floats may pass through `f32`.
pub mod relu {
    crate::arith::unary! {
        f32 -> f32 = |x| if x <= 0.0 { 0.0 } else { x };
        f64 -> f64 = |x| if x <= 0.0 { 0.0 } else { x };
        i8 -> i8 = |x| x.max(0);
        i32 -> i32 = |x| x.max(0);
        i64 -> i64 = |x| x.max(0);
    }
}

/// `max(x, 0)` squared, rounded once.
pub mod squared_relu {
    use super::above_zero;
    use crate::arith::halves::halves;

    crate::arith::unary! {
        f32 -> f32 = |x| if x <= 0.0 { 0.0 } else { x * x };
        f64 -> f64 = |x| if x <= 0.0 { 0.0 } else { x * x };
    }
    halves!(|x| above_zero(x) * above_zero(x));
}

/// `x` where it is above the first parameter, else the second; NaN stays, as PyTorch has it. 16-bit floats may pass through `f32`.
pub mod threshold {
    use crate::dense::unary;

    macro_rules! thresholds {
        ($($t:ident),+) => {
            $(
                /// Replaces what is not above the threshold.
                pub fn $t(x: &[$t], y: &mut [$t], &[threshold, value]: &[$t; 2]) {
                    unary(x, y, #[inline(always)] |x| if x <= threshold { value } else { x });
                }
            )+
        };
    }
    thresholds!(f32, f64, i8, u8, i16, i32, i64);
}

/// `x` where it is above 0, else `x` times the parameter, rounded once.
pub mod leaky_relu {
    use crate::arith::halves::halves;
    use crate::dense::unary;

    /// Computes the operation of this module on each element.
    pub fn f32(x: &[f32], y: &mut [f32], &[slope]: &[f32; 1]) {
        unary(
            x,
            y,
            #[inline(always)]
            |x| if x > 0.0 { x } else { x * slope },
        );
    }

    /// Computes the operation of this module on each element.
    pub fn f64(x: &[f64], y: &mut [f64], &[slope]: &[f64; 1]) {
        unary(
            x,
            y,
            #[inline(always)]
            |x| if x > 0.0 { x } else { x * slope },
        );
    }

    halves!(|x; p: [f32; 1]| if x > 0.0 { x } else { x * f64::from(p[0]) });
}

/// The second number where the first one is below 0, else 1: the slopes of a randomized leaky rectifier.
pub mod slope_below_0 {
    crate::arith::binary! {
        f32 -> f32 = |x, slope| if x < 0.0 { slope } else { 1.0 };
    }
}

/// `min(max(x + 3, 0), 6) / 6`, rounded once.
pub mod hard_sigmoid {
    use super::sixths;
    use crate::arith::halves::halves;

    crate::arith::unary! {
        f32 -> f32 = |x| (sixths(x.into()) / 6.0) as f32;
        f64 -> f64 = |x| sixths(x) / 6.0;
    }
    halves!(|x| sixths(x) / 6.0);
}

/// `x * min(max(x + 3, 0), 6) / 6`: 0 up to -3, also for minus infinity, `x` from 3 on. Rounded once; in `f64` three times.
pub mod hard_swish {
    use super::super::sums::odd_sum;
    use super::sixths;
    use crate::arith::halves::halves;

    crate::arith::unary! {
        f32 -> f32 = |x| swish(x.into()) as f32;
        f64 -> f64 = |x| swish(x);
    }
    halves!(|x| swish(x));

    #[inline(always)]
    fn swish(x: f64) -> f64 {
        let product = x * sixths(x) / 6.0;
        // Next to 0 the sum in `sixths` loses x, and half of a subnormal x is the middle between two numbers.
        let near_zero = odd_sum(0.5 * x, x * x / 6.0);
        let between = if (x.abs() < 1e-9) & (x != 0.0) {
            near_zero
        } else {
            product
        };
        let above = if x >= 3.0 { x } else { between };
        if x <= -3.0 { 0.0 } else { above }
    }
}

/// `min(max(x + 3, 0), 6)`; NaN stays.
#[inline(always)]
fn sixths(x: f64) -> f64 {
    let above = above_zero(x + 3.0);
    if above > 6.0 { 6.0 } else { above }
}
