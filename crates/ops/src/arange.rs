//! Arithmetic sequences.

#![forbid(unsafe_code)]

use half::{bf16, f16};

use super::range::range;
use super::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::arith::arange as kernels;
use hostnpu_tensor::{Dtype, Value};

/// Plans `output[i] = start + i * step`, rounded once, for the first `count` elements in row-major order; others are left as they are. INT32 and
/// INT64 wrap.
///
/// FLOAT, FLOAT16, BFLOAT16 (both values of FLOAT), DOUBLE (of DOUBLE), INT32, INT64 (of INT64).
pub fn arange(start: Value, step: Value, count: usize, output: Arg) -> Result<Call> {
    let dtype = output.view.dtype;
    let other_type = || {
        Error::from(Reason::Dtype {
            arg: output.name,
            got: dtype.to_string(),
            allowed: "FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT32 or INT64".into(),
        })
    };
    macro_rules! sequence {
        ($element:ty, $of:ty, $fill:path) => {{
            let (start, step) = (start.get::<$of>(), step.get::<$of>());
            let (start, step) = start.zip(step).ok_or_else(other_type)?;
            range(output, count, 2, move |first, dst: &mut [$element]| {
                $fill(first, dst, start, step)
            })
        }};
    }
    if count == 0 {
        return Ok(Call::nothing([output]));
    }
    match dtype {
        Dtype::F32 => sequence!(f32, f32, kernels::f32),
        Dtype::F16 => sequence!(f16, f32, kernels::f16),
        Dtype::Bf16 => sequence!(bf16, f32, kernels::bf16),
        Dtype::F64 => sequence!(f64, f64, kernels::f64),
        Dtype::I32 => sequence!(i32, i64, kernels::i32),
        Dtype::I64 => sequence!(i64, i64, kernels::i64),
        _ => Err(other_type()),
    }
}
