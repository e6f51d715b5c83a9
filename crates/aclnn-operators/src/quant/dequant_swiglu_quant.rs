//! `aclnnDequantSwigluQuant`: sums of products of integers made numbers, a gated unit of them, quantised.
//!
//! | argument                 | shape                                                | data type                       | strided |
//! |--------------------------|------------------------------------------------------|---------------------------------|---------|
//! | `x`                      | rank 2 to 8, `[…, 2H]`                               | INT32, BFLOAT16; FLOAT16 on Ascend950 | yes |
//! | `weightScaleOptional`    | `[2H]` or `[groups, 2H]`; for INT32, and for it only | FLOAT                           | yes     |
//! | `activationScaleOptional` | a number for each row; may be null                  | FLOAT                           | yes     |
//! | `biasOptional`           | as `weightScaleOptional`; may be null                | FLOAT, FLOAT16, BFLOAT16, INT32 | yes     |
//! | `quantScaleOptional`     | `[1]`, `[H]`, `[groups]` or `[groups, H]`; may be null for "dynamic" | FLOAT, FLOAT16  | yes     |
//! | `quantOffsetOptional`    | as `quantScaleOptional`; may be null                 | FLOAT, FLOAT16                  | yes     |
//! | `groupIndexOptional`     | `[groups]`, or `[groups, 2]` of groups and their rows; may be null | INT32, INT64      | yes     |
//! | `yOut`                   | `[…, H]`                                             | INT8                            | yes     |
//! | `scaleOut`               | a number for each row                                | FLOAT                           | yes     |
//!
//! A row is `x · weightScale · activationScale + bias`; a bias of INT32 is added to `x` before. Of its halves it is `silu(a) · b` (`activateLeft` false: of the right half and the left one).
//! "dynamic" multiplies by `quantScaleOptional` and quantises as `aclnnDynamicQuant` does; "static" (also null) stores the quotient by it plus `quantOffsetOptional`, and leaves `scaleOut`.
//! `groupIndexOptional` has the numbers of rows of groups; rows behind the last group are left as they are.
//!
//! Source: ops-nn, `quant/dequant_swiglu_quant`.

use crate::contract::swiglu::DequantSwigluCall;
use crate::ops::quant::{RoundMode, Unit};
use crate::prelude::*;

/// Dequantises sums, computes a gated unit of rows and quantises it.
#[aclnn]
fn aclnnDequantSwigluQuant(
    x: Input,
    weight_scale_optional: Option<Input>,
    activation_scale_optional: Option<Input>,
    bias_optional: Option<Input>,
    quant_scale_optional: Option<Input>,
    quant_offset_optional: Option<Input>,
    group_index_optional: Option<Input>,
    activate_left: bool,
    quant_mode_optional: Option<MutText>,
    y_out: ConstOutput,
    scale_out: ConstOutput,
) -> Planned {
    DequantSwigluCall {
        x: &x,
        weight_scale: weight_scale_optional.as_ref(),
        activation_scale: activation_scale_optional.as_ref(),
        bias: bias_optional.as_ref(),
        quant_scale: quant_scale_optional.as_ref(),
        quant_offset: quant_offset_optional.as_ref(),
        group_index: group_index_optional.as_ref(),
        unit: Unit::plain(activate_left),
        mode: quant_mode_optional.as_ref(),
        rounding: RoundMode::Rint,
        activate_dim: -1,
        codes: on_all(&[]).and_910b(&[I8]),
        y: &y_out,
        scale: &scale_out,
    }
    .plan()
}
