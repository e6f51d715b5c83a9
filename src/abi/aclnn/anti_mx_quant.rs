//! `aclnnAntiMxQuant`: elements times the scales of their blocks of 32 along the last axis.
//!
//! | argument  | shape                                                | data type                                            | strided     |
//! |-----------|------------------------------------------------------|------------------------------------------------------|-------------|
//! | `x`       | rank 1 to 7; the last dimension even for FLOAT4      | FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1, FLOAT4_E1M2 | FLOAT8 only |
//! | `mxscale` | that of `x`, the last dimension in pairs of blocks, and a dimension 2 | FLOAT8_E8M0                         | yes         |
//! | `y`       | that of `x`                                          | FLOAT, FLOAT16, BFLOAT16                             | yes         |
//!
//! `axis` is the last one; `dstType` the code of the type of `y`. Products are rounded to nearest, ties to even, and saturate in
//! FLOAT16 and BFLOAT16. A scale of 0xff makes its block NaN.
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below. An empty `x` or `mxscale` succeeds.
//!
//! Source: ops-nn, `quant/anti_mx_quant`.

use std::ffi::c_void;

use super::args::tensor;
use super::boundary::{phase_one, phase_two};
use super::mx_checks::{ELEMENTS, SCALES, code, refuse, scales_of};
use super::types::*;
use crate::abi::acl::types::aclrtStream;
use crate::abi::failure::Outcome;
use crate::error::Error;
use crate::ops::{Call, mx};
use crate::tensor::Dtype;

const FLOATS: &[Dtype] = &[Dtype::F16, Dtype::Bf16, Dtype::F32];

fn plan(
    x: *const aclTensor,
    scale: *const aclTensor,
    axis: i64,
    dst_type: i64,
    y: *const aclTensor,
) -> Outcome<Call> {
    let (x, scale, y) = (tensor("x", x)?, tensor("mxscale", scale)?, tensor("y", y)?);
    x.dtype_in(ELEMENTS)?;
    scale.dtype_in(SCALES)?;
    y.dtype_in(FLOATS)?;
    let dtype = y.dtype()?;
    if dst_type != code(dtype) {
        refuse(
            "dstType",
            dst_type,
            format!("{} (the data type of `y`, {dtype})", code(dtype)),
        )?;
    }
    x.rank_in(1..=7)?;
    y.rank_in(x.rank()..=x.rank())?;
    scale.rank_in(x.rank() + 1..=x.rank() + 1)?;
    let rank = x.rank() as i64;
    if ![-1, rank - 1].contains(&axis) {
        refuse(
            "axis",
            axis,
            format!("-1 or {} (the last one of `x`)", rank - 1),
        )?;
    }
    if x.is_empty() || scale.is_empty() {
        return Ok(Call::nothing([x.input()?, scale.input()?, y.output()?]));
    }
    if x.dtype()?.bits() == 4 {
        x.contiguous()?;
        if x.shape().last().is_some_and(|extent| extent % 2 != 0) {
            Err(Error::Shape {
                arg: "x",
                got: x.shape().to_vec(),
                allowed: "an even last dimension, for elements of four bits".into(),
            })?;
        }
    }
    y.same_shape(&x)?;
    scales_of(&scale, &x, x.rank() - 1, 32)?;
    Ok(mx::dequantise(x.input()?, scale.input()?, y.output()?)?)
}

/// First phase of `aclnnAntiMxQuant`: checks the arguments and reports the workspace to allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnAntiMxQuantGetWorkspaceSize(
    x: *const aclTensor,
    mxscale: *const aclTensor,
    axis: i64,
    dst_type: i64,
    y: *const aclTensor,
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_one(
            "aclnnAntiMxQuantGetWorkspaceSize",
            workspace_size,
            executor,
            || plan(x, mxscale, axis, dst_type, y),
        )
    }
}

/// Second phase of `aclnnAntiMxQuant`: computes the outputs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnAntiMxQuant(
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_two(
            "aclnnAntiMxQuant",
            workspace,
            workspace_size,
            executor,
            stream,
        )
    }
}
