//! `aclnnAllGatherMatmulV2`: the rows of all ranks, multiplied, of codes too; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `mc2/all_gather_matmul_v2`.

use crate::contract::products_of_ranks::Joined;
use crate::contract::quant_of_ranks::{QuantJoined, reserved_of_codes};
use crate::prelude::*;

/// As `aclnnAllGatherMatmul`, and `(gathered @ x2 + bias) * x1Scale * x2Scale` of codes: on Ascend910B INT8 or INT4 with scales of rows, (M, 1), which are gathered too, and
/// of columns, (1, N), without a bias; on Ascend950 FLOAT8, HIFLOAT8 or FLOAT4_E2M1 with one FLOAT for each side, with FLOAT for blocks of 128 × 128, or with FLOAT8_E8M0 for 32
/// inner elements. `quantScale` and `amaxOut` are null or empty, `blockSize` 0; `commMode` ("aiv", "ai_cpu", "ccu") changes nothing here.
#[aclnn]
fn aclnnAllGatherMatmulV2(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    x1_scale: Option<Input>,
    x2_scale: Option<Input>,
    quant_scale: Option<Input>,
    block_size: i64,
    group: Text,
    gather_index: i64,
    comm_turn: i64,
    stream_mode: i64,
    group_size: i64,
    comm_mode: Text,
    output: Output,
    gather_out: Option<Output>,
    amax_out: Option<Output>,
) -> Planned {
    let joined = Joined {
        operator: "AllGatherMatmulV2",
        x1: &x1,
        x2: &x2,
        transpose_x2: false,
        bias: bias.as_ref(),
        x3: None,
        group: &group,
        reduce_op: None,
        comm_mode: Some(&comm_mode),
        gather_index,
        comm_turn,
        stream_mode,
        output: &output,
    };
    let reserved = reserved_of_codes(&quant_scale, &amax_out, "amaxOut", block_size)?;
    QuantJoined {
        group_size,
        reserved,
        ..QuantJoined::new(
            joined,
            [x1_scale.as_ref(), x2_scale.as_ref()],
            ["x1Scale", "x2Scale", "bias", "x3"],
        )
    }
    .gathered(gather_out.as_ref())
}
