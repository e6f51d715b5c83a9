//! The sine.

#![forbid(unsafe_code)]

use super::engine::pointwise::{self, Operand};
use super::engine::{Loop, Unary, unary};
use super::{Arg, Call, ImplMode};
use hostnpu_base::error::Result;
use hostnpu_kernels::sin::{sin_bf16, sin_f16, sin_f32, sin_f32_fast};
use hostnpu_kernels::{complex, math};
use hostnpu_tensor::Dtype;

static SIN: Unary = Unary::new("sin", &with_wide_types(sin_f32));

/// In 16 bits the exact kernel is as fast as the other would be.
static SIN_FAST: Unary = Unary::new("sin", &with_wide_types(sin_f32_fast));

/// Loops for all types, with one of two for FLOAT.
const fn with_wide_types(single: fn(&[f32], &mut [f32])) -> [Loop; 6] {
    [
        unary(single),
        unary(sin_f16),
        unary(sin_bf16),
        unary(math::sin::f64),
        unary(complex::sin::c64),
        unary(complex::sin::c128),
    ]
}

/// Plans `output = sin(input)`, element by element, computed in `compute`: a floating-point or complex type.
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
