//! `aclnnGroupedMatmulWeightNz`: grouped products with weights in FRACTAL_NZ.
//!
//! Source: ops-transformer, `gmm/grouped_matmul`.

use crate::contract::grouped::{GroupList, GroupedMatmul, Version, given};
use crate::prelude::*;

/// As `aclnnGroupedMatmulV5`, with weights that are stored in FRACTAL_NZ, whatever their format says. No groups of steps, and neither FLOAT, nor weights of INT8, INT4 and codes of 8 bits beside FLOAT16 and BFLOAT16.
#[aclnn]
fn aclnnGroupedMatmulWeightNz(
    x: Inputs,
    weight: Inputs,
    bias_optional: Option<Inputs>,
    scale_optional: Option<Inputs>,
    offset_optional: Option<Inputs>,
    antiquant_scale_optional: Option<Inputs>,
    antiquant_offset_optional: Option<Inputs>,
    per_token_scale_optional: Option<Inputs>,
    group_list_optional: Option<Input>,
    activation_input_optional: Option<Inputs>,
    activation_quant_scale_optional: Option<Inputs>,
    activation_quant_offset_optional: Option<Inputs>,
    split_item: i64,
    group_type: i64,
    group_list_type: i64,
    act_type: i64,
    tuning_config_optional: Option<MutInts>,
    quant_group_size: i64,
    out: Outputs,
    activation_feature_out_optional: Option<Outputs>,
    dyn_quant_scale_out_optional: Option<Outputs>,
) -> Planned {
    GroupedMatmul {
        bias: given(&bias_optional),
        scale: given(&scale_optional),
        offset: given(&offset_optional),
        antiquant_scale: given(&antiquant_scale_optional),
        antiquant_offset: given(&antiquant_offset_optional),
        group_list: group_list_optional
            .as_ref()
            .map_or(GroupList::Absent, GroupList::Device),
        split_item,
        group_type,
        per_token_scale: given(&per_token_scale_optional),
        group_list_type,
        act_type,
        reserved: [
            (
                "activationInputOptional",
                given(&activation_input_optional).is_some(),
            ),
            (
                "activationQuantScaleOptional",
                given(&activation_quant_scale_optional).is_some(),
            ),
            (
                "activationQuantOffsetOptional",
                given(&activation_quant_offset_optional).is_some(),
            ),
            (
                "activationFeatureOutOptional",
                activation_feature_out_optional.is_some_and(|list| !list.is_empty()),
            ),
            (
                "dynQuantScaleOutOptional",
                dyn_quant_scale_out_optional.is_some_and(|list| !list.is_empty()),
            ),
        ],
        tuning_config: tuning_config_optional.as_ref(),
        quant_group_size,
        ..GroupedMatmul::new(Version::WeightNz, &x, &weight, &out)
    }
    .planned()
}
