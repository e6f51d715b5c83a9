//! The sine.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_engine::{Unary, unary};
use hostnpu_kernels::sin::{sin_bf16, sin_f16, sin_f32, sin_f32_fast};
use hostnpu_kernels::{complex, math};
use hostnpu_tensor::Dtype;

/// In 16 bits the exact kernel is as fast as another would be.
static SIN: Unary = Unary::new(
    "sin",
    &[
        unary(sin_f32).costly(),
        unary(sin_f16).costly(),
        unary(sin_bf16).costly(),
        unary(math::sin::f64).costly(),
        unary(complex::sin::c64).costly(),
        unary(complex::sin::c128).costly(),
    ],
)
.with_fast(&[unary(sin_f32_fast).costly()]);

/// Plans `output = sin(input)`, element by element, computed in `compute`: a floating-point or complex type.
pub fn sin(input: Arg, output: Arg, compute: Dtype) -> Result<Call> {
    pointwise::unary(&SIN, compute, &[], input, output)
}

/// Plans `operand = sin(operand)`, element by element.
pub fn sin_in_place(operand: Arg) -> Result<Call> {
    let compute = operand.view.dtype;
    pointwise::unary(&SIN, compute, &[], Operand::Output, operand)
}
