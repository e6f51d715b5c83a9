//! Conversion of host data from one element type to another, element by element, with or without a fixed-point scale.

#![forbid(unsafe_code)]

use std::cell::Cell;

use half::{bf16, f16};

pub use hostnpu_numeric::convert::Direction;
use hostnpu_numeric::convert::{BF16, F16, F32, F64, Number};

/// Element types of host data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each type is named by itself")]
pub enum HostType {
    F64,
    F32,
    F16,
    Bf16,
    U64,
    U32,
    U16,
    U8,
    I64,
    I32,
    I16,
    I8,
    Bool,
}

impl HostType {
    /// Bytes of one element.
    pub fn size(self) -> usize {
        match self {
            Self::F64 | Self::U64 | Self::I64 => 8,
            Self::F32 | Self::U32 | Self::I32 => 4,
            Self::F16 | Self::Bf16 | Self::U16 | Self::I16 => 2,
            Self::U8 | Self::I8 | Self::Bool => 1,
        }
    }

    fn is_float(self) -> bool {
        matches!(self, Self::F64 | Self::F32 | Self::F16 | Self::Bf16)
    }

    /// The number in the first `size` bytes of eight; the others are 0.
    fn decode(self, bytes: [u8; 8]) -> Number {
        let word = u64::from_le_bytes(bytes);
        match self {
            Self::F64 => Number::Real(f64::from_bits(word)),
            Self::F32 => Number::Real(f32::from_bits(word as u32).into()),
            Self::F16 => Number::Real(f16::from_bits(word as u16).to_f64()),
            Self::Bf16 => Number::Real(bf16::from_bits(word as u16).to_f64()),
            Self::U64 | Self::U32 | Self::U16 | Self::U8 => Number::Integer(word.into()),
            Self::I64 => Number::Integer((word as i64).into()),
            Self::I32 => Number::Integer((word as i32).into()),
            Self::I16 => Number::Integer((word as i16).into()),
            Self::I8 => Number::Integer((word as i8).into()),
            Self::Bool => Number::Integer((word != 0).into()),
        }
    }

    /// The bytes of an element, the first `size` of eight.
    fn encode(self, number: Number, direction: Direction) -> [u8; 8] {
        let integer = |low: i128, high: i128| number.to_integer(low, high, direction);
        let word = match self {
            Self::F64 => number.to_float(F64, direction).to_bits(),
            Self::F32 => (number.to_float(F32, direction) as f32).to_bits().into(),
            Self::F16 => f16::from_f64(number.to_float(F16, direction))
                .to_bits()
                .into(),
            Self::Bf16 => bf16::from_f64(number.to_float(BF16, direction))
                .to_bits()
                .into(),
            Self::U64 => integer(0, u64::MAX.into()) as u64,
            Self::U32 => integer(0, u32::MAX.into()) as u64,
            Self::U16 => integer(0, u16::MAX.into()) as u64,
            Self::U8 => integer(0, u8::MAX.into()) as u64,
            Self::I64 => integer(i64::MIN.into(), i64::MAX.into()) as u64,
            Self::I32 => integer(i32::MIN.into(), i32::MAX.into()) as u64,
            Self::I16 => integer(i16::MIN.into(), i16::MAX.into()) as u64,
            Self::I8 => integer(i8::MIN.into(), i8::MAX.into()) as u64,
            Self::Bool => (number.to_f64() != 0.0).into(),
        };
        word.to_le_bytes()
    }
}

/// The value of a fixed-point number: (number - offset) · 2^position / scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedPoint {
    /// Power of two of one unit.
    pub position: i32,
    /// Scale on top of it.
    pub scale: f32,
    /// The number that stands for zero.
    pub offset: i32,
}

impl FixedPoint {
    fn unit(self) -> f64 {
        f64::from(self.position).exp2() / f64::from(self.scale)
    }
}

/// Converts as many elements as both sides have. A fixed-point scale counts where one side has floating point and the other has not. The two may be the same
/// place.
pub fn cast(
    (source, from): (&[Cell<u8>], HostType),
    (target, to): (&[Cell<u8>], HostType),
    fixed_point: Option<FixedPoint>,
    direction: Direction,
) {
    let convert = |number: Number| match fixed_point {
        Some(fixed) if from.is_float() && !to.is_float() => {
            Number::Real(number.to_f64() / fixed.unit() + f64::from(fixed.offset))
        }
        Some(fixed) if !from.is_float() && to.is_float() => {
            Number::Real((number.to_f64() - f64::from(fixed.offset)) * fixed.unit())
        }
        _ => number,
    };
    let element = |(source, target): (&[Cell<u8>], &[Cell<u8>])| {
        let mut bytes = [0; 8];
        for (byte, from) in bytes.iter_mut().zip(source) {
            *byte = from.get();
        }
        let bytes = to.encode(convert(from.decode(bytes)), direction);
        for (to, byte) in target.iter().zip(bytes) {
            to.set(byte);
        }
    };
    let elements = source
        .chunks_exact(from.size())
        .zip(target.chunks_exact(to.size()));
    // In place, what grows is converted from its end on: no element is written over before it is read.
    if to.size() > from.size() {
        elements.rev().for_each(element);
    } else {
        elements.for_each(element);
    }
}
