//! `aclnnMatmulAllReduceV2`: a product, summed over ranks; on Ascend910B, Ascend950 and Ascend310P. Source: ops-transformer,
//! `mc2/matmul_all_reduce`.

use crate::contract::products_of_ranks::Joined;
use crate::prelude::*;

/// As `aclnnMatmulAllReduce`, of `x1 @ x2 + bias + x3`: each rank adds its own `x3`, of the output's shape.
#[aclnn]
fn aclnnMatmulAllReduceV2(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    x3: Option<Input>,
    group: Text,
    reduce_op: Text,
    comm_turn: i64,
    stream_mode: i64,
    output: ConstOutput,
) -> Planned {
    Joined {
        operator: "MatmulAllReduceV2",
        x1: &x1,
        x2: &x2,
        transpose_x2: false,
        bias: bias.as_ref(),
        x3: x3.as_ref(),
        group: &group,
        reduce_op: Some(&reduce_op),
        comm_mode: None,
        gather_index: 0,
        comm_turn,
        stream_mode,
        output: &output,
    }
    .all_reduced()
}
