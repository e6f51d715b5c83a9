//! `aclnnQuantMatmulAlltoAll`: a product of codes whose columns go to all ranks; on Ascend910B and Ascend950. Source: ops-transformer,
//! `mc2/matmul_allto_all`.

use crate::contract::products_of_ranks::{Exchanged, Joined};
use crate::contract::quant_of_ranks::{QuantExchanged, reserved_of_exchanges};
use crate::prelude::*;

/// Multiplies `x1` (BS, H1) by `x2` (H1, H2); the columns of the product are cut in a block for each rank, and each rank gets its block of all ranks, one below the other in the order of ranks.
/// `x1QuantMode` 3: INT8 on Ascend910B, FLOAT8 on Ascend950, with FLOAT scales of rows, (BS), and columns, (H2). 6: FLOAT8 or FLOAT4_E2M1 with scales of 32 inner elements, FLOAT8_E8M0,
/// on Ascend950. The bias, (H2), is added behind the scales on Ascend910B, where it must be given, before them on Ascend950.
#[aclnn]
fn aclnnQuantMatmulAlltoAll(
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
        operator: "QuantMatmulAlltoAll",
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
