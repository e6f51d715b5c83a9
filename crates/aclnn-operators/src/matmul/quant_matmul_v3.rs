//! `aclnnQuantMatmulV3`: products of quantised matrices with a scale of all results, or of each column.
//!
//! `out = (x1 · x2 + bias) · scale + offset` with a bias of INT32, `x1 · x2 · scale + bias` with another one. Sums of integers are those of INT32, wrapping.
//!
//! Source: ops-nn, `matmul/quant_batch_matmul_v3`.

use crate::contract::quant_matmul::QuantMatmul;
use crate::contract::quant_matmul::tables::earlier;
use crate::prelude::*;

/// Multiplies matrices of INT8 or INT4, and scales the results.
#[aclnn]
fn aclnnQuantMatmulV3(
    x1: Input,
    x2: Input,
    scale: Input,
    offset: Option<Input>,
    bias: Option<Input>,
    transpose_x1: bool,
    transpose_x2: bool,
    out: ConstOutput,
) -> Planned {
    QuantMatmul {
        x2_scale: Some(&scale),
        x2_offset: offset.as_ref(),
        bias: bias.as_ref(),
        transpose_x1,
        transpose_x2,
        ..QuantMatmul::new(&x1, &x2, earlier(), &out)
    }
    .planned()
}
