//! `aclnnAlltoAllQuantMatmul`: exchanged rows, multiplied as codes; on Ascend910B and Ascend950. Source: ops-transformer,
//! `mc2/allto_all_matmul`.

use crate::contract::products_of_ranks::{Exchanged, Joined};
use crate::contract::quant_of_ranks::{QuantExchanged, reserved_of_exchanges};
use crate::prelude::*;

/// Multiplies blocks of rows: each rank gets its block of the rows of `x1` (BS, H) of all ranks, their columns side by side in the order of ranks, quantises them where `x1QuantMode` is 7, and
/// multiplies them by `x2` (ranks × H, N). `x1QuantMode` 3: INT4 with FLOAT scales of rows, (BS), of which this rank's are read, on Ascend910B, where it is 7 for numbers that are not quantised. 7: FLOAT16 or BFLOAT16, each row times
/// `x1ScaleOptional` (ranks × H) quantised by its range to the type of `x2`, INT8 or INT4, on Ascend910B; without factors to `x1QuantDtype`, FLOAT8_E5M2 (35) or FLOAT8_E4M3FN (36), on
/// Ascend950. 6: FLOAT8 or FLOAT4_E2M1 with scales of 32 columns, FLOAT8_E8M0, on Ascend950. `x2Scale` (N), or (N, pairs of blocks, 2). The bias, (N), is added behind the scales on
/// Ascend910B, before them on Ascend950.
#[aclnn]
fn aclnnAlltoAllQuantMatmul(
    x1: Input,
    x2: Input,
    bias_optional: Option<Input>,
    x1_scale_optional: Option<Input>,
    x2_scale: Input,
    comm_scale_optional: Option<Input>,
    x1_offset_optional: Option<Input>,
    x2_offset_optional: Option<Input>,
    group: Text,
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
        operator: "AlltoAllQuantMatmul",
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
