//! `aclnnQuantMatmulAlltoAllV2`: a product of codes whose columns go to all ranks; on Ascend910B and Ascend950. Source: ops-transformer,
//! `mc2/matmul_allto_all`.

use crate::contract::products_of_ranks::{Exchanged, Joined};
use crate::contract::quant_of_ranks::{QuantExchanged, reserved_of_exchanges};
use crate::prelude::*;

/// As `aclnnQuantMatmulAlltoAll`. `commMode` ("aiv", "ai_cpu", "ccu") changes nothing here.
#[aclnn]
fn aclnnQuantMatmulAlltoAllV2(
    x1: Input,
    x2: Input,
    bias_optional: Option<Input>,
    x1_scale: Input,
    x2_scale: Input,
    comm_scale_optional: Option<Input>,
    x1_offset_optional: Option<Input>,
    x2_offset_optional: Option<Input>,
    allto_all_axes_optional: Option<Ints>,
    group: Text,
    comm_mode: Text,
    x1_quant_mode: i64,
    x2_quant_mode: i64,
    comm_quant_mode: i64,
    comm_quant_dtype: i64,
    group_size: i64,
    transpose_x1: bool,
    transpose_x2: bool,
    output: ConstOutput,
) -> Planned {
    let joined = Joined {
        operator: "QuantMatmulAlltoAllV2",
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
    };
    QuantExchanged {
        exchanged: Exchanged {
            joined,
            all_to_all_axes: allto_all_axes_optional.as_ref(),
            transpose_x1,
        },
        x1_scale: Some(&x1_scale),
        x2_scale: &x2_scale,
        name: "x1Scale",
        modes: [x1_quant_mode, x2_quant_mode],
        of_exchange: [comm_quant_mode, comm_quant_dtype],
        x1_dtype: None,
        group_size,
        reserved: reserved_of_exchanges([
            &comm_scale_optional,
            &x1_offset_optional,
            &x2_offset_optional,
        ]),
    }
    .behind()
}
