//! `aclnnMatmulReduceScatter`: a product, summed over ranks, of which each gets a block of rows; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `mc2/matmul_reduce_scatter`.

use crate::contract::products_of_ranks::Joined;
use crate::prelude::*;

/// Computes the sum over all ranks of `x1 @ x2 + bias`, of which each rank gets its block of rows: products and sums in DOUBLE, in the order of the ranks, rounded once. FLOAT16 or BFLOAT16; `x1` (M, K), M a multiple of the number of ranks, `x2` (K, N) in rows or transposed, `bias` (N). `reduceOp` is "sum", `commTurn` 0, `streamMode` 1.
#[aclnn]
fn aclnnMatmulReduceScatter(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    group: Text,
    reduce_op: Text,
    comm_turn: i64,
    stream_mode: i64,
    output: ConstOutput,
) -> Planned {
    Joined {
        operator: "MatmulReduceScatter",
        x1: &x1,
        x2: &x2,
        transpose_x2: false,
        bias: bias.as_ref(),
        x3: None,
        group: &group,
        reduce_op: Some(&reduce_op),
        comm_mode: None,
        gather_index: 0,
        comm_turn,
        stream_mode,
        output: &output,
    }
    .reduce_scattered(false)
}
