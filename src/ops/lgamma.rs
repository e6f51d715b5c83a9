//! ln|Γ|.

use super::{Arg, Call, Elementwise};
use crate::error::{Error, Result};
use crate::kernels::lgamma::{lgamma_f16, lgamma_f32, lgamma_f64};
use crate::tensor::Dtype;

/// Plans `output = ln|Γ(input)|`, element by element. FLOAT16, FLOAT, DOUBLE.
pub fn lgamma(input: Arg, output: Arg) -> Result<Call> {
    Ok(match input.view.dtype {
        Dtype::F16 => Elementwise::unary(lgamma_f16, input, output),
        Dtype::F32 => Elementwise::unary(lgamma_f32, input, output),
        Dtype::F64 => Elementwise::unary(lgamma_f64, input, output),
        other => {
            return Err(Error::Dtype {
                arg: input.name,
                got: other.to_string(),
                allowed: "FLOAT16, FLOAT or DOUBLE".into(),
            });
        }
    })
}
