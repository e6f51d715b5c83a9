//! `aclnnGroupedDynamicMxQuant`: groups of rows of `x`, each quantised in blocks of 32 along its columns.
//!
//! | argument     | shape                   | data type         | strided     |
//! |--------------|-------------------------|-------------------|-------------|
//! | `x`          | `[M, N]`                | FLOAT16, BFLOAT16 | yes         |
//! | `groupIndex` | `[G]`, `G` > 0          | INT32             | yes         |
//! | `y`          | `[M, N]`                | FLOAT8_E5M2, FLOAT8_E4M3FN | FLOAT8 only |
//! | `mxscale`    | `[M / 64 + G, N, 2]`    | FLOAT8_E8M0       | no          |
//!
//! Group `g` ends before row `groupIndex[g]`; its scales begin at row `start / 64 + g` of `mxscale`, where `start` is its first
//! row. Ends that fall, or lie outside `x`, are an error of the stream. `blocksize` is 32, `dstType` the code of the type of `y`.
//! `roundMode` is "rint".
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below; the second phase with 561000.
//!
//! Source: ops-nn, `quant/grouped_dynamic_mx_quant`.

use std::ffi::{c_char, c_void};

use super::args::tensor;
use super::boundary::{phase_one, phase_two};
use super::mx_checks::{Attributes, FP8, HALVES, SCALES, ScaleAlgs, even_for_fp4, refuse};
use super::types::*;
use crate::abi::acl::types::aclrtStream;
use crate::abi::failure::Outcome;
use crate::abi::pointer::not_null;
use crate::ops::{Call, mx};
use crate::tensor::Dtype;

/// The contract of both versions, which differ in the types of `y`.
///
/// # Safety
/// The contract of [`crate::abi`] for the rounding mode.
pub(super) unsafe fn plan(
    x: *const aclTensor,
    group_index: *const aclTensor,
    attributes: Attributes,
    [y, scale]: [*const aclTensor; 2],
    allowed: &[Dtype],
) -> Outcome<Call> {
    let x = tensor("x", x)?;
    let group_index = tensor("groupIndex", group_index)?;
    let (name, round_mode) = attributes.round_mode;
    not_null(name, round_mode)?;
    let (y, scale) = (tensor("y", y)?, tensor("mxscale", scale)?);
    x.dtype_in(HALVES)?;
    group_index.dtype_in(&[Dtype::I32])?;
    y.dtype_in(allowed)?;
    scale.dtype_in(SCALES)?;
    if attributes.blocksize != 32 {
        refuse("blocksize", attributes.blocksize, "32")?;
    }
    // SAFETY: the caller's promise.
    let recipe = unsafe { attributes.recipe(x.dtype()?, &y)? };
    x.rank_in(2..=2)?;
    group_index.rank_in(1..=1)?;
    y.same_shape(&x)?;
    scale.rank_in(3..=3)?;
    let (rows, columns, groups) = (x.shape()[0], x.shape()[1], group_index.shape()[0]);
    scale.shape_is(
        &[rows / 64 + groups, columns, 2],
        "rows of `x` / 64 and the number of groups, by the columns of `x`, by 2",
    )?;
    if group_index.is_empty() {
        refuse("groupIndex", "empty", "the end of one group or more")?;
    }
    if x.is_empty() {
        return Ok(Call::nothing([
            x.input()?,
            group_index.input()?,
            y.output()?,
            scale.output()?,
        ]));
    }
    even_for_fp4(&x, recipe.format)?;
    scale.contiguous()?;
    Ok(mx::quantise_groups(
        recipe,
        x.input()?,
        group_index.input()?,
        y.output()?,
        scale.output()?,
    )?)
}

/// First phase of `aclnnGroupedDynamicMxQuant`: checks the arguments and reports the workspace to allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnGroupedDynamicMxQuantGetWorkspaceSize(
    x: *const aclTensor,
    group_index: *const aclTensor,
    round_mode: *const c_char,
    dst_type: i64,
    blocksize: i64,
    y: *const aclTensor,
    mxscale: *const aclTensor,
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_one(
            "aclnnGroupedDynamicMxQuantGetWorkspaceSize",
            workspace_size,
            executor,
            || {
                let attributes = Attributes {
                    blocksize,
                    ..Attributes::new(("roundMode", round_mode), dst_type, 0, ScaleAlgs::UpTo1)
                };
                plan(x, group_index, attributes, [y, mxscale], FP8)
            },
        )
    }
}

/// Second phase of `aclnnGroupedDynamicMxQuant`: computes the outputs. Every refusal is 561000.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnGroupedDynamicMxQuant(
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        match phase_two(
            "aclnnGroupedDynamicMxQuant",
            workspace,
            workspace_size,
            executor,
            stream,
        ) {
            ACLNN_SUCCESS => ACLNN_SUCCESS,
            _ => ACLNN_ERR_INNER,
        }
    }
}
