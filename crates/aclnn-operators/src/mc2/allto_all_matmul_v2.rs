//! `aclnnAlltoAllMatmulV2`: rows of all ranks side by side, multiplied; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `mc2/allto_all_matmul`.

use crate::contract::products_of_ranks::{Exchanged, Joined};
use crate::prelude::*;

/// As `aclnnAlltoAllMatmul`. `commMode` ("aiv", "ai_cpu", "ccu") changes nothing here.
#[aclnn]
fn aclnnAlltoAllMatmulV2(
    x1: Input,
    x2: Input,
    bias_optional: Option<Input>,
    allto_all_axes_optional: Option<Ints>,
    group: Text,
    comm_mode: Text,
    transpose_x1: bool,
    transpose_x2: bool,
    output: ConstOutput,
    allto_all_out_optional: Option<ConstOutput>,
) -> Planned {
    Exchanged {
        joined: Joined {
            operator: "AlltoAllMatmulV2",
            x1: &x1,
            x2: &x2,
            transpose_x2,
            bias: bias_optional.as_ref(),
            x3: None,
            group: &group,
            reduce_op: None,
            comm_mode: Some(&comm_mode),
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
