//! Functions of integers only.

use crate::dense::same_length;
use crate::simd::{self, Loops};

/// The greatest common divisor, not negative unless it does not fit; that of 0 and 0 is 0.
pub mod gcd {
    macro_rules! gcds {
        ($($t:ident),+) => {
            $(
                /// Computes the operation of this module on each pair of elements.
                pub fn $t(a: &[$t], b: &[$t], y: &mut [$t]) {
                    crate::dense::same_length(a.len(), y.len());
                    crate::dense::same_length(b.len(), y.len());
                    for ((y, &a), &b) in y.iter_mut().zip(a).zip(b) {
                        #[allow(clippy::unnecessary_cast, reason = "one body for all widths")]
                        let (a, b) = (a.abs_diff(0) as u64, b.abs_diff(0) as u64);
                        *y = super::greatest(a, b) as $t;
                    }
                }
            )+
        };
    }
    gcds!(i8, u8, i16, i32, i64);
}

/// Stein's algorithm: shifts and differences, no division.
fn greatest(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shared = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
    }
    a << shared
}

/// `a` to the power of `b`, wrapping. A negative exponent gives 1 for 1, 1 or -1 for -1, and else 0, also for 0, as PyTorch has it.
pub mod pow {
    macro_rules! powers {
        ($($t:ident, $unsigned:ty;)+) => {
            $(
                /// Computes the operation of this module on each pair of elements.
                pub fn $t(a: &[$t], b: &[$t], y: &mut [$t]) {
                    #[allow(unused_comparisons, reason = "one body for signed and unsigned")]
                    super::by_blocks(a, b, y, #[inline(always)] |a, b, y, loops| {
                        let mut exponents = [0; super::BLOCK];
                        let mut bases = [0; super::BLOCK];
                        let mut all: $unsigned = 0;
                        for (((base, exponent), &a), &b) in bases.iter_mut().zip(&mut exponents).zip(a).zip(b) {
                            loops.step();
                            // Of a negative exponent only whether it is odd matters, and only for -1.
                            let one = (a == 1) | (a == !0);
                            let magnitude = if b < 0 { (b & 1) as $unsigned } else { b as $unsigned };
                            *base = if (b < 0) & !one { 0 } else { a };
                            *exponent = if (b < 0) & !one { 1 } else { magnitude };
                            all |= *exponent;
                        }
                        y.fill(1);
                        for bit in 0..(<$unsigned>::BITS - all.leading_zeros()) {
                            for ((y, base), exponent) in y.iter_mut().zip(&mut bases).zip(&exponents) {
                                loops.step();
                                let product = y.wrapping_mul(*base);
                                *y = if exponent >> bit & 1 == 1 { product } else { *y };
                                *base = base.wrapping_mul(*base);
                            }
                        }
                    });
                }
            )+
        };
    }
    powers! { i8, u8; u8, u8; i16, u16; i32, u32; i64, u64; }
}

/// Elements that take as many steps as the largest of their exponents needs.
const BLOCK: usize = 64;

#[inline(always)]
fn by_blocks<T>(a: &[T], b: &[T], y: &mut [T], block: impl Fn(&[T], &[T], &mut [T], Loops)) {
    same_length(a.len(), y.len());
    same_length(b.len(), y.len());
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for ((a, b), y) in a
                .chunks(BLOCK)
                .zip(b.chunks(BLOCK))
                .zip(y.chunks_mut(BLOCK))
            {
                block(a, b, y, loops);
            }
        },
    );
}
