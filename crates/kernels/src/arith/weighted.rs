//! Sums with weights: several operations, rounded once.
//!
//! Products and quotients are carried on as the sum of two doubles, so that nothing is lost where a sum cancels; in `f32` only where that decides
//! on the rounding. In `f16`, `bf16` and `f32` the result is the correctly rounded one, in `f64` it is off by at most 1 ULP, unless more than
//! 50 bits cancel. Where something is infinite or NaN, the result is that of the plain formula.

use super::sums::odd_sum;
use crate::double_double::DoubleDouble;
use crate::reduce::results::OneNan;

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
    // Which of several NaN it is depends on the instruction set.
    (sum.hi.with_one_nan(), rest)
}

/// A number in double that is off by at most four of its units, rounded to float, and whether that is what the exact one rounds to: it is not
/// close to the middle of two floats, and none of those that have fewer bits, or no number.
#[inline(always)]
fn float(wide: f64) -> (f32, bool) {
    const AROUND: u64 = 4;
    const MIDDLE: u64 = 1 << 28;
    let bits = wide.to_bits();
    let beside = (bits.wrapping_sub(MIDDLE - AROUND) & (2 * MIDDLE - 1)) > 2 * AROUND;
    let tiny = wide.abs() < f64::from(f32::MIN_POSITIVE);
    let usual = (!tiny | (wide == 0.0)) & wide.is_finite();
    (wide as f32, beside & usual)
}

/// Rounds to a float a double that was rounded to odd. Every NaN is the same one: which of several a sum keeps depends on the instruction set.
#[inline(always)]
fn rounded(odd: f64) -> f32 {
    (odd as f32).with_one_nan()
}

/// A function of three slices of floats and a number: `wide` in double to within four units, or `odd`, rounded to odd, where that decides.
macro_rules! floats {
    (|$a:ident, $b:ident, $c:ident $(; $p:ident)?| $wide:ident, $odd:ident) => {
        /// Computes the operation of this module on each triple of elements.
        pub fn f32($a: &[f32], $b: &[f32], $c: &[f32], y: &mut [f32] $(, &[$p]: &[f32; 1])?) {
            $(let $p = f64::from($p);)?
            crate::dense::ternary_by_blocks(
                $a,
                $b,
                $c,
                y,
                #[inline(always)]
                |$a, $b, $c| super::float($wide($a.into(), $($p,)? $b.into(), $c.into())),
                #[inline(always)]
                |$a, $b, $c| super::rounded($odd($a.into(), $($p,)? $b.into(), $c.into())),
            );
        }
    };
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
    use crate::reduce::results::OneNan;

    ternaries! {
        f32 = |a, b, c| a.mul_add(b, c).with_one_nan();
        f64 = |a, b, c| a.mul_add(b, c).with_one_nan();
    }

    halves!(|a, b, c| odd_sum(c, a * b).with_one_nan());
}

/// `a + value * b * c`: aclnnAddcmul.
pub mod add_mul {
    use super::super::halves::halves;
    use super::{sum, sum_to_odd};

    /// Of floats, to one rounding in double: the product of two is exact.
    #[inline(always)]
    pub(super) fn wide(a: f64, value: f64, b: f64, c: f64) -> f64 {
        (value * b).mul_add(c, a)
    }

    /// Of floats, rounded to odd: the product of two is exact in double.
    #[inline(always)]
    pub(super) fn single(a: f64, value: f64, b: f64, c: f64) -> f64 {
        let factor = value * b;
        let product = factor * c;
        sum_to_odd(a, product, factor.mul_add(c, -product))
    }

    floats!(|a, b, c; value| wide, single);

    ternaries! {
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

    /// Of floats, to two roundings in double, neither of which is of something that cancels: `(a * c + value * b) / c`. The plain formula
    /// decides where that is another one: about zeros and infinities.
    #[inline(always)]
    pub(super) fn wide(a: f64, value: f64, b: f64, c: f64) -> f64 {
        let dividend = value * b;
        let whole = a.mul_add(c, dividend);
        let is_plain = whole == 0.0 || c == 0.0 || c.is_infinite();
        let quotient = if is_plain { dividend } else { whole } / c;
        quotient + if is_plain { a } else { 0.0 }
    }

    /// Of floats, rounded to odd: the product is exact in double.
    #[inline(always)]
    pub(super) fn single(a: f64, value: f64, b: f64, c: f64) -> f64 {
        let dividend = value * b;
        let quotient = dividend / c;
        let rest = (-quotient).mul_add(c, dividend);
        sum_to_odd(a, quotient, rest / c)
    }

    floats!(|a, b, c; value| wide, single);

    ternaries! {
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

/// Functions of four slices; of floats as those of three.
macro_rules! quaternaries {
    ($(
        $(#[$doc:meta])* $module:ident {
            f32 = $three:ident;
            $($t:ident = |$a:ident, $value:ident, $b:ident, $c:ident| $result:expr;)+
        }
    )+) => {$(
        $(#[$doc])*
        pub mod $module {
            /// Computes the operation of this module on each four elements.
            pub fn f32(a: &[f32], value: &[f32], b: &[f32], c: &[f32], y: &mut [f32]) {
                use super::$three::{single, wide};
                crate::dense::quaternary_by_blocks(
                    a,
                    value,
                    b,
                    c,
                    y,
                    #[inline(always)]
                    |a, value, b, c| super::float(wide(a.into(), value.into(), b.into(), c.into())),
                    #[inline(always)]
                    |a, value, b, c| super::rounded(single(a.into(), value.into(), b.into(), c.into())),
                );
            }
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
        f32 = add_mul;
        f64 = |a, value, b, c| super::add_mul::single(a, value, b, c);
        i32 = |a, value, b, c| a.wrapping_add(value.wrapping_mul(b).wrapping_mul(c));
    }
    /// `a + value * b / c`, the value one of the slices; in double as the product.
    add_div_by {
        f32 = add_div;
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

    /// PyTorch's own formula; it decides where a result is infinite. Every NaN is the same one, whatever the instructions make of it.
    #[inline(always)]
    fn plain(start: f64, end: f64, weight: f64) -> f64 {
        let distance = end - start;
        let plain = if weight.abs() < 0.5 {
            start + weight * distance
        } else {
            end - distance * (1.0 - weight)
        };
        if plain.is_nan() { f64::NAN } else { plain }
    }

    #[inline(always)]
    pub(super) fn single(start: f64, end: f64, weight: f64) -> f64 {
        let (product, low) = way(start, end, weight);
        let (exact, plain) = (sum_to_odd(start, product, low), plain(start, end, weight));
        if plain.is_finite() { exact } else { plain }
    }

    /// Of floats, to one rounding of what may cancel: `start * (1 - weight) + end * weight`. No number where the plain formula has to decide,
    /// as on the sign of most zeros.
    #[inline(always)]
    fn wide(start: f64, end: f64, weight: f64) -> f64 {
        let share = 1.0 - weight;
        // What the share lacks where the weight is tiny.
        let lacking = (1.0 - share) - weight;
        let whole = start.mul_add(lacking, start.mul_add(share, end * weight));
        // From 0 to 0, as at the first step of an average, it is 0.
        let is_known = whole != 0.0 || start.to_bits() == 0;
        if is_known { whole + 0.0 } else { f64::NAN }
    }

    floats!(|a, b, w| wide, single);

    ternaries! {
        f64 = |a, b, w| {
            let (product, low) = way(a, b, w);
            let (exact, plain) = (sum(a, product, low), plain(a, b, w));
            if plain.is_finite() { exact } else { plain }
        };
    }

    halves!(|start, end, weight| single(start, end, weight));
}
