//! `aclnnQuantMatmulAllReduceAddRmsNorm`: a product that is summed over ranks, a residual, and their normalised rows; on Ascend910B. Source: ops-transformer, `mc2/matmul_all_reduce_add_rms_norm`.

use crate::contract::products_of_ranks::{Addend, Joined, Residual};
use crate::contract::quant_of_ranks::QuantJoined;
use crate::prelude::*;

/// Computes `y`, the sum over all ranks of `(x1 @ x2 + bias) * dequantScale`, in their order, and `residual`, rounded once, and `normOut`, the rows of `y` divided by the root of the mean of their squares and `epsilon`, times `gamma`. INT8 of `x1` (M, K) or (B, S, K) and `x2` (K, N), INT32 of `bias`; words of `aclnnTransQuantParamV2` in `dequantScale` with FLOAT16, BFLOAT16 with BFLOAT16; `residual`, `y` and `normOut` (B, S, N) of FLOAT16 or BFLOAT16, `gamma` (N).
#[aclnn]
fn aclnnQuantMatmulAllReduceAddRmsNorm(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    dequant_scale: Input,
    residual: Input,
    gamma: Input,
    epsilon: f64,
    group: Text,
    reduce_op: Text,
    comm_turn: i64,
    stream_mode: i64,
    y: ConstOutput,
    norm_out: ConstOutput,
) -> Planned {
    let residual = Residual {
        residual: Addend::Read(&residual, &y),
        gamma: &gamma,
        epsilon,
    };
    QuantJoined::new(
        Joined {
            operator: "QuantMatmulAllReduceAddRmsNorm",
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
