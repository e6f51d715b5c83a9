//! The sine.

use super::engine::pointwise::{self, Operand};
use super::engine::{Unary, unary};
use super::{Arg, Call, ImplMode};
use crate::error::Result;
use crate::kernels::sin::{sin_bf16, sin_f16, sin_f32, sin_f32_fast};
use crate::tensor::Dtype;

static SIN: Unary = Unary::new("sin", &[unary(sin_f32), unary(sin_f16), unary(sin_bf16)]);

/// In 16 bits the exact kernel is as fast as the other would be.
static SIN_FAST: Unary = Unary::new(
    "sin",
    &[unary(sin_f32_fast), unary(sin_f16), unary(sin_bf16)],
);

/// Plans `output = sin(input)`, element by element, computed in `compute`: FLOAT, FLOAT16, BFLOAT16.
pub fn sin(input: Arg, output: Arg, compute: Dtype, mode: ImplMode) -> Result<Call> {
    pointwise::unary(table(mode), compute, &[], input, output)
}

/// Plans `operand = sin(operand)`, element by element.
pub fn sin_in_place(operand: Arg, mode: ImplMode) -> Result<Call> {
    let compute = operand.view.dtype;
    pointwise::unary(table(mode), compute, &[], Operand::Output, operand)
}

fn table(mode: ImplMode) -> &'static Unary {
    match mode {
        ImplMode::HighPrecision => &SIN,
        ImplMode::HighPerformance => &SIN_FAST,
    }
}
