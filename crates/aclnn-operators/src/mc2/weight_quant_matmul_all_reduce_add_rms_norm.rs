//! `aclnnWeightQuantMatmulAllReduceAddRmsNorm`: a product that is summed over ranks, a residual, and their normalised rows; on Ascend910B. Source: ops-transformer, `mc2/matmul_all_reduce_add_rms_norm`.

use crate::contract::products_of_ranks::{Addend, Joined, Residual};
use crate::contract::quant_of_ranks::WeightQuantJoined;
use crate::prelude::*;

/// Computes `y`, the sum over all ranks of `x1 @ ((x2 + antiquantOffset) * antiquantScale) + bias`, in their order, and `residual`, rounded once, and `normOut`, the rows of `y` divided by the root of the mean of their squares and `epsilon`, times `gamma`. FLOAT16 or BFLOAT16 of `x1` (M, K) or (B, S, K), scales and offsets, INT8 or INT4 of `x2` (K, N); `residual`, `y` and `normOut` (B, S, N) of FLOAT16 or BFLOAT16, `gamma` (N).
#[aclnn]
fn aclnnWeightQuantMatmulAllReduceAddRmsNorm(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    antiquant_scale: Input,
    antiquant_offset: Option<Input>,
    residual: Input,
    gamma: Input,
    epsilon: f64,
    group: Text,
    reduce_op: Text,
    comm_turn: i64,
    stream_mode: i64,
    antiquant_group_size: i64,
    y: ConstOutput,
    norm_out: ConstOutput,
) -> Planned {
    let residual = Residual {
        residual: Addend::Read(&residual, &y),
        gamma: &gamma,
        epsilon,
    };
    WeightQuantJoined {
        joined: Joined {
            operator: "WeightQuantMatmulAllReduceAddRmsNorm",
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
            output: &norm_out,
        },
        antiquant_scale: &antiquant_scale,
        antiquant_offset: antiquant_offset.as_ref(),
        antiquant_group_size,
    }
    .normed(&residual)
}
