//! `aclnnSwiGluQuant`: rows of a gated unit, quantised.
//!
//! | argument               | shape                                              | data type                | strided |
//! |------------------------|----------------------------------------------------|--------------------------|---------|
//! | `x`                    | rank 2 to 8; an even last dimension up to 8192     | FLOAT, FLOAT16, BFLOAT16 | yes     |
//! | `smoothScalesOptional` | `[groups, columns]` or `[groups]`; may be null for "dynamic" | FLOAT          | yes     |
//! | `offsetsOptional`      | that of `smoothScalesOptional`; may be null        | FLOAT                    | yes     |
//! | `groupIndexOptional`   | `[groups]`; null is one group of all rows          | INT32                    | yes     |
//! | `yOut`                 | that of `x` with half the last dimension           | INT8                     | yes     |
//! | `scaleOut`             | that of `x` without the last dimension             | FLOAT                    | yes     |
//!
//! A row is `silu(a) · b` of its halves (`activateLeft` false: of the right half and the left one), times the factors of its group. "dynamic" (also null) stores it times
//! `scaleOut = 127 / max`; "static" stores it plus the offsets, and leaves `scaleOut`. Group `g` ends before row `groupIndexOptional[g]`; rows behind the last group are left. Ascend910B, Ascend910_93 and
//! Ascend950.
//!
//! Source: ops-nn, `quant/swi_glu_quant`.

use crate::contract::swiglu::SwiGluQuantCall;
use crate::prelude::*;

/// Computes a gated unit of rows and quantises it.
#[aclnn]
fn aclnnSwiGluQuant(
    x: Input,
    smooth_scales_optional: Option<Input>,
    offsets_optional: Option<Input>,
    group_index_optional: Option<Input>,
    activate_left: bool,
    quant_mode_optional: Option<MutText>,
    y_out: ConstOutput,
    scale_out: ConstOutput,
) -> Planned {
    SwiGluQuantCall {
        x: &x,
        smooth: smooth_scales_optional.as_ref(),
        offsets: offsets_optional.as_ref(),
        group_index: group_index_optional.as_ref(),
        activate_left,
        mode: quant_mode_optional.as_ref(),
        group_list_type: 0,
        codes: on_all(&[]).and_910b(&[I8]),
        y: &y_out,
        scale: &scale_out,
    }
    .plan()
}
