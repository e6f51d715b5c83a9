//! `aclnnGroupedMatmulV3`: grouped products whose groups a tensor lists.
//!
//! Source: ops-transformer, `gmm/grouped_matmul`.

use crate::contract::grouped::{GroupList, GroupedMatmul, Version, given};
use crate::prelude::*;

/// As `aclnnGroupedMatmulV2`, with the ends of the groups in a tensor that is read when the products run. Results of rows behind the last group are not written.
#[aclnn]
fn aclnnGroupedMatmulV3(
    x: Inputs,
    weight: Inputs,
    bias_optional: Option<Inputs>,
    scale_optional: Option<Inputs>,
    offset_optional: Option<Inputs>,
    antiquant_scale_optional: Option<Inputs>,
    antiquant_offset_optional: Option<Inputs>,
    group_list_optional: Option<Input>,
    split_item: i64,
    group_type: i64,
    y: ConstOutputs,
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
        ..GroupedMatmul::new(Version::Third, &x, &weight, &y)
    }
    .planned()
}
