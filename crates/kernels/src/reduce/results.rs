//! Results from the states that reductions end with, for many results at once.

use crate::math::{log, pow};
use hostnpu_numeric::Complex;

/// Parameters of results beside states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finishing {
    /// Number of elements that were reduced.
    pub count: i64,
    /// An attribute of the operator: a power, or what is added to a variance.
    pub number: f64,
    /// Divisor of a sum of squares; not above 0 where there are too few elements.
    pub degrees: f64,
    /// Bits of the integers whose sum is divided, and whether they have a sign.
    pub integers: (u32, bool),
}

/// Results of which NaN is always the same one: which of several an operation gives may differ between compilations.
pub(crate) trait OneNan: Copy {
    /// The number, or the one NaN.
    fn with_one_nan(self) -> Self;
}

macro_rules! one_nan {
    (floats $($t:ident)+; others $($u:ty)+) => {
        $(impl OneNan for $t {
            #[inline(always)]
            fn with_one_nan(self) -> Self {
                // In integers: the compiler may choose the NaN of an operation on floats, and takes a choice between two for one.
                let bits = self.to_bits();
                let is_nan = bits << 1 > $t::INFINITY.to_bits() << 1;
                $t::from_bits(if is_nan { $t::NAN.to_bits() } else { bits })
            }
        })+
        $(impl OneNan for $u {
            #[inline(always)]
            fn with_one_nan(self) -> Self {
                self
            }
        })+
    };
}
one_nan!(floats f32 f64; others u8 i32 i64);

impl OneNan for Complex<f64> {
    #[inline(always)]
    fn with_one_nan(self) -> Self {
        Complex {
            re: self.re.with_one_nan(),
            im: self.im.with_one_nan(),
        }
    }
}

/// The states themselves.
#[expect(private_bounds, reason = "the types of states are those of this crate")]
pub fn states<S: OneNan>(states: &[S], _: &[f64], _: &Finishing, results: &mut [S]) {
    for (result, state) in results.iter_mut().zip(states) {
        *result = state.with_one_nan();
    }
}

macro_rules! results {
    ($(
        $(#[$doc:meta])*
        $name:ident: $state:ty => $result:ty = |$s:ident, $center:ident, $by:ident| $value:expr;
    )+) => {$(
        $(#[$doc])*
        pub fn $name(states: &[$state], centers: &[f64], $by: &Finishing, results: &mut [$result]) {
            for (k, (result, &$s)) in results.iter_mut().zip(states).enumerate() {
                let $center = centers.get(k).copied().unwrap_or(0.0);
                *result = OneNan::with_one_nan($value);
            }
        }
    )+};
}

results! {
    /// Means.
    mean: f64 => f64 = |sum, _center, by| sum / by.count as f64;
    /// Sums of two doubles.
    wide: (f64, f64) => f64 = |sum, _center, _by| rounded(sum);
    /// Means of sums of two doubles.
    wide_mean: (f64, f64) => f64 = |sum, _center, by| mean_of_two(sum, by);
    /// Quotients of integers, toward zero; 0 of no elements.
    mean_i32: i32 => i32 = |sum, _center, by| quotient(sum.into(), by) as i32;
    /// Quotients of integers, toward zero; 0 of no elements.
    mean_i64: i64 => i64 = |sum, _center, by| quotient(sum, by);
    /// Square roots.
    square_root: f64 => f64 = |sum, _center, _by| sum.sqrt();
    /// Roots of the third order.
    cube_root: f64 => f64 = |sum, _center, _by| pow::wide_of(sum, 1.0 / 3.0);
    /// Powers with the reciprocal of the number.
    root: f64 => f64 = |sum, _center, by| pow::wide_of(sum, 1.0 / by.number);
    /// Floats of keys.
    float_of_key: i32 => f32 = |key, _center, _by| float(key);
    /// Doubles of keys.
    double_of_key: i64 => f64 = |key, _center, _by| double(key);
    /// Doubles of keys of floats, or 0 where they are infinite: from where exponentials are counted.
    finite_of_key: i32 => f64 = |key, _center, _by| {
        let x = float(key);
        if x.is_infinite() { 0.0 } else { f64::from(x) }
    };
    /// The logarithms of sums of exponentials that were counted from the centers.
    log_sum: f64 => f64 = |sum, center, _by| center + log::wide_of(sum);
    /// The logarithms of sums.
    log: f64 => f64 = |sum, _center, _by| log::wide_of(sum);
    /// Variances.
    variance: f64 => f64 = |squares, _center, by| divided(squares, by);
    /// Standard deviations.
    deviation: f64 => f64 = |squares, _center, by| divided(squares, by).sqrt();
    /// Reciprocals of the standard deviations, the number added to the variance.
    inverse_deviation: f64 => f64 = |squares, _center, by| 1.0 / (divided(squares, by) + by.number).sqrt();
    /// Complex numbers of two doubles.
    complex: (f64, f64) => Complex<f64> = |parts, _center, _by| Complex { re: parts.0, im: parts.1 };
    /// Means of complex numbers of two doubles.
    complex_mean: (f64, f64) => Complex<f64> = |parts, _center, by| {
        let count = by.count as f64;
        Complex { re: parts.0 / count, im: parts.1 / count }
    };
    /// Complex numbers of parts in two doubles each.
    wide_complex: ((f64, f64), (f64, f64)) => Complex<f64> = |parts, _center, _by| {
        Complex { re: rounded(parts.0), im: rounded(parts.1) }
    };
    /// Means of complex numbers of parts in two doubles each.
    wide_complex_mean: ((f64, f64), (f64, f64)) => Complex<f64> = |parts, _center, by| {
        Complex { re: mean_of_two(parts.0, by), im: mean_of_two(parts.1, by) }
    };
}

/// Values and numbers of elements.
pub fn value_and_index<T: Copy>(
    states: &[(T, i64)],
    _: &[f64],
    _: &Finishing,
    values: &mut [T],
    indices: &mut [i64],
) {
    for ((value, index), &state) in values.iter_mut().zip(indices).zip(states) {
        (*value, *index) = state;
    }
}

#[inline(always)]
fn rounded((sum, lost): (f64, f64)) -> f64 {
    let whole = sum + lost;
    // What is lost of an infinity is no number.
    if sum.is_finite() { whole } else { sum }
}

fn mean_of_two(sum: (f64, f64), by: &Finishing) -> f64 {
    let count = by.count as f64;
    let quotient = rounded(sum) / count;
    // What the quotient misses.
    let rest = (-quotient).mul_add(count, sum.0) + sum.1;
    match rest.is_finite() {
        true => quotient + rest / count,
        false => quotient,
    }
}

fn quotient(sum: i64, by: &Finishing) -> i64 {
    let (bits, signed) = by.integers;
    let unused = 64 - bits;
    let sum = match signed {
        true => sum << unused >> unused,
        false => ((sum as u64) << unused >> unused) as i64,
    };
    sum.wrapping_div(by.count.max(1))
}

fn float(key: i32) -> f32 {
    let x = f32::from_bits((key ^ ((key >> 31) & i32::MAX)) as u32);
    if x.is_nan() { f32::NAN } else { x }
}

fn double(key: i64) -> f64 {
    let x = f64::from_bits((key ^ ((key >> 63) & i64::MAX)) as u64);
    if x.is_nan() { f64::NAN } else { x }
}

/// Divided by the degrees of freedom; with none, NaN for 0 and infinity for the rest.
fn divided(squares: f64, by: &Finishing) -> f64 {
    match by.degrees > 0.0 {
        true => squares / by.degrees,
        false => squares * f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::super::extremes::key_of_f32;
    use super::*;

    #[test]
    fn keys_are_turned_back_into_numbers() {
        for x in [
            0.0_f32,
            -0.0,
            1.5,
            -1.5,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::MIN_POSITIVE,
        ] {
            assert_eq!(float(key_of_f32(x, 0)).to_bits(), x.to_bits());
        }
        assert!(float(i32::MAX).is_nan() && float(i32::MIN).is_nan());
        assert!(double(i64::MAX).is_nan() && double(i64::MIN).is_nan());
    }

    #[test]
    fn integer_means_divide_what_wrapped() {
        let by = |count, integers| Finishing {
            count,
            number: 0.0,
            degrees: 0.0,
            integers,
        };
        assert_eq!(quotient(200, &by(2, (8, true))), -28);
        assert_eq!(quotient(200, &by(3, (8, false))), 66);
        assert_eq!(quotient(-7, &by(2, (64, true))), -3);
    }
}
