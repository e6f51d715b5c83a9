//! `aclnnMatmulAllReduce`: a product, summed over ranks; on Ascend910B, Ascend950 and Ascend310P. Source: ops-transformer,
//! `mc2/matmul_all_reduce`.

use crate::contract::products_of_ranks::Joined;
use crate::prelude::*;

/// Computes the sum over all ranks of `x1 @ x2 + bias`, in the order of the ranks: products and sums in DOUBLE, rounded once. `x1` is (M, K) or (B, S, K), `x2` (K, N), in rows, transposed or in FRACTAL_NZ, `bias` (N); FLOAT16 or BFLOAT16 (Ascend310P: FLOAT16).
/// `reduceOp` is "sum", `commTurn` 0, `streamMode` 1.
#[aclnn]
fn aclnnMatmulAllReduce(
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
        operator: "MatmulAllReduce",
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
    .all_reduced()
}
