//! Sums with a factor.

use super::C128;
use crate::math::two_doubles::Pair;

/// `a + b + c` with a relative error below 2^-52, also where it cancels.
#[inline(always)]
pub(super) fn sum_of_three(a: f64, b: f64, c: f64) -> f64 {
    let products = Pair::sum(b, c);
    let all = Pair::sum(a, products.hi);
    let low = all.lo + products.lo;
    // Beside an infinity what is lost of a sum is NaN.
    let low = if low.is_nan() { 0.0 } else { low };
    all.hi + low
}

/// The sum of numbers, rounded once but for the last bit.
pub(super) fn sum_of_all<const N: usize>(mut terms: [f64; N]) -> f64 {
    // Each pass brings what the sums of neighbours lose one place nearer to the front; in the end no two places overlap.
    for _ in 0..N {
        for i in 1..N {
            let sum = Pair::sum(terms[i - 1], terms[i]);
            (terms[i - 1], terms[i]) = (sum.lo, sum.hi);
        }
    }
    terms.iter().sum()
}

/// `a + alpha * b`; other operations on complex sums are those of their parts.
pub mod add_scaled {
    use super::sum_of_three;
    use crate::complex::{C64, C128, rounded, widened};
    use crate::dense;

    /// With a real `alpha` each part is rounded once.
    #[inline(always)]
    fn sum(a: C128, b: C128, alpha: C128) -> C128 {
        C128::new(
            alpha.re.mul_add(b.re, (-alpha.im).mul_add(b.im, a.re)),
            alpha.re.mul_add(b.im, alpha.im.mul_add(b.re, a.im)),
        )
    }

    /// [`sum`] of numbers that come from floats: their products are exact.
    #[inline(always)]
    fn sum_of_floats(a: C128, b: C128, alpha: C128) -> C128 {
        C128::new(
            sum_of_three(a.re, alpha.re * b.re, -(alpha.im * b.im)),
            sum_of_three(a.im, alpha.re * b.im, alpha.im * b.re),
        )
    }

    /// Computes the operation of this module on each pair of elements, in double.
    pub fn c64(a: &[C64], b: &[C64], y: &mut [C64], &[alpha]: &[C64; 1]) {
        dense::binary(
            a,
            b,
            y,
            #[inline(always)]
            |a, b| rounded(sum_of_floats(widened(a), widened(b), widened(alpha))),
        );
    }

    /// Computes the operation of this module on each pair of elements.
    pub fn c128(a: &[C128], b: &[C128], y: &mut [C128], &[alpha]: &[C128; 1]) {
        dense::binary(
            a,
            b,
            y,
            #[inline(always)]
            |a, b| sum(a, b, alpha),
        );
    }
}
/// Returns the product of two numbers; that of real ones is exact in what it leaves out.
#[inline]
pub fn times(a: C128, b: C128) -> C128 {
    match a.im == 0.0 && b.im == 0.0 {
        true => C128::new(a.re * b.re, 0.0),
        false => a * b,
    }
}

/// Adds to each number the one of another row [`times`] a factor.
pub fn add_scaled(to: &mut [C128], from: &[C128], factor: C128) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to += times(factor, from);
    }
}

/// Takes from each number the one of another row [`times`] a factor.
pub fn subtract_scaled(to: &mut [C128], from: &[C128], factor: C128) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to -= times(factor, from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_numbers_stay_real_beside_an_infinity() {
        let infinity = C128::new(f64::INFINITY, 0.0);
        assert_eq!(times(C128::new(-2.0, 0.0), infinity), -infinity);
        let mut row = [C128::new(1.0, 0.0), C128::new(5.0, 1.0)];
        subtract_scaled(
            &mut row,
            &[infinity, C128::new(2.0, 0.0)],
            C128::new(2.0, 0.0),
        );
        assert_eq!(row, [-infinity, C128::new(1.0, 1.0)]);
        subtract_scaled(&mut row[1..], &[C128::new(0.0, 3.0)], C128::new(2.0, 1.0));
        assert_eq!(row[1], C128::new(4.0, -5.0));
        add_scaled(&mut row[1..], &[C128::new(0.0, 3.0)], C128::new(2.0, 1.0));
        assert_eq!(row[1], C128::new(1.0, 1.0));
    }
}
