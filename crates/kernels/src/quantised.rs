//! Types of few bits that numbers are quantised to: the largest number of each, and how quotients by a scale are stored.

use hostnpu_numeric::fp8::{E4M3FN, E5M2};
use hostnpu_numeric::hifloat8;
use hostnpu_numeric::minifloat::Minifloat;
use hostnpu_numeric::rounding::Rounding;

use crate::math::to_odd;

/// A type that numbers are quantised to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantised {
    /// A byte.
    Int8,
    /// Two in a byte, the first one in the low half.
    Int4,
    /// FLOAT8_E5M2.
    E5m2,
    /// FLOAT8_E4M3FN.
    E4m3,
    /// HIFLOAT8.
    Hifloat8,
}

impl Quantised {
    /// Bits of a number.
    pub const fn bits(self) -> usize {
        match self {
            Quantised::Int4 => 4,
            _ => 8,
        }
    }

    /// The largest number.
    pub const fn max(self) -> f32 {
        match self {
            Quantised::Int8 => 127.0,
            Quantised::Int4 => 7.0,
            Quantised::E5m2 => 57344.0,
            Quantised::E4m3 => 448.0,
            Quantised::Hifloat8 => 32768.0,
        }
    }

    /// Stores numbers, each rounded once: to the nearest, of two the even one, or, in HIFLOAT8, the one further from zero. What is too large becomes the
    /// largest number, NaN becomes 0. `codes` has as many bytes as that takes.
    pub fn store(self, numbers: &[f64], codes: &mut [u8]) {
        let each = |codes: &mut [u8], code: fn(f64) -> u8| {
            for (stored, &x) in codes.iter_mut().zip(numbers) {
                *stored = code(x);
            }
        };
        match self {
            Quantised::Int8 => each(codes, |x| x.round_ties_even() as i8 as u8),
            Quantised::E5m2 => each(codes, |x| float8(E5M2, x)),
            Quantised::E4m3 => each(codes, |x| float8(E4M3FN, x)),
            Quantised::Hifloat8 => each(codes, |x| hifloat8::encode_saturating(to_odd(x))),
            Quantised::Int4 => {
                for (stored, two) in codes.iter_mut().zip(numbers.chunks(2)) {
                    let high = two.get(1).map_or(0, |&x| int4(x));
                    *stored = int4(two[0]) | high << 4;
                }
            }
        }
    }
}

#[inline(always)]
fn int4(x: f64) -> u8 {
    // NaN stays NaN here, and becomes 0.
    x.round_ties_even().clamp(-8.0, 7.0) as i8 as u8 & 0x0f
}

#[inline(always)]
fn float8(format: Minifloat, x: f64) -> u8 {
    format.encode(to_odd(x), Rounding::TiesToEven)
}
