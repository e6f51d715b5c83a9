//! `aclnnLinspace`: `steps` evenly spaced numbers from `start` to `end`, both included.
//!
//! | argument       | shape                                  | data type                                                            |
//! |----------------|----------------------------------------|----------------------------------------------------------------------|
//! | `start`, `end` | scalar                                 | any real one                                                         |
//! | `steps`        | 0 or more                              |                                                                      |
//! | `out`          | `[steps]`, or any of one element for 1 | FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, UINT8, INT16, INT32, INT64   |
//!
//! Fails with 561103 for a null scalar or output, 161002 for a complex scalar, a data type outside the table, negative steps, or another
//! number of elements than `steps`, and 561103 for an output of another shape, in the order of the checks below.
//!
//! Source: ops-math, `math/lin_space`.

use std::ffi::c_void;

use super::args::tensor;
use super::boundary::{phase_one, phase_two};
use super::meta::scalar::{Scalar, scalar};
use super::types::*;
use crate::abi::acl::types::aclrtStream;
use crate::abi::failure::{Code, Outcome};
use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::Dtype;

const NUMBERS: &[Dtype] = &[
    Dtype::F32,
    Dtype::F16,
    Dtype::Bf16,
    Dtype::I32,
    Dtype::I16,
    Dtype::I8,
    Dtype::U8,
    Dtype::I64,
    Dtype::F64,
];

/// A scalar as a real number.
fn real(arg: &'static str, scalar: Scalar) -> Result<f64> {
    let complex = matches!(scalar.dtype(), Dtype::Complex64 | Dtype::Complex128);
    scalar
        .to_f64()
        .filter(|_| !complex)
        .ok_or_else(|| Error::Dtype {
            arg,
            got: scalar.dtype().to_string(),
            allowed: "real types of 8 bits (integers) or 16 bits and more".into(),
        })
}

/// The number of elements that `steps` asks for.
pub(super) fn count(steps: i64) -> Result<usize> {
    usize::try_from(steps).map_err(|_| Error::Value {
        arg: "steps",
        got: steps.to_string(),
        allowed: "0 or more".into(),
    })
}

/// First phase of `aclnnLinspace`: checks the arguments and reports the workspace to allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnLinspaceGetWorkspaceSize(
    start: *const aclScalar,
    end: *const aclScalar,
    steps: i64,
    out: *mut aclTensor,
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_one(
            "aclnnLinspaceGetWorkspaceSize",
            workspace_size,
            executor,
            || -> Outcome<_> {
                let start = scalar("start", start).code(ACLNN_ERR_INNER_NULLPTR)?;
                let end = scalar("end", end).code(ACLNN_ERR_INNER_NULLPTR)?;
                let out = tensor("out", out).code(ACLNN_ERR_INNER_NULLPTR)?;
                let (start, end) = (real("start", start)?, real("end", end)?);
                out.dtype_in(NUMBERS)?;
                let count = count(steps)?;
                let numel = out.shape().iter().copied().fold(1, i64::saturating_mul);
                if usize::try_from(numel) != Ok(count) {
                    return Err(Error::Shape {
                        arg: "out",
                        got: out.shape().to_vec(),
                        allowed: format!("[{steps}] (`steps` elements)"),
                    }
                    .into());
                }
                if count > 1 {
                    out.shape_is(&[steps], "`steps` elements in a row")
                        .code(ACLNN_ERR_INNER_NULLPTR)?;
                }
                Ok(ops::linspace::linspace(start, end, out.output()?)?)
            },
        )
    }
}

/// Second phase of `aclnnLinspace`: computes `out`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnLinspace(
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe { phase_two("aclnnLinspace", workspace, workspace_size, executor, stream) }
}
