//! `aclnnQuantMatmulAllReduceV3`: a product of codes, summed over ranks; on Ascend910B and Ascend950. Source: ops-transformer, `mc2/matmul_all_reduce`.

use crate::contract::products_of_ranks::Joined;
use crate::contract::quant_of_ranks::QuantJoined;
use crate::prelude::*;

/// As `aclnnQuantMatmulAllReduceV2`. `commQuantScale1Optional` and `commQuantScale2Optional` are both null or both scales of columns, (N) or (1, N), of the type of the output. They change nothing here: sums are not rounded to INT8 on their way.
#[aclnn]
fn aclnnQuantMatmulAllReduceV3(
    x1: Input,
    x2: Input,
    bias_optional: Option<Input>,
    x3_optional: Option<Input>,
    dequant_scale: Input,
    pertoken_scale_optional: Option<Input>,
    comm_quant_scale1_optional: Option<Input>,
    comm_quant_scale2_optional: Option<Input>,
    group: Text,
    reduce_op: Text,
    comm_turn: i64,
    stream_mode: i64,
    output: ConstOutput,
) -> Planned {
    QuantJoined {
        of_exchange: [
            comm_quant_scale1_optional.as_ref(),
            comm_quant_scale2_optional.as_ref(),
        ],
        ..QuantJoined::new(
            Joined {
                operator: "QuantMatmulAllReduceV3",
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
            [pertoken_scale_optional.as_ref(), Some(&dequant_scale)],
            [
                "pertokenScaleOptional",
                "dequantScale",
                "biasOptional",
                "x3Optional",
            ],
        )
    }
    .all_reduced(false)
}
