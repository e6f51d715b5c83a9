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

use super::grouped_dynamic_mx_quant::quantise_groups;
use crate::contract::mx::*;
use crate::prelude::*;

/// Quantises groups of rows of `x`, each in blocks of 32 along its columns. Every refusal of the second phase is 561000.
#[aclnn(second_phase = ACLNN_ERR_INNER)]
fn aclnnGroupedDynamicMxQuantV2(
    x: Input,
    group_index: Input,
    round_mode: Text,
    dst_type: i64,
    blocksize: i64,
    scale_alg: i64,
    dst_type_max: f64,
    y: ConstOutput,
    mxscale: ConstOutput,
) -> Planned {
    let attributes = Attributes {
        round_mode: Some(round_mode),
        dst_type: ("dstType", dst_type),
        blocksize,
        scale_alg,
        scale_algs: ScaleAlgs::UpTo2OfFp4,
        dst_type_max,
        ..DEFAULTS
    };
    quantise_groups(x, group_index, attributes, [y, mxscale], ELEMENTS)
}
