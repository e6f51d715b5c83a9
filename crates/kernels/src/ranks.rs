//! Combination of elements of several ranks: each rank's numbers are combined into those of the ranks before it, in their order.

use crate::simd::{self, Loops};

/// Combination of two elements. Integers wrap; NaN wins; −0 is less than +0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// Their sum.
    Sum,
    /// Their product.
    Product,
    /// The greater one.
    Max,
    /// The smaller one.
    Min,
}

/// A type whose elements are combined as they are.
pub trait RankElement: Copy {
    /// Combines each element of `x` into that of `total`.
    fn combine(combination: Combination, total: &mut [Self], x: &[Self]);
}

macro_rules! combined {
    ($($t:ident: $sum:expr, $product:expr, $max:expr, $min:expr;)*) => {$(
        impl RankElement for $t {
            fn combine(combination: Combination, total: &mut [Self], x: &[Self]) {
                match combination {
                    Combination::Sum => simd::widest_loops(|loops| apply(total, x, $sum, loops)),
                    Combination::Product => simd::widest_loops(|loops| apply(total, x, $product, loops)),
                    Combination::Max => simd::widest_loops(|loops| apply(total, x, $max, loops)),
                    Combination::Min => simd::widest_loops(|loops| apply(total, x, $min, loops)),
                }
            }
        }
    )*};
}

macro_rules! integers {
    ($($t:ident)*) => {
        combined! {$(
            $t: $t::wrapping_add, $t::wrapping_mul, |a: $t, b: $t| a.max(b), |a: $t, b: $t| a.min(b);
        )*}
    };
}

integers! { i8 i16 i32 i64 u64 }
combined! { f64: |a, b| a + b, |a, b| a * b, greater, smaller; }

#[inline(always)]
fn apply<T: Copy>(total: &mut [T], x: &[T], f: impl Fn(T, T) -> T, loops: Loops) {
    for (total, &x) in total.iter_mut().zip(x) {
        loops.step();
        *total = f(*total, x);
    }
}

/// The greater of two numbers; the bits of equal ones differ in the sign of zero only.
#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    let equal = f64::from_bits(a.to_bits() & b.to_bits());
    extreme(a, b, if a > b { a } else { b }, equal)
}

#[inline(always)]
fn smaller(a: f64, b: f64) -> f64 {
    let equal = f64::from_bits(a.to_bits() | b.to_bits());
    extreme(a, b, if a < b { a } else { b }, equal)
}

#[inline(always)]
fn extreme(a: f64, b: f64, unequal: f64, equal: f64) -> f64 {
    let number = if a == b { equal } else { unequal };
    if a.is_nan() {
        a
    } else if b.is_nan() {
        b
    } else {
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<T: RankElement>(combination: Combination, a: T, b: T) -> T {
        let mut total = [a];
        T::combine(combination, &mut total, &[b]);
        total[0]
    }

    #[test]
    fn integers_wrap() {
        assert_eq!(of(Combination::Sum, 127_i8, 1), -128);
        assert_eq!(of(Combination::Product, 1_i16 << 8, 1 << 8), 0);
        assert_eq!(of(Combination::Max, -1_i32, 1), 1);
        assert_eq!(of(Combination::Min, u64::MAX, 1), 1);
    }

    #[test]
    fn nan_wins_and_zeros_are_ordered() {
        for combination in [Combination::Max, Combination::Min] {
            assert!(of(combination, f64::NAN, 1.0).is_nan());
            assert!(of(combination, 1.0, f64::NAN).is_nan());
        }
        for (a, b) in [(0.0, -0.0), (-0.0, 0.0)] {
            assert!(of(Combination::Max, a, b).is_sign_positive());
            assert!(of(Combination::Min, a, b).is_sign_negative());
        }
        assert_eq!(of(Combination::Max, 2.0, -3.0), 2.0);
        assert_eq!(of(Combination::Min, 2.0, -3.0), -3.0);
        assert_eq!(of(Combination::Max, f64::INFINITY, 3.0), f64::INFINITY);
    }
}
