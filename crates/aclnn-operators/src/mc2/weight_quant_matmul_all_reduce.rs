//! `aclnnWeightQuantMatmulAllReduce`: a product with a weight of few bits, summed over ranks; on Ascend910B and Ascend950. Source: ops-transformer, `mc2/matmul_all_reduce`.

use crate::contract::products_of_ranks::Joined;
use crate::contract::quant_of_ranks::WeightQuantJoined;
use crate::prelude::*;

/// Computes the sum over all ranks of `x1 @ ((x2 + antiquantOffset) * antiquantScale) + bias + x3`, in the order of the ranks, rounded once. FLOAT16 or BFLOAT16 of `x1` (M, K) or (B, S, K), scales, offsets, `bias` (N) and `x3`; INT8 or INT4, on Ascend950 FLOAT8_E4M3FN or HIFLOAT8 too, of `x2` (K, N). `antiquantScale` (1), (N), (1, N) or, with `antiquantGroupSize`, (groups of K, N).
#[aclnn]
fn aclnnWeightQuantMatmulAllReduce(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    antiquant_scale: Input,
    antiquant_offset: Option<Input>,
    x3: Option<Input>,
    group: Text,
    reduce_op: Text,
    comm_turn: i64,
    stream_mode: i64,
    antiquant_group_size: i64,
    output: ConstOutput,
) -> Planned {
    WeightQuantJoined {
        joined: Joined {
            operator: "WeightQuantMatmulAllReduce",
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
        antiquant_scale: &antiquant_scale,
        antiquant_offset: antiquant_offset.as_ref(),
        antiquant_group_size,
    }
    .all_reduced()
}
