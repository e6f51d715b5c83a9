//! `aclnnGroupedMatmulV2`: products of groups of rows or of inner elements.
//!
//! Source: ops-transformer, `gmm/grouped_matmul`.

use crate::contract::grouped::{GroupList, GroupedMatmul, Version, given};
use crate::prelude::*;

/// As `aclnnGroupedMatmul`, with groups of rows (`groupType` 0), of inner elements (2), or none (-1), and one weight of rank 3; FLOAT on Ascend910B too.
#[aclnn]
fn aclnnGroupedMatmulV2(
    x: Inputs,
    weight: Inputs,
    bias_optional: Option<Inputs>,
    scale_optional: Option<Inputs>,
    offset_optional: Option<Inputs>,
    antiquant_scale_optional: Option<Inputs>,
    antiquant_offset_optional: Option<Inputs>,
    group_list_optional: Option<Ints>,
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
            .map_or(GroupList::Absent, GroupList::Host),
        split_item,
        group_type,
        ..GroupedMatmul::new(Version::Second, &x, &weight, &y)
    }
    .planned()
}
