//! `aclnnMoeGatingTopKV2`: as `aclnnMoeGatingTopK`, and experts from a table; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer, `moe/moe_gating_top_k`.

use super::moe_gating_top_k::TopK;
use crate::prelude::*;

/// As `aclnnMoeGatingTopK`. With `inputIdsOptional` and `tid2eidOptional` (INT32 or INT64) the experts of row i are row `inputIdsOptional[i]` of `tid2eidOptional`, which
/// has `k` columns; then `k` is at most 64. An id that is no row, or an expert that is none, ends the task with an error.
#[aclnn]
fn aclnnMoeGatingTopKV2(
    x: Input,
    bias_optional: Option<Input>,
    input_ids_optional: Option<Input>,
    tid2eid_optional: Option<Input>,
    k: i64,
    k_group: i64,
    group_count: i64,
    group_select_mode: i64,
    renorm: i64,
    norm_type: i64,
    out_flag: bool,
    routed_scaling_factor: f64,
    eps: f64,
    y_out: ConstOutput,
    expert_idx_out: ConstOutput,
    out_out: ConstOutput,
) -> Planned {
    for ids in [&input_ids_optional, &tid2eid_optional]
        .into_iter()
        .flatten()
    {
        ids.dtype_in(INDEX_TYPES)?;
    }
    TopK {
        x,
        bias: bias_optional,
        hash: input_ids_optional
            .zip(tid2eid_optional)
            .map(<[Input; 2]>::from),
        k,
        k_group,
        group_count,
        group_select_mode,
        renorm,
        norm_type,
        out_flag,
        routed_scaling_factor,
        eps,
        y_out,
        expert_idx_out,
        out_out,
    }
    .planned()
}
