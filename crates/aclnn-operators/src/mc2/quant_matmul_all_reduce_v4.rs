//! `aclnnQuantMatmulAllReduceV4`: a product of codes, summed over ranks; on Ascend910B and Ascend950. Source: ops-transformer, `mc2/matmul_all_reduce`.

use crate::contract::products_of_ranks::Joined;
use crate::contract::quant_of_ranks::QuantJoined;
use crate::prelude::*;

/// As `aclnnQuantMatmulAllReduceV3`, on Ascend950 of FLOAT8, HIFLOAT8 and FLOAT4_E2M1 too: with scales of rows and columns, of blocks of 128 × 128 or, of type FLOAT8_E8M0, of 32 inner elements. `commQuantMode` (0, or 1 of FLOAT8) changes nothing here.
#[aclnn]
fn aclnnQuantMatmulAllReduceV4(
    x1: Input,
    x2: Input,
    bias_optional: Option<Input>,
    x3_optional: Option<Input>,
    x1_scale_optional: Option<Input>,
    x2_scale: Input,
    comm_quant_scale1_optional: Option<Input>,
    comm_quant_scale2_optional: Option<Input>,
    group: Text,
    reduce_op: Text,
    comm_turn: i64,
    stream_mode: i64,
    group_size: i64,
    comm_quant_mode: i64,
    output: ConstOutput,
) -> Planned {
    let is_e8 = matches!(x1.dtype()?, F8E4m3fn | F8E5m2);
    let modes: &[i64] = if is_e8 { &[0, 1] } else { &[0] };
    contract::ranks::number_in("commQuantMode", comm_quant_mode, modes)?;
    QuantJoined {
        of_exchange: [
            comm_quant_scale1_optional.as_ref(),
            comm_quant_scale2_optional.as_ref(),
        ],
        group_size,
        ..QuantJoined::new(
            Joined {
                operator: "QuantMatmulAllReduceV4",
                x1: &x1,
                x2: &x2,
                transpose_x2: false,
                bias: bias_optional.as_ref(),
                x3: x3_optional.as_ref(),
                group: &group,
                reduce_op: Some(&reduce_op),
                comm_mode: None,
                gather_index: 0,
                comm_turn,
                stream_mode,
                output: &output,
            },
            [x1_scale_optional.as_ref(), Some(&x2_scale)],
            ["x1ScaleOptional", "x2Scale", "biasOptional", "x3Optional"],
        )
    }
    .all_reduced(true)
}
