//! `aclnnAlltoAllMatmul`: rows of all ranks side by side, multiplied; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `mc2/allto_all_matmul`.

use crate::contract::products_of_ranks::{Exchanged, Joined};
use crate::prelude::*;

/// Computes `exchanged @ x2 + biasOptional`: `x1` (BS, H) is cut into a block of rows for each rank, and a rank multiplies its blocks of all ranks, side by side in their order, (BS / ranks, ranks * H), which `alltoAllOutOptional` gets. FLOAT16 or BFLOAT16, the bias also FLOAT; `x2` (ranks * H, N), or with `transposeX2` its transpose. `alltoAllAxesOptional` is null, empty or [-2, -1].
#[aclnn]
fn aclnnAlltoAllMatmul(
    x1: Input,
    x2: Input,
    bias_optional: Option<Input>,
    allto_all_axes_optional: Option<Ints>,
    group: Text,
    transpose_x1: bool,
    transpose_x2: bool,
    output: ConstOutput,
    allto_all_out_optional: Option<ConstOutput>,
) -> Planned {
    Exchanged {
        joined: Joined {
            operator: "AlltoAllMatmul",
            x1: &x1,
            x2: &x2,
            transpose_x2,
            bias: bias_optional.as_ref(),
            x3: None,
            group: &group,
            reduce_op: None,
            comm_mode: None,
            gather_index: 0,
            comm_turn: 0,
            stream_mode: 1,
            output: &output,
        },
        all_to_all_axes: allto_all_axes_optional.as_ref(),
        transpose_x1,
    }
    .before(allto_all_out_optional.as_ref())
}
