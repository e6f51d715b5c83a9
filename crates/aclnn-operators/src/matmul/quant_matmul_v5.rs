//! `aclnnQuantMatmulV5`: products of quantised matrices with scales of rows, columns, groups, blocks or powers of two.
//!
//! | scales | formula |
//! |---|---|
//! | of all, columns, rows | `(x1 · x2 + bias) · x2Scale · x1Scale`, `x1 · x2 · x2Scale · x1Scale + bias` with a floating-point bias |
//! | of blocks of 1 or 128 rows, 128 columns and 128 inner elements; powers of two of 32 inner elements | `Σ (x1 · x2) · x1Scale · x2Scale + bias` |
//! | of groups of 32 inner elements of a weight of four bits | `x1 · (x2 · x2Scale) · yScale` |
//! | of groups of 256 inner elements of INT4 | `x1Scale · x2Scale · (x1 · x2 - x1 · x2Offset)` |
//! | INT8 by INT4 | `((x1 - 8) · (x2 · x2Scale) + yOffset) · x1Scale` |
//!
//! Source: ops-nn, `matmul/quant_batch_matmul_v4`.

use crate::contract::quant_matmul::QuantMatmul;
use crate::contract::quant_matmul::tables::fifth;
use crate::prelude::*;

/// Multiplies quantised matrices, and scales the results.
#[aclnn]
fn aclnnQuantMatmulV5(
    x1: Input,
    x2: Input,
    x1_scale: Option<Input>,
    x2_scale: Input,
    y_scale: Option<Input>,
    x1_offset: Option<Input>,
    x2_offset: Option<Input>,
    y_offset: Option<Input>,
    bias: Option<Input>,
    transpose_x1: bool,
    transpose_x2: bool,
    group_size: i64,
    out: Output,
) -> Planned {
    QuantMatmul {
        x1_scale: x1_scale.as_ref(),
        x2_scale: Some(&x2_scale),
        y_scale: y_scale.as_ref(),
        x1_offset: x1_offset.as_ref(),
        x2_offset: x2_offset.as_ref(),
        y_offset: y_offset.as_ref(),
        bias: bias.as_ref(),
        transpose_x1,
        transpose_x2,
        group_size,
        is_blocked: false,
        names: ["x2Scale", "x1Scale", "x2Offset"],
        ..QuantMatmul::new(&x1, &x2, fifth(), &out)
    }
    .planned()
}
