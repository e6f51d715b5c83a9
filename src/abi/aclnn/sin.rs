//! `aclnnSin`, `aclnnInplaceSin`: the sine of each element, in radians.
//!
//! | argument  | shape            | data type                | strided | format |
//! |-----------|------------------|--------------------------|---------|--------|
//! | `self`    | any, rank 0 to 8 | FLOAT, FLOAT16, BFLOAT16 | yes     | ND     |
//! | `out`     | that of `self`   | that of `self`           | yes     | ND     |
//! | `selfRef` | any, rank 0 to 8 | FLOAT, FLOAT16, BFLOAT16 | yes     | ND     |
//!
//! Fails with 161001 for a null argument and 161002 for one outside the table, in the order of the checks below. An
//! empty tensor succeeds. `out` may be `self`, or overlap it. ±0 gives ±0; ±infinity and NaN give NaN; every finite
//! argument is reduced correctly. High precision (the default) is rounded correctly; high performance, chosen by
//! `aclSetCompileopt(ACL_OP_SELECT_IMPL_MODE, "high_performance")` or `HOSTNPU_IMPL_MODE`, stays within a few units in the
//! last place (`docs/accuracy.md`).
//!
//! Source: ops-math, `math/sin`; the published contract of the Sin operator, which is narrower than the built-in one
//! (`docs/compatibility.md`).

use std::ffi::c_void;

use super::args::{TensorArg, tensor};
use super::boundary::{phase_one, phase_two};
use super::types::*;
use crate::abi::acl::types::aclrtStream;
use crate::error::Result;
use crate::ops;
use crate::tensor::Dtype;

const FLOATS: &[Dtype] = &[Dtype::F32, Dtype::F16, Dtype::Bf16];

/// What `aclnnInplaceSin` and `aclnnSin` ask of their input.
fn check(input: &TensorArg) -> Result<()> {
    input.max_rank(8)?;
    input.format_nd()
}

/// First phase of `aclnnSin`: checks the arguments and reports the workspace to allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnSinGetWorkspaceSize(
    self_: *const aclTensor,
    out: *mut aclTensor,
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_one("aclnnSinGetWorkspaceSize", workspace_size, executor, || {
            let (self_, out) = (tensor("self", self_)?, tensor("out", out)?);
            self_.dtype_in(FLOATS)?;
            out.dtype_in(FLOATS)?;
            out.same_dtype(&self_)?;
            out.same_shape(&self_)?;
            check(&self_)?;
            out.format_nd()?;
            Ok(ops::sin::sin(
                self_.input()?,
                out.output()?,
                ops::impl_mode(),
            )?)
        })
    }
}

/// Second phase of `aclnnSin`: computes `out`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnSin(
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe { phase_two("aclnnSin", workspace, workspace_size, executor, stream) }
}

/// First phase of `aclnnInplaceSin`: checks the argument and reports the workspace to allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnInplaceSinGetWorkspaceSize(
    self_ref: *mut aclTensor,
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_one(
            "aclnnInplaceSinGetWorkspaceSize",
            workspace_size,
            executor,
            || {
                let self_ref = tensor("selfRef", self_ref)?;
                self_ref.dtype_in(FLOATS)?;
                check(&self_ref)?;
                Ok(ops::sin::sin_in_place(
                    self_ref.in_out()?,
                    ops::impl_mode(),
                )?)
            },
        )
    }
}

/// Second phase of `aclnnInplaceSin`: computes `selfRef`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnInplaceSin(
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_two(
            "aclnnInplaceSin",
            workspace,
            workspace_size,
            executor,
            stream,
        )
    }
}
