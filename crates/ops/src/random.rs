//! Random numbers by a seed.

#![forbid(unsafe_code)]

use super::range::range;
use super::{Arg, Call};
use hostnpu_base::error::{Reason, Result};
pub use hostnpu_kernels::random::Philox;
use hostnpu_kernels::random::uniform as kernels;
use hostnpu_tensor::Dtype;

/// Plans `output[i] = low + u (high - low)` in row-major order, `u` the random number of place `i`, from 0 up to 1. FLOAT, FLOAT16 or BFLOAT16.
pub fn uniform(words: Philox, bounds: [f64; 2], output: Arg) -> Result<Call> {
    let count = output.view.numel().unwrap_or(0);
    macro_rules! numbers {
        ($fill:path) => {
            range(output, count, 4, move |first, y| {
                $fill(first, y, words, bounds)
            })?
        };
    }
    Ok(match output.view.dtype {
        Dtype::F32 => numbers!(kernels::f32),
        Dtype::F16 => numbers!(kernels::f16),
        Dtype::Bf16 => numbers!(kernels::bf16),
        dtype => {
            return Err(Reason::Dtype {
                arg: output.name,
                got: dtype.to_string(),
                allowed: "FLOAT, FLOAT16 or BFLOAT16".into(),
            }
            .into());
        }
    })
}
