//! Multiply and add: with one rounding where the machine has the instruction, and without it elsewhere.
//!
//! `f64::mul_add` is one instruction with AVX2 or on AArch64, and one library call per element on baseline x86-64. A kernel
//! that takes its arithmetic as a type parameter is compiled for both kinds of machine.

/// Multiplication and addition in a kernel.
pub trait MultiplyAdd {
    /// True if `double` has one rounding.
    const FUSED: bool;

    /// `a * b + c` in double, rounded once or twice: a kernel that uses it must not let the difference be seen.
    fn double(a: f64, b: f64, c: f64) -> f64;

    /// `a * b + c` in float, rounded once: the same bits everywhere.
    fn float(a: f32, b: f32, c: f32) -> f32;
}

/// The machine's instruction.
pub struct Hardware;

impl MultiplyAdd for Hardware {
    const FUSED: bool = true;

    #[inline(always)]
    fn double(a: f64, b: f64, c: f64) -> f64 {
        a.mul_add(b, c)
    }

    #[inline(always)]
    fn float(a: f32, b: f32, c: f32) -> f32 {
        a.mul_add(b, c)
    }
}

/// Plain multiplications and additions, which every machine's vectors have.
pub struct Software;

impl MultiplyAdd for Software {
    const FUSED: bool = false;

    #[inline(always)]
    fn double(a: f64, b: f64, c: f64) -> f64 {
        a * b + c
    }

    /// The product is exact in double. The sum is rounded to odd, which a second rounding to float cannot tell from the
    /// exact sum: S. Boldo and G. Melquiond, "Emulation of a FMA and correctly rounded sums" (2008).
    #[inline(always)]
    fn float(a: f32, b: f32, c: f32) -> f32 {
        let product = f64::from(a) * f64::from(b);
        let addend = f64::from(c);
        let sum = product + addend;
        let addend_in_sum = sum - product;
        let lost = (product - (sum - addend_in_sum)) + (addend - addend_in_sum);
        // What is lost is a number only where the sum is; in other cases the comparison is false.
        let inexact = u64::from(lost.abs() > 0.0);
        let toward_zero = u64::from((lost > 0.0) != (sum > 0.0));
        // Of the two doubles around an exact sum that is none, one is odd: `sum` itself or the one beyond the exact sum.
        let bits = sum.to_bits();
        let below = bits.wrapping_sub(inexact & toward_zero & !bits);
        f64::from_bits(below | inexact) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn software_float_has_one_rounding() {
        let mut state = 1u64;
        let mut next = || {
            state = state
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 32) as u32
        };
        for _ in 0..2_000_000 {
            // Exponents near each other, so that product and addend overlap or nearly so.
            let mut number = |spread: u32| {
                let bits = next();
                let exponent = 127 - spread / 2 + (bits >> 8) % spread;
                f32::from_bits(bits & 0x8000_00ff | (next() & 0x7f_ff00) | exponent << 23)
            };
            let (a, b, c) = (number(16), number(16), number(80));
            assert_eq!(
                Software::float(a, b, c).to_bits(),
                a.mul_add(b, c).to_bits(),
                "{a:e} * {b:e} + {c:e}"
            );
        }
    }

    #[test]
    fn software_float_keeps_special_values() {
        let values = [
            0.0,
            -0.0,
            1.0,
            -1.5,
            f32::MAX,
            f32::MIN_POSITIVE,
            f32::INFINITY,
        ];
        for a in values {
            for b in values {
                for c in values {
                    let (software, hardware) = (Software::float(a, b, c), a.mul_add(b, c));
                    assert!(
                        software.to_bits() == hardware.to_bits()
                            || software.is_nan() && hardware.is_nan(),
                        "{a:e} * {b:e} + {c:e}: {software:e}, not {hardware:e}"
                    );
                }
            }
        }
    }
}
