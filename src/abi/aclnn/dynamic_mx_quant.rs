//! `aclnnDynamicMxQuant`: `x` quantised in blocks of `blocksize` along `axis`.
//!
//! | argument     | shape                                                          | data type                 | strided |
//! |--------------|----------------------------------------------------------------|---------------------------|---------|
//! | `x`          | rank 1 to 7; the last dimension even for FLOAT4                | FLOAT16, BFLOAT16, FLOAT  | yes     |
//! | `yOut`       | that of `x`                                                    | FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1, FLOAT4_E1M2 | no |
//! | `mxscaleOut` | that of `x`, `axis` in pairs of blocks, and a last dimension 2 | FLOAT8_E8M0               | no      |
//!
//! `roundModeOptional` is "rint" (also null), "floor" or "round"; FLOAT8 takes "rint" only. `dstType` is the code of the type of `yOut`.
//! `blocksize` is a multiple of 32 up to 1024; 32 for FLOAT, whose axis has at least 32 elements.
//! `scaleAlg` 0 takes the scale from the exponent of the largest magnitude, 1 (FLOAT8) is the smallest with which nothing
//! saturates.
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below. Where both outputs are empty, nothing is checked further and nothing is computed.
//!
//! Source: ops-nn, `quant/dynamic_mx_quant`.

use std::ffi::{c_char, c_void};

use super::args::tensor;
use super::boundary::{phase_one, phase_two};
use super::mx_checks::{Attributes, ELEMENTS, SCALES, ScaleAlgs, even_for_fp4, refuse, scales_of};
use super::types::*;
use crate::abi::acl::types::aclrtStream;
use crate::abi::failure::Outcome;
use crate::error::Error;
use crate::ops::{Call, mx};
use crate::tensor::Dtype;

const FLOATS: &[Dtype] = &[Dtype::F16, Dtype::Bf16, Dtype::F32];

/// The contract of all versions.
///
/// # Safety
/// The contract of [`crate::abi`] for the rounding mode.
pub(super) unsafe fn plan(
    x: *const aclTensor,
    axis: i64,
    attributes: Attributes,
    [y, scale]: [*const aclTensor; 2],
) -> Outcome<Call> {
    let x = tensor("x", x)?;
    let (y, scale) = (tensor("yOut", y)?, tensor("mxscaleOut", scale)?);
    if y.is_empty() && scale.is_empty() {
        return Ok(Call::nothing([y.output()?, scale.output()?]));
    }
    x.dtype_in(FLOATS)?;
    y.dtype_in(ELEMENTS)?;
    scale.dtype_in(SCALES)?;
    x.format_nd()?;
    y.format_nd()?;
    scale.format_nd()?;
    // SAFETY: the caller's promise.
    let recipe = unsafe { attributes.recipe(x.dtype()?, &y)? };
    x.rank_in(1..=7)?;
    let rank = x.rank() as i64;
    if !(-rank..rank).contains(&axis) {
        refuse(
            "axis",
            axis,
            format!("{} to {} (the rank of `x` is {rank})", -rank, rank - 1),
        )?;
    }
    let axis = axis.rem_euclid(rank) as usize;
    even_for_fp4(&x, recipe.format)?;
    y.same_shape(&x)?;
    scales_of(&scale, &x, axis, recipe.block)?;
    if x.dtype()? == Dtype::F32 && x.shape()[axis] < 32 {
        Err(Error::Shape {
            arg: "x",
            got: x.shape().to_vec(),
            allowed: format!("at least 32 elements along dimension {axis}, for FLOAT"),
        })?;
    }
    y.contiguous()?;
    scale.contiguous()?;
    Ok(mx::quantise(
        recipe,
        x.input()?,
        axis,
        y.output()?,
        scale.output()?,
    )?)
}

/// First phase of `aclnnDynamicMxQuant`: checks the arguments and reports the workspace to allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnDynamicMxQuantGetWorkspaceSize(
    x: *const aclTensor,
    axis: i64,
    round_mode_optional: *mut c_char,
    dst_type: i64,
    blocksize: i64,
    scale_alg: i64,
    y_out: *const aclTensor,
    mxscale_out: *const aclTensor,
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_one(
            "aclnnDynamicMxQuantGetWorkspaceSize",
            workspace_size,
            executor,
            || {
                let attributes = Attributes {
                    blocksize,
                    ..Attributes::new(
                        ("roundModeOptional", round_mode_optional),
                        dst_type,
                        scale_alg,
                        ScaleAlgs::UpTo1,
                    )
                };
                plan(x, axis, attributes, [y_out, mxscale_out])
            },
        )
    }
}

/// Second phase of `aclnnDynamicMxQuant`: computes the outputs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnDynamicMxQuant(
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_two(
            "aclnnDynamicMxQuant",
            workspace,
            workspace_size,
            executor,
            stream,
        )
    }
}
