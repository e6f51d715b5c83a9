//! `aclnnInplaceQuantMatmulAllReduceAddRmsNorm`: a product that is summed over ranks, a residual, and their normalised rows; on Ascend910B. Source: ops-transformer, `mc2/inplace_matmul_all_reduce_add_rms_norm`.

use crate::contract::products_of_ranks::{Addend, Joined, Residual};
use crate::contract::quant_of_ranks::QuantJoined;
use crate::prelude::*;

/// As `aclnnQuantMatmulAllReduceAddRmsNorm`, with the sum in place of `residual`.
#[aclnn]
fn aclnnInplaceQuantMatmulAllReduceAddRmsNorm(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    dequant_scale: Input,
    residual: ConstInOut,
    gamma: Input,
    epsilon: f64,
    group: Text,
    reduce_op: Text,
    comm_turn: i64,
    stream_mode: i64,
    norm_out: ConstOutput,
) -> Planned {
    let residual = Residual {
        residual: Addend::InPlace(&residual),
        gamma: &gamma,
        epsilon,
    };
    QuantJoined::new(
        Joined {
            operator: "InplaceQuantMatmulAllReduceAddRmsNorm",
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
        [None, Some(&dequant_scale)],
        ["x1Scale", "dequantScale", "bias", "x3"],
    )
    .normed(&residual)
}
