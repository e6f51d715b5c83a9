//! `aclnnDynamicMxQuantV2`: `x` quantised in blocks of `blocksize` along `axis`.
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
//! saturates, 2 (FLOAT4_E2M1) lets the largest magnitude become `dstTypeMax` (0, or 6 to 12) at most.
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below. Where both outputs are empty, nothing is checked further and nothing is computed.
//!
//! Source: ops-nn, `quant/dynamic_mx_quant`.

use std::ffi::{c_char, c_void};

use super::boundary::{phase_one, phase_two};
use super::dynamic_mx_quant::plan;
use super::mx_checks::{Attributes, ScaleAlgs};
use super::types::*;
use crate::abi::acl::types::aclrtStream;

/// First phase of `aclnnDynamicMxQuantV2`: checks the arguments and reports the workspace to allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnDynamicMxQuantV2GetWorkspaceSize(
    x: *const aclTensor,
    axis: i64,
    round_mode_optional: *mut c_char,
    dst_type: i64,
    blocksize: i64,
    scale_alg: i64,
    dst_type_max: f64,
    y_out: *const aclTensor,
    mxscale_out: *const aclTensor,
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_one(
            "aclnnDynamicMxQuantV2GetWorkspaceSize",
            workspace_size,
            executor,
            || {
                let attributes = Attributes {
                    blocksize,
                    dst_type_max,
                    ..Attributes::new(
                        ("roundModeOptional", round_mode_optional),
                        dst_type,
                        scale_alg,
                        ScaleAlgs::UpTo2OfE2m1,
                    )
                };
                plan(x, axis, attributes, [y_out, mxscale_out])
            },
        )
    }
}

/// Second phase of `aclnnDynamicMxQuantV2`: computes the outputs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclnnDynamicMxQuantV2(
    workspace: *mut c_void,
    workspace_size: u64,
    executor: *mut aclOpExecutor,
    stream: aclrtStream,
) -> aclnnStatus {
    // SAFETY: the C caller keeps the contract of `crate::abi`.
    unsafe {
        phase_two(
            "aclnnDynamicMxQuantV2",
            workspace,
            workspace_size,
            executor,
            stream,
        )
    }
}
