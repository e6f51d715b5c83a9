//! `aclnnQuantGroupedMatmulInplaceAdd`: products of groups of inner elements of codes of eight bits, scaled and added to what is there.
//!
//! Source: ops-transformer, `gmm/quant_grouped_matmul_inplace_add`.

use crate::contract::grouped::Quantised;
use crate::prelude::*;

/// Adds to each matrix of `yRef` the product of the transposed rows of `x1` of its group and those of `x2`, times their scales. `groupSize` is 32 with powers of two.
#[aclnn]
fn aclnnQuantGroupedMatmulInplaceAdd(
    x1: Input,
    x2: Input,
    scale1_optional: Option<Input>,
    scale2: Input,
    group_list: Input,
    y_ref: InOut,
    group_list_type: i64,
    group_size: i64,
) -> Planned {
    let _ = group_size;
    Quantised {
        x: [&x1, &x2],
        scales: [scale1_optional.as_ref(), Some(&scale2)],
        names: ["x1", "x2", "scale1Optional", "scale2"],
        list: Some((&group_list, group_list_type)),
        y: &y_ref,
    }
    .planned()
}
