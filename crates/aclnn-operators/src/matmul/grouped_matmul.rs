//! `aclnnGroupedMatmul`: products of groups of rows with a weight each.
//!
//! | argument | tensors | data type | strided |
//! |---|---|---|---|
//! | `x` | one of all rows, or one for each weight | FLOAT16, BFLOAT16, FLOAT, INT8 | yes |
//! | `weight` | one for each group, of rank 2 | FLOAT16, BFLOAT16, FLOAT, INT8 | yes |
//! | `biasOptional` | as `weight`: a number for each column | FLOAT16, BFLOAT16, FLOAT, INT32 | yes |
//! | `scaleOptional` | for INT8: words with a FLOAT, and an offset of 9 bits | UINT64 | yes |
//! | `antiquantScaleOptional`, `antiquantOffsetOptional` | for weights of INT8 with `x` of a floating-point type | that of `x` | yes |
//! | `y` | one of all rows, or one for each weight | that of `x` | yes |
//!
//! On Ascend950 `x` is not INT8, FLOAT on Ascend950 only.
//!
//! Source: ops-transformer, `gmm/grouped_matmul`.

use crate::contract::grouped::{GroupList, GroupedMatmul, Version, given};
use crate::prelude::*;

/// Multiplies groups of rows, or each tensor of `x`, by a weight of their own, adds biases, and scales. The ends of the groups are known when the call is planned.
#[aclnn]
fn aclnnGroupedMatmul(
    x: Inputs,
    weight: Inputs,
    bias_optional: Option<Inputs>,
    scale_optional: Option<Inputs>,
    offset_optional: Option<Inputs>,
    antiquant_scale_optional: Option<Inputs>,
    antiquant_offset_optional: Option<Inputs>,
    group_list_optional: Option<Ints>,
    split_item: i64,
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
        ..GroupedMatmul::new(Version::First, &x, &weight, &y)
    }
    .planned()
}
