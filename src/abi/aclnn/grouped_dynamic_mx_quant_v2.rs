//! `aclnnGroupedDynamicMxQuantV2`: groups of rows of `x`, each quantised in blocks of 32 along its columns.
//!
//! | argument     | shape                   | data type         | strided     |
//! |--------------|-------------------------|-------------------|-------------|
//! | `x`          | `[M, N]`                | FLOAT16, BFLOAT16 | yes         |
//! | `groupIndex` | `[G]`, `G` > 0          | INT32             | yes         |
//! | `y`          | `[M, N]`                | FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1, FLOAT4_E1M2 | FLOAT8 only |
//! | `mxscale`    | `[M / 64 + G, N, 2]`    | FLOAT8_E8M0       | no          |
//!
//! Group `g` ends before row `groupIndex[g]`; its scales begin at row `start / 64 + g` of `mxscale`, where `start` is its first
//! row. Ends that fall, or lie outside `x`, are an error of the stream. `blocksize` is 32, `dstType` the code of the type of `y`.
//! `roundMode` is "rint", "floor" or "round"; FLOAT8 takes "rint" only. `scaleAlg` is 0, or 1 for FLOAT8, or 2 for FLOAT4.
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below; the second phase with 561000.
//!
//! Source: ops-nn, `quant/grouped_dynamic_mx_quant`.

use std::ffi::{c_char, c_void};

use super::boundary::{phase_one, phase_two};
use super::grouped_dynamic_mx_quant::plan;
use super::mx_checks::{Attributes, ELEMENTS, ScaleAlgs};
use super::types::*;
use crate::abi::acl::types::aclrtStream;

/// First phase of `aclnnGroupedDynamicMxQuantV2`: checks the arguments and reports the workspace to allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnGroupedDynamicMxQuantV2GetWorkspaceSize(
    x: *const aclTensor,
    group_index: *const aclTensor,
    round_mode: *const c_char,
    dst_type: i64,
    blocksize: i64,
    scale_alg: i64,
    dst_type_max: f64,
    y: *const aclTensor,
    mxscale: *const aclTensor,
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_one(
            "aclnnGroupedDynamicMxQuantV2GetWorkspaceSize",
            workspace_size,
            executor,
            || {
                let attributes = Attributes {
                    blocksize,
                    dst_type_max,
                    ..Attributes::new(
                        ("roundMode", round_mode),
                        dst_type,
                        scale_alg,
                        ScaleAlgs::UpTo2OfFp4,
                    )
                };
                plan(x, group_index, attributes, [y, mxscale], ELEMENTS)
            },
        )
    }
}

/// Second phase of `aclnnGroupedDynamicMxQuantV2`: computes the outputs. Every refusal is 561000.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnGroupedDynamicMxQuantV2(
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        match phase_two(
            "aclnnGroupedDynamicMxQuantV2",
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
