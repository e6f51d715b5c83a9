//! ln|Γ|.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::{Unary, pointwise, unary};
use hostnpu_kernels::lgamma::{lgamma_f16, lgamma_f32, lgamma_f64};

/// Loops by computation type.
pub static LGAMMA: Unary = Unary::new(
    "lgamma",
    &[
        unary(lgamma_f32).costly(),
        unary(lgamma_f16).costly(),
        unary(lgamma_f64).costly(),
    ],
);

/// Plans `output = ln|Γ(input)|`, element by element: FLOAT16, FLOAT, DOUBLE.
pub fn lgamma(input: Arg, output: Arg) -> Result<Call> {
    let compute = input.view.dtype;
    pointwise::unary(&LGAMMA, compute, &[], input, output)
}
