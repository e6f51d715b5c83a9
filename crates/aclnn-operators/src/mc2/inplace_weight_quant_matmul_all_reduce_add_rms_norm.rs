//! `aclnnInplaceWeightQuantMatmulAllReduceAddRmsNorm`: a product that is summed over ranks, a residual, and their normalised rows; on Ascend910B. Source: ops-transformer, `mc2/inplace_matmul_all_reduce_add_rms_norm`.

use crate::contract::products_of_ranks::{Addend, Joined, Residual};
use crate::contract::quant_of_ranks::WeightQuantJoined;
use crate::prelude::*;

/// As `aclnnWeightQuantMatmulAllReduceAddRmsNorm`, with the sum in place of `residual`.
#[aclnn]
fn aclnnInplaceWeightQuantMatmulAllReduceAddRmsNorm(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    antiquant_scale: Input,
    antiquant_offset: Option<Input>,
    residual: ConstInOut,
    gamma: Input,
    epsilon: f64,
    group: Text,
    reduce_op: Text,
    comm_turn: i64,
    stream_mode: i64,
    antiquant_group_size: i64,
    norm_out: ConstOutput,
) -> Planned {
    let residual = Residual {
        residual: Addend::InPlace(&residual),
        gamma: &gamma,
        epsilon,
    };
    WeightQuantJoined {
        joined: Joined {
            operator: "InplaceWeightQuantMatmulAllReduceAddRmsNorm",
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
