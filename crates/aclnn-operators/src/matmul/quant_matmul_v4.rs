//! `aclnnQuantMatmulV4`: products of quantised matrices with scales of rows and columns.
//!
//! As `aclnnQuantMatmulV3`, times `pertokenScaleOptional` of the row, before a floating-point bias is added.
//!
//! Source: ops-nn, `matmul/quant_batch_matmul_v3`.

use crate::contract::quant_matmul::QuantMatmul;
use crate::contract::quant_matmul::tables::earlier;
use crate::prelude::*;

/// Multiplies matrices of INT8 or INT4, and scales the results by row and column.
#[aclnn]
fn aclnnQuantMatmulV4(
    x1: Input,
    x2: Input,
    scale: Input,
    offset: Option<Input>,
    pertoken_scale_optional: Option<Input>,
    bias: Option<Input>,
    transpose_x1: bool,
    transpose_x2: bool,
    out: ConstOutput,
) -> Planned {
    QuantMatmul {
        x1_scale: pertoken_scale_optional.as_ref(),
        x2_scale: Some(&scale),
        x2_offset: offset.as_ref(),
        bias: bias.as_ref(),
        transpose_x1,
        transpose_x2,
        ..QuantMatmul::new(&x1, &x2, earlier(), &out)
    }
    .planned()
}
