//! `aclnnDynamicMxQuantWithDualAxis`: `x` quantised in blocks of 32 along its last axis (`y1Out`, `mxscale1Out`) and along the one before
//! (`y2Out`, `mxscale2Out`), in one walk over `x`.
//!
//! | argument      | shape                                                     | data type                       | strided |
//! |---------------|-----------------------------------------------------------|---------------------------------|---------|
//! | `x`           | `[.., M, N]`, rank 2 to 7; `N` even for FLOAT4            | FLOAT16, BFLOAT16               | yes     |
//! | `y1Out`       | that of `x`                                               | FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1, FLOAT4_E1M2 | no |
//! | `mxscale1Out` | `[.., M, ceil(ceil(N / 32) / 2), 2]`                      | FLOAT8_E8M0                     | no      |
//! | `y2Out`       | that of `x`                                               | that of `y1Out`                 | no      |
//! | `mxscale2Out` | `[.., ceil(ceil(M / 32) / 2), N, 2]`                      | FLOAT8_E8M0                     | no      |
//!
//! `roundModeOptional` is "rint" (also null), "floor" or "round"; FLOAT8 takes "rint" only. `dstType` is the code of the type of `y1Out`.
//! `scaleAlg` 0 takes the scale from the exponent of the largest magnitude, 1 (FLOAT8) is the smallest with which nothing
//! saturates.
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below. Where all outputs are empty, nothing is checked further and nothing is computed. The numbers are those of
//! `crate::kernels::mx`; `docs/compatibility.md` says where the device's differ.
//!
//! Source: ops-nn, `quant/dynamic_mx_quant_with_dual_axis`.

use std::ffi::{c_char, c_void};

use super::args::tensor;
use super::boundary::{phase_one, phase_two};
use super::mx_checks::{Attributes, ELEMENTS, HALVES, SCALES, ScaleAlgs, even_for_fp4, scales_of};
use super::types::*;
use crate::abi::acl::types::aclrtStream;
use crate::abi::failure::Outcome;
use crate::ops::{Call, mx};

/// The contract of both versions.
///
/// # Safety
/// The contract of [`crate::abi`] for the rounding mode.
pub(super) unsafe fn plan(
    x: *const aclTensor,
    attributes: Attributes,
    [y1, scale1]: [*const aclTensor; 2],
    [y2, scale2]: [*const aclTensor; 2],
) -> Outcome<Call> {
    let x = tensor("x", x)?;
    let (y1, scale1) = (tensor("y1Out", y1)?, tensor("mxscale1Out", scale1)?);
    let (y2, scale2) = (tensor("y2Out", y2)?, tensor("mxscale2Out", scale2)?);
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
    y1.dtype_in(ELEMENTS)?;
    scale1.dtype_in(SCALES)?;
    y2.same_dtype(&y1)?;
    scale2.dtype_in(SCALES)?;
    x.format_nd()?;
    for output in outputs {
        output.format_nd()?;
    }
    // SAFETY: the caller's promise.
    let recipe = unsafe { attributes.recipe(x.dtype()?, &y1)? };
    x.rank_in(2..=7)?;
    even_for_fp4(&x, recipe.format)?;
    y1.same_shape(&x)?;
    y2.same_shape(&x)?;
    scales_of(&scale1, &x, x.rank() - 1, recipe.block)?;
    scales_of(&scale2, &x, x.rank() - 2, recipe.block)?;
    for output in outputs {
        output.contiguous()?;
    }
    Ok(mx::quantise_on_both_axes(
        recipe,
        x.input()?,
        [y1.output()?, scale1.output()?],
        [y2.output()?, scale2.output()?],
    )?)
}

/// First phase of `aclnnDynamicMxQuantWithDualAxis`: checks the arguments and reports the workspace to allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize(
    x: *const aclTensor,
    round_mode_optional: *mut c_char,
    dst_type: i64,
    scale_alg: i64,
    y1_out: *const aclTensor,
    mxscale1_out: *const aclTensor,
    y2_out: *const aclTensor,
    mxscale2_out: *const aclTensor,
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_one(
            "aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize",
            workspace_size,
            executor,
            || {
                let attributes = Attributes::new(
                    ("roundModeOptional", round_mode_optional),
                    dst_type,
                    scale_alg,
                    ScaleAlgs::UpTo1,
                );
                plan(
                    x,
                    attributes,
                    [y1_out, mxscale1_out],
                    [y2_out, mxscale2_out],
                )
            },
        )
    }
}

/// Second phase of `aclnnDynamicMxQuantWithDualAxis`: computes the outputs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnDynamicMxQuantWithDualAxis(
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_two(
            "aclnnDynamicMxQuantWithDualAxis",
            workspace,
            workspace_size,
            executor,
            stream,
        )
    }
}
