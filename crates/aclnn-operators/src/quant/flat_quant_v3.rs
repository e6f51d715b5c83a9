//! `aclnnFlatQuantV3`: matrices between two small ones, quantised.
//!
//! | argument            | shape                                                      | data type                | strided |
//! |---------------------|------------------------------------------------------------|--------------------------|---------|
//! | `x`                 | `[M, N1, N2]`; `M` up to 262144, `N1` and `N2` up to 256    | FLOAT16, BFLOAT16        | yes     |
//! | `kroneckerP1`       | `[N1, N1]`                                                 | that of `x`              | yes     |
//! | `kroneckerP2`       | `[N2, N2]`; for FLOAT4_E2M1 also `[0, 0]`: no product      | that of `x`              | yes     |
//! | `groupListOptional` | `[G]`, for `groupListType` 2 `[G, 2]`; may be null         | INT64                    | yes     |
//! | `out`               | that of `x`; INT32, of eight numbers each, with an eighth of the last dimension; FLOAT4_E2M1 `[M, N1 N2]` | INT4, INT32; FLOAT4_E2M1 on Ascend950 | INT32 |
//! | `quantScale`        | `[M]`; for FLOAT4_E2M1 `[M, ceil(N1 N2 / 64), 2]`          | FLOAT; FLOAT8_E8M0       | yes     |
//!
//! A matrix is `kroneckerP1 · x · kroneckerP2`. Codes of INT4 are quotients by its largest magnitude over `7 / clipRatio`, in FLOAT; `clipRatio` is above 0, up to 1. Codes of FLOAT4_E2M1 are those of blocks of
//! 32 numbers of the flattened matrix, rounded to the type of `x` first, by the rule of the microscaling specification or, if `dstTypeMax` is 6 to 12 instead of 0, with a scale that is raised where that would be exceeded. `groupListType` 0 lists the ends of groups of
//! matrices, 1 their numbers, 2 pairs of a group and its number; matrices behind the last group are left.
//! Ascend910B, Ascend910_93 and Ascend950.
//!
//! Source: ops-nn, `quant/flat_quant`.

use crate::contract::flat_quant::FlatQuantCall;
use crate::prelude::*;

/// Multiplies matrices by two small ones and quantises them.
#[aclnn]
fn aclnnFlatQuantV3(
    x: Input,
    kronecker_p1: Input,
    kronecker_p2: Input,
    group_list_optional: Option<Input>,
    clip_ratio: f64,
    dst_type_max: f64,
    group_list_type: i64,
    out: Output,
    quant_scale: Output,
) -> Planned {
    FlatQuantCall {
        x: &x,
        left: &kronecker_p1,
        right: &kronecker_p2,
        groups: group_list_optional
            .as_ref()
            .map(|groups| (groups, group_list_type)),
        clip_ratio,
        dst_type_max,
        out: &out,
        scale: &quant_scale,
    }
    .plan()
}
