//! Quotients and remainders: tables of loops by computation type.

#![forbid(unsafe_code)]

use super::tables::tables;
use hostnpu_engine::Binary;
use hostnpu_tensor::Dtype;

tables! { binary, Binary;
    /// `a / b`.
    DIV = arith::div: f32 f64 f16 bf16, complex::div: c64 c128;
    /// The quotient toward zero: of floats that of `a / b`, rounded; of integers exact, and -1 by 0.
    DIV_TRUNC = arith::div_trunc: f32 f64 i8 u8 i16 i32 i64;
    /// The quotient toward minus infinity, of integers by 0 it is -1.
    DIV_FLOOR = arith::div_floor: f32 f64 f16 bf16 i8 u8 i16 i32 i64;
    /// The remainder of the quotient toward zero: it has the sign of the dividend. Of integers by 0 it is -1.
    FMOD = arith::fmod: f32 f64 i8 u8 i16 i32 i64;
    /// The remainder of the quotient toward minus infinity: it has the sign of the divisor. An integer by 0 stays.
    REMAINDER = arith::remainder: f32 f64 i8 u8 i16 i32 i64;
}

/// Quotient of a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotient {
    /// The true one.
    True,
    /// That toward zero.
    Truncated,
    /// That toward minus infinity.
    Floored,
}

impl Quotient {
    /// Its loops.
    pub fn table(self) -> &'static Binary {
        match self {
            Self::True => &DIV,
            Self::Truncated => &DIV_TRUNC,
            Self::Floored => &DIV_FLOOR,
        }
    }

    /// Returns the computation type of operands that meet in `promoted`: FLOAT for BOOL, and for integers whose quotient is none.
    pub fn compute(self, promoted: Dtype) -> Dtype {
        match promoted {
            Dtype::Bool => Dtype::F32,
            dtype if self == Self::True && dtype.is_integer() => Dtype::F32,
            dtype => dtype,
        }
    }
}
