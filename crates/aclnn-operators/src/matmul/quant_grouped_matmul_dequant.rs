//! `aclnnQuantGroupedMatmulDequant`: groups of rows of FLOAT16, quantised to INT8, times weights of INT8 of their own, and scaled again.
//!
//! | argument      | shape                                                                  | data type    |
//! |---------------|------------------------------------------------------------------------|--------------|
//! | `weight`      | `[g, n, k]`, or its blocks `[g, ceil(k / 32), ceil(n / 16), 16, 32]`   | INT8         |
//! | `weightScale` | `[g, n]`                                                               | FLOAT, INT64 |
//! | `groupList`   | `[g]`: the end of each group, which are rising                         | INT64        |
//!
//! The others are those of `aclnnQuantMatmulDequant`. Rows behind the last group are not written. Inference chips only.
//!
//! Source: ops-transformer, `gmm/quant_grouped_matmul_dequant`.

use crate::contract::dequant::Dequant;
use crate::prelude::*;

/// Quantises groups of rows, multiplies them with weights of their own and scales the results.
#[aclnn]
fn aclnnQuantGroupedMatmulDequant(
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
    out: ConstOutput,
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
        is_blocked: false,
        out: &out,
    }
    .planned()
}
