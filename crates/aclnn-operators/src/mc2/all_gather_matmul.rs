//! `aclnnAllGatherMatmul`: the rows of all ranks, multiplied; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `mc2/all_gather_matmul`.

use crate::contract::products_of_ranks::Joined;
use crate::prelude::*;

/// Computes `gathered @ x2 + bias`, of the rows of `x1` of all ranks in their order, which `gatherOut` gets unless it is empty or null. FLOAT16 or BFLOAT16; `x1` (M, K), `x2` (K, N) in rows or transposed, `bias` (N). `gatherIndex` and `commTurn` are 0, `streamMode` 1.
#[aclnn]
fn aclnnAllGatherMatmul(
    x1: Input,
    x2: Input,
    bias: Option<Input>,
    group: Text,
    gather_index: i64,
    comm_turn: i64,
    stream_mode: i64,
    output: ConstOutput,
    gather_out: Option<ConstOutput>,
) -> Planned {
    Joined {
        operator: "AllGatherMatmul",
        x1: &x1,
        x2: &x2,
        transpose_x2: false,
        bias: bias.as_ref(),
        x3: None,
        group: &group,
        reduce_op: None,
        comm_mode: None,
        gather_index,
        comm_turn,
        stream_mode,
        output: &output,
    }
    .gathered(gather_out.as_ref())
}
