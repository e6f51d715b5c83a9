//! `aclnnLogSpace`: powers of `base` whose exponents are evenly spaced from `start` to `end`, both included.
//!
//! | argument       | shape                                  | data type                |
//! |----------------|----------------------------------------|--------------------------|
//! | `start`, `end` | scalar                                 | any; complex ones read as 0 |
//! | `steps`        | 0 or more                              |                          |
//! | `base`         | any number                             |                          |
//! | `result`       | `[steps]`, or any of one element for 1 | FLOAT, FLOAT16, BFLOAT16 |
//!
//! Fails with 561103 for a null scalar or result, 161002 for a data type outside the table or negative steps, and 561103 for a result of
//! another shape, in the order of the checks below. 0 steps succeed whatever the shape.
//!
//! Ends and base are first rounded to the result's type; FLOAT is then rounded once, in 16 bits exponent and power are. Source:
//! ops-math, `math/logspace`.

use std::ffi::c_void;

use super::args::tensor;
use super::boundary::{phase_one, phase_two};
use super::linspace::count;
use super::meta::scalar::scalar;
use super::types::*;
use crate::abi::acl::types::aclrtStream;
use crate::abi::failure::{Code, Outcome};
use crate::ops;
use crate::ops::logspace::ExponentRounding;
use crate::tensor::Dtype;

const FLOATS: &[Dtype] = &[Dtype::F32, Dtype::F16, Dtype::Bf16];

/// First phase of `aclnnLogSpace`: checks the arguments and reports the workspace to allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnLogSpaceGetWorkspaceSize(
    start: *const aclScalar,
    end: *const aclScalar,
    steps: i64,
    base: f64,
    result: *const aclTensor,
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_one(
            "aclnnLogSpaceGetWorkspaceSize",
            workspace_size,
            executor,
            || -> Outcome<_> {
                let start = scalar("start", start).code(ACLNN_ERR_INNER_NULLPTR)?;
                let end = scalar("end", end).code(ACLNN_ERR_INNER_NULLPTR)?;
                let result = tensor("result", result).code(ACLNN_ERR_INNER_NULLPTR)?;
                result.dtype_in(FLOATS)?;
                let count = count(steps)?;
                let numel = result.shape().iter().copied().fold(1, i64::saturating_mul);
                if count == 0 {
                    return Ok(ops::Call::nothing([]));
                }
                if count > 1 || numel != 1 {
                    result
                        .shape_is(&[steps], "`steps` elements in a row")
                        .code(ACLNN_ERR_INNER_NULLPTR)?;
                }
                let (round, rounding): (fn(f64) -> f32, _) = match result.dtype()? {
                    Dtype::F16 => (
                        |x| half::f16::from_f32(x as f32).to_f32(),
                        ExponentRounding::Last,
                    ),
                    Dtype::Bf16 => (
                        |x| half::bf16::from_f32(x as f32).to_f32(),
                        ExponentRounding::Last,
                    ),
                    _ => (|x| x as f32, ExponentRounding::Never),
                };
                let [start, end] = [start, end].map(|end| round(end.to_f64().unwrap_or(0.0)));
                Ok(ops::logspace::logspace(
                    start,
                    end,
                    round(base),
                    rounding,
                    result.output()?,
                )?)
            },
        )
    }
}

/// Second phase of `aclnnLogSpace`: computes `result`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnLogSpace(
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe { phase_two("aclnnLogSpace", workspace, workspace_size, executor, stream) }
}
