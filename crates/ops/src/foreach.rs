//! Functions of lists of tensors: tables of loops by computation type. Members are of FLOAT, 16-bit floats and integers; DOUBLE is what 16-bit floats meet scalars in,
//! and is rounded to odd, so that the rounding to 16 bits that follows is right.

#![forbid(unsafe_code)]

use super::tables::tables;
pub use hostnpu_engine::foreach::together;
use hostnpu_engine::{Binary, Ternary, binary, ternary};
use hostnpu_kernels::arith::{self, odd};

/// `a + b`.
pub static ADD: Binary = Binary::new(
    "add",
    &[
        binary(arith::add::f32),
        binary(arith::add::i8),
        binary(arith::add::u8),
        binary(arith::add::i16),
        binary(arith::add::i32),
        binary(odd::add::f64),
    ],
);

/// `a - b`.
pub static SUB: Binary = Binary::new(
    "sub",
    &[
        binary(arith::sub::f32),
        binary(arith::sub::i32),
        binary(odd::sub::f64),
    ],
);

/// `start + weight * (end - start)`.
pub static LERP: Ternary = Ternary::new(
    "lerp",
    &[
        ternary(arith::lerp::f32),
        ternary(arith::lerp::f16),
        ternary(arith::lerp::bf16),
        ternary(odd::lerp::f64),
    ],
);

tables! { quaternary, Quaternary;
    /// `a + value * b * c`, the value the second input.
    ADD_MUL = arith::add_mul_by: f32 f64 i32;
    /// `a + value * b / c`, the value the second input.
    ADD_DIV = arith::add_div_by: f32 f64;
}
