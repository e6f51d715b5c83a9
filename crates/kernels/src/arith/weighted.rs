//! Sums with weights: several operations, rounded once.
//!
//! Products and quotients are carried on as the sum of two doubles, so that nothing is lost where a sum cancels. In `f16` and `bf16` the
//! result is the correctly rounded one; in `f32` it is off by at most 0.50001 ULP, in `f64` by 1 ULP, unless more than 50 bits cancel.
//! Where something is infinite or NaN, the result is that of the plain formula.

use super::sums::odd_sum;
use crate::double_double::DoubleDouble;

/// A number and what it lacks, added to `a`; rounded to odd.
#[inline(always)]
fn sum_to_odd(a: f64, high: f64, low: f64) -> f64 {
    let (sum, rest) = sum_and_rest(a, high, low);
    let result = odd_sum(sum, rest);
    // Nothing is added to a sum of -0: it would become 0.
    if rest == 0.0 { sum } else { result }
}

/// As [`sum_to_odd`], rounded to nearest.
#[inline(always)]
fn sum(a: f64, high: f64, low: f64) -> f64 {
    let (sum, rest) = sum_and_rest(a, high, low);
    if rest == 0.0 { sum } else { sum + rest }
}

/// The sum of `a` and `high`, and what it lacks; 0 where the sum is infinite or NaN.
#[inline(always)]
fn sum_and_rest(a: f64, high: f64, low: f64) -> (f64, f64) {
    let sum = DoubleDouble::sum(a, high);
    let low = if low.is_finite() { low } else { 0.0 };
    let rest = if sum.hi.is_finite() {
        sum.lo + low
    } else {
        0.0
    };
    (sum.hi, rest)
}

/// Functions of three slices, with a parameter after a semicolon.
macro_rules! ternaries {
    ($($t:ident = |$a:ident, $b:ident, $c:ident $(; $p:ident)?| $value:expr;)+) => {$(
        /// Computes the operation of this module on each triple of elements.
        pub fn $t($a: &[$t], $b: &[$t], $c: &[$t], y: &mut [$t] $(, &[$p]: &[$t; 1])?) {
            crate::dense::ternary($a, $b, $c, y, #[inline(always)] |$a, $b, $c| $value);
        }
    )+};
}

/// `a * b + c`, rounded once.
pub mod mul_add {
    use super::super::halves::halves;
    use super::super::sums::odd_sum;

    ternaries! {
        f32 = |a, b, c| a.mul_add(b, c);
        f64 = |a, b, c| a.mul_add(b, c);
    }

    halves!(|a, b, c| odd_sum(c, a * b));
}

/// `a + value * b * c`: aclnnAddcmul.
pub mod add_mul {
    use super::super::halves::halves;
    use super::{sum, sum_to_odd};

    /// Of floats: the product of two is exact in double.
    #[inline(always)]
    pub(super) fn single(a: f64, value: f64, b: f64, c: f64) -> f64 {
        let factor = value * b;
        let product = factor * c;
        sum_to_odd(a, product, factor.mul_add(c, -product))
    }

    ternaries! {
        f32 = |a, b, c; value| single(a.into(), value.into(), b.into(), c.into()) as f32;
        f64 = |a, b, c; value| {
            let factor = value * b;
            let factor_low = value.mul_add(b, -factor);
            let product = factor * c;
            sum(a, product, factor.mul_add(c, -product) + factor_low * c)
        };
    }

    halves!(|a, b, c; p: [f32; 1]| single(a, p[0].into(), b, c));

    ternaries! {
        i8 = |a, b, c; value| a.wrapping_add(value.wrapping_mul(b).wrapping_mul(c));
        u8 = |a, b, c; value| a.wrapping_add(value.wrapping_mul(b).wrapping_mul(c));
        i16 = |a, b, c; value| a.wrapping_add(value.wrapping_mul(b).wrapping_mul(c));
        i32 = |a, b, c; value| a.wrapping_add(value.wrapping_mul(b).wrapping_mul(c));
        i64 = |a, b, c; value| a.wrapping_add(value.wrapping_mul(b).wrapping_mul(c));
    }
}

/// `a + value * b / c`: aclnnAddcdiv.
pub mod add_div {
    use super::super::divisions::wide_quotient;
    use super::super::halves::halves;
    use super::{sum, sum_to_odd};

    /// Of floats: the product is exact in double.
    #[inline(always)]
    pub(super) fn single(a: f64, value: f64, b: f64, c: f64) -> f64 {
        let dividend = value * b;
        let quotient = dividend / c;
        let rest = (-quotient).mul_add(c, dividend);
        sum_to_odd(a, quotient, rest / c)
    }

    ternaries! {
        f32 = |a, b, c; value| single(a.into(), value.into(), b.into(), c.into()) as f32;
        f64 = |a, b, c; value| {
            let dividend = value * b;
            let dividend_low = value.mul_add(b, -dividend);
            let quotient = dividend / c;
            let rest = (-quotient).mul_add(c, dividend) + dividend_low;
            sum(a, quotient, rest / c)
        };
        // The quotient toward zero, -1 by 0.
        i64 = |a, b, c; value| a.wrapping_add(value.wrapping_mul(wide_quotient(b, c)));
    }

    halves!(|a, b, c; p: [f32; 1]| single(a, p[0].into(), b, c));
}

/// Functions of numbers of 24 bits at most in double, rounded to odd: the next rounding, to 16 bits, is right.
pub mod odd {
    /// `a + b`.
    pub mod add {
        use super::super::odd_sum;

        crate::arith::binary! {
            f64 -> f64 = |a, b| odd_sum(a, b);
        }
    }

    /// `a - b`.
    pub mod sub {
        use super::super::odd_sum;

        crate::arith::binary! {
            f64 -> f64 = |a, b| odd_sum(a, -b);
        }
    }

    /// `start + weight * (end - start)`, the arguments in the order start, end, weight.
    pub mod lerp {
        use super::super::lerp::single;

        ternaries! {
            f64 = |a, b, w| single(a, b, w);
        }
    }
}

/// Functions of four slices.
macro_rules! quaternaries {
    ($(
        $(#[$doc:meta])* $module:ident {
            $($t:ident = |$a:ident, $value:ident, $b:ident, $c:ident| $result:expr;)+
        }
    )+) => {$(
        $(#[$doc])*
        pub mod $module {
            $(
                /// Computes the operation of this module on each four elements.
                pub fn $t($a: &[$t], $value: &[$t], $b: &[$t], $c: &[$t], y: &mut [$t]) {
                    crate::dense::quaternary([$a, $value, $b, $c], y, #[inline(always)] |$a, $value, $b, $c| $result);
                }
            )+
        }
    )+};
}

quaternaries! {
    /// `a + value * b * c`, the value one of the slices; in double numbers of 24 bits at most, rounded to odd.
    add_mul_by {
        f32 = |a, value, b, c| super::add_mul::single(a.into(), value.into(), b.into(), c.into()) as f32;
        f64 = |a, value, b, c| super::add_mul::single(a, value, b, c);
        i32 = |a, value, b, c| a.wrapping_add(value.wrapping_mul(b).wrapping_mul(c));
    }
    /// `a + value * b / c`, the value one of the slices; in double as the product.
    add_div_by {
        f32 = |a, value, b, c| super::add_div::single(a.into(), value.into(), b.into(), c.into()) as f32;
        f64 = |a, value, b, c| super::add_div::single(a, value, b, c);
    }
}

/// `start + weight * (end - start)`, the arguments in the order start, end, weight.
pub mod lerp {
    use super::super::halves::halves;
    use super::{sum, sum_to_odd};
    use crate::double_double::DoubleDouble;

    /// The product of weight and distance, and what it lacks.
    #[inline(always)]
    fn way(start: f64, end: f64, weight: f64) -> (f64, f64) {
        let distance = DoubleDouble::sum(end, -start);
        let product = weight * distance.hi;
        (
            product,
            weight.mul_add(distance.hi, -product) + weight * distance.lo,
        )
    }

    /// What PyTorch computes; it decides where something is infinite.
    #[inline(always)]
    fn plain(start: f64, end: f64, weight: f64) -> f64 {
        let distance = end - start;
        if weight.abs() < 0.5 {
            start + weight * distance
        } else {
            end - distance * (1.0 - weight)
        }
    }

    #[inline(always)]
    pub(super) fn single(start: f64, end: f64, weight: f64) -> f64 {
        let (product, low) = way(start, end, weight);
        let (exact, plain) = (sum_to_odd(start, product, low), plain(start, end, weight));
        if plain.is_finite() { exact } else { plain }
    }

    ternaries! {
        f32 = |a, b, w| single(a.into(), b.into(), w.into()) as f32;
        f64 = |a, b, w| {
            let (product, low) = way(a, b, w);
            let (exact, plain) = (sum(a, product, low), plain(a, b, w));
            if plain.is_finite() { exact } else { plain }
        };
    }

    halves!(|start, end, weight| single(start, end, weight));
}
