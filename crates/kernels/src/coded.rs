//! Types of few bits as types of numbers: codes read exactly, and numbers rounded once, of which those beyond a type do not become its largest number.

use hostnpu_numeric::fp8::{E4M3FN, E5M2};
use hostnpu_numeric::minifloat::Minifloat;
use hostnpu_numeric::rounding::Rounding;
use hostnpu_numeric::{e8m0, hifloat8};

use crate::math::to_odd;
use crate::quantised::Quantised;

/// A type of few bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coded {
    /// Numbers with a sign.
    Number(Quantised),
    /// Powers of two: FLOAT8_E8M0.
    Power,
}

impl Coded {
    /// Bits of a number.
    pub const fn bits(self) -> usize {
        match self {
            Self::Number(quantised) => quantised.bits(),
            Self::Power => 8,
        }
    }

    /// Reads numbers from the first code on, exactly.
    pub fn load(self, codes: &[u8], numbers: &mut [f32]) {
        match self {
            Self::Power => each(codes, numbers, e8m0::decode),
            Self::Number(Quantised::Hifloat8) => each(codes, numbers, hifloat8::decode),
            Self::Number(Quantised::E4m3) => each(codes, numbers, |code| float(E4M3FN, code)),
            Self::Number(Quantised::E5m2) => each(codes, numbers, |code| float(E5M2, code)),
            Self::Number(other) => {
                let mut tile = [0.0; 64];
                for (number, numbers) in numbers.chunks_mut(64).enumerate() {
                    let tile = &mut tile[..numbers.len()];
                    other.load(codes, 64 * number, tile);
                    for (to, &from) in numbers.iter_mut().zip(&*tile) {
                        *to = from as f32;
                    }
                }
            }
        }
    }

    /// Stores numbers: to the nearest, of two the even one, or, in HIFLOAT8, the one further from zero. `codes` has as many bytes as that takes.
    pub fn store(self, numbers: &[f64], codes: &mut [u8]) {
        let code: fn(f64) -> u8 = match self {
            Self::Power => power,
            Self::Number(Quantised::Hifloat8) => |x| hifloat8::encode(to_odd(x)),
            Self::Number(Quantised::E4m3) => |x| code(E4M3FN, x),
            Self::Number(Quantised::E5m2) => |x| code(E5M2, x),
            Self::Number(Quantised::Int4) => {
                for (two, byte) in numbers.chunks(2).zip(codes) {
                    let low = two
                        .iter()
                        .rev()
                        .fold(0, |byte, &x| byte << 4 | x as i64 as u8 & 15);
                    *byte = low;
                }
                return;
            }
            // Neither infinities nor NaN.
            Self::Number(other) => return other.store(numbers, codes),
        };
        for (to, &x) in codes.iter_mut().zip(numbers) {
            *to = code(x);
        }
    }
}

fn each(codes: &[u8], numbers: &mut [f32], value: impl Fn(u8) -> f32) {
    for (to, &code) in numbers.iter_mut().zip(codes) {
        *to = value(code);
    }
}

/// The code behind the largest number, which is infinity, or NaN where a type has none.
const fn beyond(format: Minifloat) -> u8 {
    format.max_code + 1
}

fn float(format: Minifloat, code: u8) -> f32 {
    let magnitude = code & (format.sign() - 1);
    let sign = if code & format.sign() != 0 { -1.0 } else { 1.0 };
    match magnitude <= format.max_code {
        true => format.decode(code),
        false if format.has_infinity && magnitude == beyond(format) => sign * f32::INFINITY,
        false => f32::NAN,
    }
}

fn code(format: Minifloat, x: f64) -> u8 {
    let sign = if x.is_sign_negative() {
        format.sign()
    } else {
        0
    };
    if x.is_nan() {
        return sign | (format.sign() - 1);
    }
    // Half a step behind the largest number; of both neighbours there the even code.
    let max = f64::from(format.max());
    let step = max - f64::from(format.decode(format.max_code - 1));
    let limit = max + step / 2.0;
    let is_beyond = match format.max_code.is_multiple_of(2) {
        true => x.abs() > limit,
        false => x.abs() >= limit,
    };
    match is_beyond {
        true => sign | beyond(format),
        false => format.encode(to_odd(x), Rounding::TiesToEven),
    }
}

/// The nearest power of two of a magnitude, of two the larger one; NaN of what is infinite or none.
fn power(x: f64) -> u8 {
    let bits = to_odd(x).to_bits() & 0x7fff_ffff;
    let (exponent, rest) = (bits >> 23, bits & 0x7f_ffff);
    if exponent == 0xff {
        return e8m0::NAN;
    }
    // Below the normal numbers the leading bit is one of these.
    let up = match exponent {
        0 => rest >= 0x60_0000,
        _ => rest >= 0x40_0000,
    };
    (exponent + u32::from(up)) as u8
}
