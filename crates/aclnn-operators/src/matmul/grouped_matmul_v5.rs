//! `aclnnGroupedMatmulV5`: grouped products, with numbers for tuning.
//!
//! Source: ops-transformer, `gmm/grouped_matmul`.

use crate::contract::grouped::{GroupList, GroupedMatmul, Version, given};
use crate::prelude::*;

/// As `aclnnGroupedMatmulV4`. Of `tuningConfigOptional` 1 as second number says that weights of INT4 beside INT8 are of columns by steps, (E, N, K), in FRACTAL_NZ; the others change nothing.
#[aclnn]
fn aclnnGroupedMatmulV5(
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
        ..GroupedMatmul::new(Version::Fifth, &x, &weight, &out)
    }
    .planned()
}
