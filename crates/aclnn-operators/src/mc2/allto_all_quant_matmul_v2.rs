//! `aclnnAlltoAllQuantMatmulV2`: exchanged rows, multiplied as codes; on Ascend910B and Ascend950. Source: ops-transformer,
//! `mc2/allto_all_matmul`.

use crate::contract::products_of_ranks::{Exchanged, Joined};
use crate::contract::quant_of_ranks::{QuantExchanged, reserved_of_exchanges};
use crate::prelude::*;

/// As `aclnnAlltoAllQuantMatmul`. `commMode` ("aiv", "ai_cpu", "ccu") changes nothing here.
#[aclnn]
fn aclnnAlltoAllQuantMatmulV2(
    x1: Input,
    x2: Input,
    bias_optional: Option<Input>,
    x1_scale_optional: Option<Input>,
    x2_scale: Input,
    comm_scale_optional: Option<Input>,
    x1_offset_optional: Option<Input>,
    x2_offset_optional: Option<Input>,
    group: Text,
    comm_mode: Text,
    allto_all_axes_optional: Option<Ints>,
    x1_quant_mode: i64,
    x2_quant_mode: i64,
    comm_quant_mode: i64,
    comm_quant_dtype: i64,
    x1_quant_dtype: i64,
    group_size: i64,
    transpose_x1: bool,
    transpose_x2: bool,
    output: ConstOutput,
    allto_all_out_optional: Option<ConstOutput>,
) -> Planned {
    let joined = Joined {
        operator: "AlltoAllQuantMatmulV2",
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
        x1_scale: x1_scale_optional.as_ref(),
        x2_scale: &x2_scale,
        name: "x1ScaleOptional",
        modes: [x1_quant_mode, x2_quant_mode],
        of_exchange: [comm_quant_mode, comm_quant_dtype],
        x1_dtype: Some(x1_quant_dtype),
        group_size,
        reserved: reserved_of_exchanges([
            &comm_scale_optional,
            &x1_offset_optional,
            &x2_offset_optional,
        ]),
    }
    .before(allto_all_out_optional.as_ref())
}
