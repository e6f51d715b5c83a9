//! `aclnnGroupedDynamicMxQuantWithDualAxis`: `x` quantised in blocks of 32 along its rows (`y1Out`, `y1ScaleOut`), and groups of its
//! rows along their columns (`y2Out`, `y2ScaleOut`), in one walk over `x`.
//!
//! | argument     | shape                               | data type                  | strided |
//! |--------------|-------------------------------------|----------------------------|---------|
//! | `x`          | `[M, N]`, `N` a multiple of 64      | FLOAT16, BFLOAT16          | yes     |
//! | `groupIndex` | `[G]`, `G` > 0                      | INT64                      | yes     |
//! | `y1Out`      | `[M, N]`                            | FLOAT8_E5M2, FLOAT8_E4M3FN | no      |
//! | `y1ScaleOut` | `[M, N / 64, 2]`                    | FLOAT8_E8M0                | no      |
//! | `y2Out`      | `[M, N]`                            | that of `y1Out`            | no      |
//! | `y2ScaleOut` | `[M / 64 + G, N, 2]`                | FLOAT8_E8M0                | no      |
//!
//! Group `g` ends before row `groupIndex[g]`; its scales begin at row `start / 64 + g` of `y2ScaleOut`, where `start` is its first
//! row. Ends that fall, or lie outside `x`, are an error of the stream. `roundModeOptional` is "rint" (also null), `scaleAlg` 1, `dstDtype`
//! the code of the type of `y1Out`, `maxDtypeValue` 0.
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below. Where all outputs are empty, nothing is checked further and nothing is computed.
//!
//! Source: ops-nn, `quant/grouped_dynamic_mx_quant_with_dual_axis`.

use std::ffi::{c_char, c_void};

use super::args::tensor;
use super::boundary::{phase_one, phase_two};
use super::mx_checks::{Attributes, FP8, HALVES, SCALES, ScaleAlgs, refuse, scales_of};
use super::types::*;
use crate::abi::acl::types::aclrtStream;
use crate::abi::failure::Outcome;
use crate::error::Error;
use crate::ops::{Call, mx};
use crate::tensor::Dtype;

/// # Safety
/// The contract of [`crate::abi`] for the rounding mode.
unsafe fn plan(
    x: *const aclTensor,
    group_index: *const aclTensor,
    attributes: Attributes,
    max_dtype_value: f64,
    [y1, scale1]: [*const aclTensor; 2],
    [y2, scale2]: [*const aclTensor; 2],
) -> Outcome<Call> {
    let x = tensor("x", x)?;
    let group_index = tensor("groupIndex", group_index)?;
    let (y1, scale1) = (tensor("y1Out", y1)?, tensor("y1ScaleOut", scale1)?);
    let (y2, scale2) = (tensor("y2Out", y2)?, tensor("y2ScaleOut", scale2)?);
    let outputs = [&y1, &scale1, &y2, &scale2];
    if outputs.iter().all(|output| output.is_empty()) {
        return Ok(Call::nothing([
            y1.output()?,
            scale1.output()?,
            y2.output()?,
            scale2.output()?,
        ]));
    }
    x.dtype_in(HALVES)?;
    group_index.dtype_in(&[Dtype::I64])?;
    y1.dtype_in(FP8)?;
    scale1.dtype_in(SCALES)?;
    y2.same_dtype(&y1)?;
    scale2.dtype_in(SCALES)?;
    for argument in [&x, &group_index].into_iter().chain(outputs) {
        argument.format_nd()?;
    }
    x.rank_in(2..=2)?;
    group_index.rank_in(1..=1)?;
    let (rows, columns, groups) = (x.shape()[0], x.shape()[1], group_index.shape()[0]);
    if columns <= 0 || columns % 64 != 0 {
        Err(Error::Shape {
            arg: "x",
            got: x.shape().to_vec(),
            allowed: "a last dimension that is a positive multiple of 64".into(),
        })?;
    }
    if groups <= 0 {
        refuse("groupIndex", "empty", "the end of one group or more")?;
    }
    // SAFETY: the caller's promise.
    let recipe = unsafe { attributes.recipe(x.dtype()?, &y1)? };
    if attributes.scale_alg != 1 {
        refuse("scaleAlg", attributes.scale_alg, "1")?;
    }
    if max_dtype_value != 0.0 {
        refuse("maxDtypeValue", max_dtype_value, "0")?;
    }
    y1.same_shape(&x)?;
    y2.same_shape(&x)?;
    scales_of(&scale1, &x, 1, recipe.block)?;
    scale2.shape_is(
        &[rows / 64 + groups, columns, 2],
        "rows of `x` / 64 and the number of groups, by the columns of `x`, by 2",
    )?;
    for output in outputs {
        output.contiguous()?;
    }
    Ok(mx::quantise_groups_on_both_axes(
        recipe,
        x.input()?,
        group_index.input()?,
        [y1.output()?, scale1.output()?],
        [y2.output()?, scale2.output()?],
    )?)
}

/// First phase of `aclnnGroupedDynamicMxQuantWithDualAxis`: checks the arguments and reports the workspace to allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnGroupedDynamicMxQuantWithDualAxisGetWorkspaceSize(
    x: *const aclTensor,
    group_index: *const aclTensor,
    round_mode_optional: *mut c_char,
    scale_alg: i64,
    dst_dtype: i64,
    max_dtype_value: f64,
    y1_out: *const aclTensor,
    y1_scale_out: *const aclTensor,
    y2_out: *const aclTensor,
    y2_scale_out: *const aclTensor,
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_one(
            "aclnnGroupedDynamicMxQuantWithDualAxisGetWorkspaceSize",
            workspace_size,
            executor,
            || {
                let mode = ("roundModeOptional", round_mode_optional.cast_const());
                let attributes = Attributes {
                    dst_type: ("dstDtype", dst_dtype),
                    ..Attributes::new(mode, dst_dtype, scale_alg, ScaleAlgs::UpTo1)
                };
                plan(
                    x,
                    group_index,
                    attributes,
                    max_dtype_value,
                    [y1_out, y1_scale_out],
                    [y2_out, y2_scale_out],
                )
            },
        )
    }
}

/// Second phase of `aclnnGroupedDynamicMxQuantWithDualAxis`: computes the outputs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnGroupedDynamicMxQuantWithDualAxis(
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_two(
            "aclnnGroupedDynamicMxQuantWithDualAxis",
            workspace,
            workspace_size,
            executor,
            stream,
        )
    }
}
