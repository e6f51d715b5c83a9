//! `aclnnWeightQuantBatchMatmulNz`: products of floating-point matrices with weights of fewer bits, stored in FRACTAL_NZ.
//!
//! `y = x · ((weight + antiquantOffset) · antiquantScale) + bias`, computed in DOUBLE and rounded once; with `quantScaleOptional` times that, plus an offset, in INT8.
//!
//! Source: ops-nn, `matmul/weight_quant_batch_matmul_v2`.

use crate::contract::weight_quant::WeightQuant;
use crate::prelude::*;

/// Multiplies matrices by weights of 8 or 4 bits that are scaled first.
#[aclnn]
fn aclnnWeightQuantBatchMatmulNz(
    x: Input,
    weight: Input,
    antiquant_scale: Input,
    antiquant_offset_optional: Option<Input>,
    quant_scale_optional: Option<Input>,
    quant_offset_optional: Option<Input>,
    bias_optional: Option<Input>,
    antiquant_group_size: c_int,
    y: ConstOutput,
) -> Planned {
    WeightQuant {
        x: &x,
        weight: &weight,
        antiquant_scale: &antiquant_scale,
        antiquant_offset: antiquant_offset_optional.as_ref(),
        quant_scale: quant_scale_optional.as_ref(),
        quant_offset: quant_offset_optional.as_ref(),
        bias: bias_optional.as_ref(),
        antiquant_group_size,
        y: &y,
        is_blocked: true,
    }
    .planned()
}
