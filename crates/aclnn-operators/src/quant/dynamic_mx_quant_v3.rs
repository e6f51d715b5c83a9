//! `aclnnDynamicMxQuantV3`: `x` quantised in blocks of `blocksize` along `axis`.
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
//! For `scaleAlg` 1, `maxLowBound` is the least value that the largest magnitude is taken for, unless all elements are zero.
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below. Where both outputs are empty, nothing is checked further and nothing is computed.
//!
//! Source: ops-nn, `quant/dynamic_mx_quant`.

use super::dynamic_mx_quant::quantise;
use crate::contract::mx::*;
use crate::prelude::*;

/// Quantises `x` in blocks of `blocksize` along `axis`.
#[aclnn]
fn aclnnDynamicMxQuantV3(
    x: Input,
    axis: i64,
    round_mode_optional: Option<MutText>,
    dst_type: i64,
    blocksize: i64,
    scale_alg: i64,
    dst_type_max: f64,
    max_low_bound: f64,
    y_out: ConstOutput,
    mxscale_out: ConstOutput,
) -> Planned {
    let attributes = Attributes {
        round_mode: round_mode_optional,
        dst_type: ("dstType", dst_type),
        blocksize,
        scale_alg,
        scale_algs: ScaleAlgs::UpTo2OfE2m1,
        dst_type_max,
        max_low_bound,
    };
    quantise(x, axis, attributes, y_out, mxscale_out)
}
