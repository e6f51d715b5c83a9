//! The sine.

use super::{Arg, Call, Elementwise, ImplMode, Kernel};
use crate::error::{Error, Result};
use crate::kernels::sin::{sin_bf16, sin_f16, sin_f32, sin_f32_fast};
use crate::tensor::{Dtype, Element};

/// Plans `output = sin(input)`, element by element.
pub fn sin(input: Arg, output: Arg, mode: ImplMode) -> Result<Call> {
    plan(input, Some(output), mode)
}

/// Plans `operand = sin(operand)`, element by element.
pub fn sin_in_place(operand: Arg, mode: ImplMode) -> Result<Call> {
    plan(operand, None, mode)
}

fn plan(input: Arg, output: Option<Arg>, mode: ImplMode) -> Result<Call> {
    use ImplMode::{HighPerformance, HighPrecision};
    Ok(match (input.view.dtype, mode) {
        (Dtype::F32, HighPrecision) => apply(sin_f32, input, output),
        (Dtype::F32, HighPerformance) => apply(sin_f32_fast, input, output),
        // In 16 bits the exact kernel is as fast as the other would be.
        (Dtype::F16, _) => apply(sin_f16, input, output),
        (Dtype::Bf16, _) => apply(sin_bf16, input, output),
        (other, _) => {
            let allowed = "FLOAT, FLOAT16 or BFLOAT16".into();
            return Err(Error::Dtype {
                arg: input.name,
                got: other.to_string(),
                allowed,
            });
        }
    })
}

fn apply<T: Element>(kernel: Kernel<T, T>, input: Arg, output: Option<Arg>) -> Call {
    match output {
        Some(output) => Elementwise::unary(kernel, input, output),
        None => Elementwise::in_place(kernel, input),
    }
}
