//! Absolute values: the sign cleared, or a complex number's modulus.

use half::{bf16, f16};
use hostnpu_numeric::Complex;

use crate::hypot;
use crate::simd::widest;

/// A number that has a magnitude of its own type.
pub trait Abs: Copy {
    /// `|self|`. NaN keeps its payload and loses its sign; the least integer, whose magnitude does not fit, stays as it is.
    fn magnitude(self) -> Self;
}

impl Abs for f32 {
    #[inline(always)]
    fn magnitude(self) -> Self {
        self.abs()
    }
}

impl Abs for f16 {
    #[inline(always)]
    fn magnitude(self) -> Self {
        f16::from_bits(self.to_bits() & 0x7fff)
    }
}

impl Abs for bf16 {
    #[inline(always)]
    fn magnitude(self) -> Self {
        bf16::from_bits(self.to_bits() & 0x7fff)
    }
}

impl Abs for i32 {
    #[inline(always)]
    fn magnitude(self) -> Self {
        self.wrapping_abs()
    }
}

/// `|x|`, element by element.
#[inline(always)]
pub fn abs<T: Abs>(x: T) -> T {
    x.magnitude()
}

/// The modulus of `[real, imaginary]`, correctly rounded: infinite if either part is, even beside NaN (C99 `cabsf`).
#[inline(always)]
pub fn modulus([real, imaginary]: [f32; 2]) -> f32 {
    hypot::of_floats(real, imaginary)
}

/// Writes `|x|` of each element.
pub fn magnitudes<T: Abs>(x: &[T], y: &mut [T]) {
    widest(
        #[inline(always)]
        || {
            for (to, &from) in y.iter_mut().zip(x) {
                *to = abs(from);
            }
        },
    );
}

/// Writes the modulus of each element.
pub fn moduli(x: &[Complex<f32>], y: &mut [f32]) {
    widest(
        #[inline(always)]
        || {
            for (to, &from) in y.iter_mut().zip(x) {
                *to = modulus([from.re, from.im]);
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_is_cleared_and_nothing_else() {
        assert_eq!(abs(-0.0f32).to_bits(), 0);
        assert_eq!(abs(f32::NEG_INFINITY), f32::INFINITY);
        assert_eq!(abs(f32::from_bits(0xffc1_2345)).to_bits(), 0x7fc1_2345);
        assert_eq!(abs(i32::MIN), i32::MIN);
        assert_eq!(abs(-7), 7);
        for bits in 0..=u16::MAX {
            assert_eq!(abs(f16::from_bits(bits)).to_bits(), bits & 0x7fff);
            assert_eq!(abs(bf16::from_bits(bits)).to_bits(), bits & 0x7fff);
        }
    }

    #[test]
    fn the_modulus_neither_overflows_nor_underflows_in_between() {
        assert_eq!(modulus([3.0, -4.0]), 5.0);
        assert_eq!(modulus([3e38, 4e37]), 3.026_549_2e38);
        assert_eq!(modulus([f32::MAX, f32::MAX]), f32::INFINITY);
        let tiny = f32::from_bits(1);
        assert_eq!(modulus([3.0 * tiny, 4.0 * tiny]), 5.0 * tiny);
        assert_eq!(modulus([f32::NAN, f32::NEG_INFINITY]), f32::INFINITY);
        assert!(modulus([f32::NAN, 1.0]).is_nan());
    }
}
