//! `aclnnMoeUpdateExpert`: experts of tokens as the instances that ranks have of them; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer, `mc2/moe_update_expert`.
//!
//! | argument | shape | data type | strided |
//! |---|---|---|---|
//! | `expertIds` | `[tokens, choices]` | INT32, INT64 | yes |
//! | `eplbTable` | `[experts, width]`: the number of instances of an expert, then these | INT32 | yes |
//! | `expertScalesOptional` | that of `expertIds` | FLOAT16, BFLOAT16, FLOAT | yes |
//! | `pruningThresholdOptional` | `[choices]`, `[1, choices]` | FLOAT | yes |
//! | `activeMaskOptional` | `[tokens]` | BOOL | yes |
//! | `balancedExpertIds` | that of `expertIds` | that of `expertIds` | yes |
//! | `balancedActiveMask` | that of `expertIds` | BOOL | yes |

use crate::ops::moe::{Instance, Pruning, UpdateExpert, update_expert};
use crate::prelude::*;

/// Writes for each choice the instance of its expert: that of a rank's group of ranks (`balanceMode` 0), or one after the other by the number of the token (1). With scales, a choice stays in
/// `balancedActiveMask` if its scale is at least its threshold times the sum of the token's and the token is active; without, the mask is not written. An expert that the table does not have, and a
/// number of instances that it cannot hold, end the task with an error.
#[aclnn]
fn aclnnMoeUpdateExpert(
    expert_ids: Input,
    eplb_table: Input,
    expert_scales_optional: Option<Input>,
    pruning_threshold_optional: Option<Input>,
    active_mask_optional: Option<Input>,
    local_rank_id: i64,
    world_size: i64,
    balance_mode: i64,
    balanced_expert_ids: Output,
    balanced_active_mask: Output,
) -> Planned {
    const CHIPS: Dtypes = on_910(&[]).and_910b(&[I32, I64]);
    expert_ids.dtype_in(CHIPS)?;
    eplb_table.dtype_is(I32)?;
    balanced_expert_ids.same_dtype(&expert_ids)?;
    balanced_active_mask.dtype_is(Bool)?;
    if let Some(scales) = &expert_scales_optional {
        scales.dtype_in(on_all(&[F16, Bf16, F32]))?;
    }
    if let Some(threshold) = &pruning_threshold_optional {
        threshold.dtype_is(F32)?;
    }
    if let Some(active) = &active_mask_optional {
        active.dtype_is(Bool)?;
    }
    let rules = || {
        let [tokens, choices] = contract::moe::extents::<2>(&expert_ids)?;
        let [experts, width] = contract::moe::extents::<2>(&eplb_table)?;
        if experts == 0 || width < 2 {
            return Err(eplb_table.shape_refused("experts, each with a number and an instance"));
        }
        let shape = [tokens, choices];
        balanced_expert_ids.shape_is(&shape, "that of `expertIds`")?;
        balanced_active_mask.shape_is(&shape, "that of `expertIds`")?;
        contract::ranks::number_in("balanceMode", balance_mode, &[0, 1])?;
        if balance_mode == 0 {
            if !(2..=768).contains(&world_size) {
                return Err(Error::value("worldSize", world_size, "2 to 768"));
            }
            if !(0..world_size).contains(&local_rank_id) {
                let allowed = format!("0 to {}", world_size - 1);
                return Err(Error::value("localRankId", local_rank_id, allowed));
            }
        }
        let missing = match (
            &expert_scales_optional,
            &pruning_threshold_optional,
            &active_mask_optional,
        ) {
            (None, None, None) => return Ok(()),
            (None, ..) => "expertScalesOptional",
            (_, None, _) => "pruningThresholdOptional",
            (Some(scales), Some(threshold), active) => {
                scales.shape_is(&shape, "that of `expertIds`")?;
                if threshold.shape() != [choices] {
                    threshold.shape_is(&[1, choices], "one for each choice")?;
                }
                return match active {
                    Some(active) => active.shape_is(&[tokens], "one for each token"),
                    None => Ok(()),
                };
            }
        };
        Err(Error::value(
            missing,
            "null",
            "a tensor beside the others of pruning",
        ))
    };
    rules().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let mask = balanced_active_mask.write()?;
    let pruning = match (&expert_scales_optional, &pruning_threshold_optional) {
        (Some(scales), Some(threshold)) => Some(Pruning {
            scales: scales.read()?,
            threshold: threshold.read()?,
            active: active_mask_optional
                .as_ref()
                .map(|active| active.read())
                .transpose()?,
            mask,
        }),
        _ => None,
    };
    Ok(update_expert(UpdateExpert {
        experts: expert_ids.read()?,
        table: eplb_table.read()?,
        instance: match balance_mode {
            0 => Instance::OfRank {
                rank: local_rank_id,
                ranks: world_size,
            },
            _ => Instance::OfToken,
        },
        balanced: balanced_expert_ids.write()?,
        pruning,
    })?)
}
