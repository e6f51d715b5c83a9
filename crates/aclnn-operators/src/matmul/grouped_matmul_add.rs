//! `aclnnGroupedMatmulAdd`: products of groups of inner elements, added to what is there: gradients of weights of experts.
//!
//! Source: ops-transformer, `gmm/grouped_matmul_add`.

use crate::contract::grouped::added;
use crate::prelude::*;

/// Adds to each matrix of `yRef` the product of the transposed rows of `x` of its group and those of `weight`.
#[aclnn]
fn aclnnGroupedMatmulAdd(
    x: Input,
    weight: Input,
    group_list: Input,
    y_ref: InOut,
    transpose_x: bool,
    transpose_weight: bool,
    group_type: i64,
) -> Planned {
    let list = 0;
    added(
        [&x, &weight, &group_list],
        &y_ref,
        [transpose_x, transpose_weight],
        [group_type, list],
    )
}
