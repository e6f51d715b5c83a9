//! `aclnnFusedQuantMatmul`: products of INT8 or INT4 with scales of rows and columns, through a Gaussian error linear unit.
//!
//! Source: ops-nn, `matmul/fused_quant_mat_mul`.

use crate::contract::quant_matmul::QuantMatmul;
use crate::contract::quant_matmul::tables::FUSED;
use crate::device::soc::Generation;
use crate::ops::grouped::Activation;
use crate::prelude::*;

/// Multiplies matrices, scales the results by row and column, and applies a Gaussian error linear unit: `gelu_tanh` or `gelu_erf`.
#[aclnn]
fn aclnnFusedQuantMatmul(
    x1: Input,
    x2: Input,
    x1_scale: Option<Input>,
    x2_scale: Option<Input>,
    y_scale_optional: Option<Input>,
    x1_offset_optional: Option<Input>,
    x2_offset_optional: Option<Input>,
    y_offset_optional: Option<Input>,
    bias_optional: Option<Input>,
    x3_optional: Option<Input>,
    fused_op_type: Text,
    group_size_optional: i64,
    out: Output,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend910B])?;
    let activation = match &*fused_op_type {
        "gelu_tanh" => Activation::GeluByTanh,
        "gelu_erf" => Activation::Gelu,
        other => return Err(Error::value("fusedOpType", other, "gelu_tanh or gelu_erf").into()),
    };
    let reserved = [
        ("x1OffsetOptional", x1_offset_optional.is_some()),
        ("x3Optional", x3_optional.is_some()),
    ];
    crate::contract::sides::absent(&reserved, "in this version")?;
    QuantMatmul {
        x1_scale: x1_scale.as_ref(),
        x2_scale: x2_scale.as_ref(),
        y_scale: y_scale_optional.as_ref(),
        x2_offset: x2_offset_optional.as_ref(),
        y_offset: y_offset_optional.as_ref(),
        bias: bias_optional.as_ref(),
        group_size: group_size_optional,
        is_blocked: false,
        names: ["x2Scale", "x1Scale", "x2OffsetOptional"],
        activation: Some(activation),
        ..QuantMatmul::new(&x1, &x2, FUSED, &out)
    }
    .planned()
}
