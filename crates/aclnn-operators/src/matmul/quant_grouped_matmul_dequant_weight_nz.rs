//! `aclnnQuantGroupedMatmulDequantWeightNZ`: as `aclnnQuantGroupedMatmulDequant`, with a weight that is stored in FRACTAL_NZ, whatever its format says.
//!
//! Source: ops-transformer, `gmm/quant_grouped_matmul_dequant`.

use crate::contract::dequant::Dequant;
use crate::prelude::*;

/// Quantises groups of rows, multiplies them with weights of their own and scales the results.
#[aclnn]
fn aclnnQuantGroupedMatmulDequantWeightNZ(
    x: Input,
    weight: Input,
    weight_scale: Input,
    group_list: Input,
    bias_optional: Option<Input>,
    x_scale_optional: Option<Input>,
    x_offset_optional: Option<Input>,
    smooth_scale_optional: Option<Input>,
    x_quant_mode: MutText,
    transpose_weight: bool,
    out: Output,
) -> Planned {
    Dequant {
        x: &x,
        weight: &weight,
        weight_scale: &weight_scale,
        group_list: Some(&group_list),
        bias: bias_optional.as_ref(),
        x_scale: x_scale_optional.as_ref(),
        x_offset: x_offset_optional.as_ref(),
        smooth: smooth_scale_optional.as_ref(),
        mode: &x_quant_mode,
        transposes: transpose_weight,
        is_blocked: true,
        out: &out,
    }
    .planned()
}
