//! `aclnnQuantMatmulAllReduce`: a product of codes, summed over ranks; on Ascend910B and Ascend950. Source: ops-transformer, `mc2/matmul_all_reduce`.

use crate::contract::products_of_ranks::Joined;
use crate::contract::quant_of_ranks::QuantJoined;
use crate::prelude::*;

/// Computes the sum over all ranks of `(x1 @ x2 + bias) * dequantScale + x3`: each rank's in DOUBLE, summed in the order of the ranks, rounded once. INT8 of `x1` (M, K) or (B, S, K) and `x2` (K, N), in rows, transposed or, on Ascend910B, in FRACTAL_NZ; INT32 of `bias` (N); `dequantScale` (1), (N) or (1, N): words of `aclnnTransQuantParamV2` for FLOAT16, BFLOAT16 for BFLOAT16.
#[aclnn]
fn aclnnQuantMatmulAllReduce(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    x3: Option<Input>,
    dequant_scale: Input,
    group: Text,
    reduce_op: Text,
    comm_turn: i64,
    stream_mode: i64,
    output: ConstOutput,
) -> Planned {
    QuantJoined::new(
        Joined {
            operator: "QuantMatmulAllReduce",
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
        },
        [None, Some(&dequant_scale)],
        ["pertokenScaleOptional", "dequantScale", "bias", "x3"],
    )
    .all_reduced(false)
}
