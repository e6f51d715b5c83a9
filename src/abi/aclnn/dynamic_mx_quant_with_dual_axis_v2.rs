//! `aclnnDynamicMxQuantWithDualAxisV2`: `x` quantised in blocks of 32 along its last axis (`y1Out`, `mxscale1Out`) and along the one before
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
//! saturates, 2 (FLOAT4_E2M1) lets the largest magnitude become `dstTypeMax` (0, or 6 to 12) at most.
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below. Where all outputs are empty, nothing is checked further and nothing is computed. The numbers are those of
//! `crate::kernels::mx`; `docs/compatibility.md` says where the device's differ.
//!
//! Source: ops-nn, `quant/dynamic_mx_quant_with_dual_axis`.

use std::ffi::{c_char, c_void};

use super::boundary::{phase_one, phase_two};
use super::dynamic_mx_quant_with_dual_axis::plan;
use super::mx_checks::{Attributes, ScaleAlgs};
use super::types::*;
use crate::abi::acl::types::aclrtStream;

/// First phase of `aclnnDynamicMxQuantWithDualAxisV2`: checks the arguments and reports the workspace to allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnDynamicMxQuantWithDualAxisV2GetWorkspaceSize(
    x: *const aclTensor,
    round_mode_optional: *mut c_char,
    dst_type: i64,
    scale_alg: i64,
    dst_type_max: f64,
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
            "aclnnDynamicMxQuantWithDualAxisV2GetWorkspaceSize",
            workspace_size,
            executor,
            || {
                let attributes = Attributes {
                    dst_type_max,
                    ..Attributes::new(
                        ("roundModeOptional", round_mode_optional),
                        dst_type,
                        scale_alg,
                        ScaleAlgs::UpTo2OfE2m1,
                    )
                };
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

/// Second phase of `aclnnDynamicMxQuantWithDualAxisV2`: computes the outputs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnDynamicMxQuantWithDualAxisV2(
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_two(
            "aclnnDynamicMxQuantWithDualAxisV2",
            workspace,
            workspace_size,
            executor,
            stream,
        )
    }
}
