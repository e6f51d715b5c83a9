//! Sums with a factor.

/// `a + alpha * b`; other operations on complex sums are those of their parts.
pub mod add_scaled {
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

    /// Computes the operation of this module on each pair of elements, in double.
    pub fn c64(a: &[C64], b: &[C64], y: &mut [C64], &[alpha]: &[C64; 1]) {
        dense::binary(
            a,
            b,
            y,
            #[inline(always)]
            |a, b| rounded(sum(widened(a), widened(b), widened(alpha))),
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
