//! `aclnnLgamma`: ln|Γ| of each element.
//!
//! | argument | shape            | data type              | strided | format         |
//! |----------|------------------|------------------------|---------|----------------|
//! | `self`   | any, rank 0 to 8 | FLOAT, FLOAT16, DOUBLE | yes     | any            |
//! | `out`    | that of `self`   | that of `self`         | yes     | that of `self` |
//!
//! Fails with 161001 for a null argument and 161002 for one outside the table, in the order of the checks below. An
//! empty tensor succeeds. +inf at zero, negative integers and both infinities.
//!
//! Source: ops-math, `math/lgamma`.

use std::ffi::c_void;

use super::args::tensor;
use super::boundary::{phase_one, phase_two};
use super::types::*;
use crate::abi::acl::types::aclrtStream;
use crate::ops;
use crate::tensor::Dtype;

const FLOATS: &[Dtype] = &[Dtype::F64, Dtype::F32, Dtype::F16];

/// First phase of `aclnnLgamma`: checks the arguments and reports the workspace to allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnLgammaGetWorkspaceSize(
    self_: *const aclTensor,
    out: *mut aclTensor,
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_one(
            "aclnnLgammaGetWorkspaceSize",
            workspace_size,
            executor,
            || {
                let (self_, out) = (tensor("self", self_)?, tensor("out", out)?);
                out.same_dtype(&self_)?;
                self_.dtype_in(FLOATS)?;
                out.same_format(&self_)?;
                self_.max_rank(8)?;
                out.same_shape(&self_)?;
                Ok(ops::lgamma::lgamma(self_.input()?, out.output()?)?)
            },
        )
    }
}

/// Second phase of `aclnnLgamma`: computes `out`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnLgamma(
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe { phase_two("aclnnLgamma", workspace, workspace_size, executor, stream) }
}
