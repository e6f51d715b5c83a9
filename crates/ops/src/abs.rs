//! Absolute values.

#![forbid(unsafe_code)]

use half::{bf16, f16};

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::{Unary, pointwise, unary};
use hostnpu_kernels::abs::{magnitudes, moduli};

static ABS: Unary = Unary::new(
    "abs",
    &[
        unary(magnitudes::<f32>),
        unary(magnitudes::<f16>),
        unary(magnitudes::<bf16>),
        unary(magnitudes::<i32>),
        unary(moduli),
    ],
);

/// Plans `output = |input|`, element by element: FLOAT16, BFLOAT16, FLOAT, INT32; COMPLEX64 with a FLOAT output.
pub fn abs(input: Arg, output: Arg) -> Result<Call> {
    let compute = input.view.dtype;
    pointwise::unary(&ABS, compute, &[], input, output)
}
