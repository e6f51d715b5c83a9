//! `aclnnDequantSwigluQuantV2`: as `aclnnDequantSwigluQuant`, to more types, along other dimensions, and with clipped units.
//!
//! `dstType` is the code of the type of `yOut`: INT8; on Ascend950 FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8, FLOAT4_E2M1 and FLOAT4_E1M2 too. `roundModeOptional` is "rint" (also null), for HIFLOAT8
//! "round" (also null), for FLOAT4 "rint", "round", "floor", "ceil" or "trunc". `activateDim` is the dimension that is halved; another one than the last goes with "static" and no groups, on Ascend950.
//! `swigluMode` 0 is `silu(a) · b` of the halves; 1 is `a · σ(gluAlpha · a) · (b + gluBias)` of the elements with even and odd index, with `a` at most `clampLimit` and `b` within it; 2 the
//! same of the halves; 3 is `min(silu(a), clampLimit) · b` of the halves. The other arguments are those of `aclnnDequantSwigluQuant`.
//!
//! Source: ops-nn, `quant/dequant_swiglu_quant`.

use crate::contract::mx::type_is;
use crate::contract::quant::round_mode_or_rint;
use crate::contract::swiglu::{CODES, DequantSwigluCall, modes_of};
use crate::ops::quant::Unit;
use crate::prelude::*;

/// Dequantises sums, computes a gated unit and quantises it, to one of several types.
#[aclnn]
fn aclnnDequantSwigluQuantV2(
    x: Input,
    weight_scale_optional: Option<Input>,
    activation_scale_optional: Option<Input>,
    bias_optional: Option<Input>,
    quant_scale_optional: Option<Input>,
    quant_offset_optional: Option<Input>,
    group_index_optional: Option<Input>,
    activate_left: bool,
    quant_mode_optional: Option<MutText>,
    dst_type: i64,
    round_mode_optional: Option<MutText>,
    activate_dim: i64,
    swiglu_mode: i64,
    clamp_limit: f64,
    glu_alpha: f64,
    glu_bias: f64,
    y_out: ConstOutput,
    scale_out: ConstOutput,
) -> Planned {
    y_out.dtype_in(CODES)?;
    type_is("dstType", dst_type, &y_out)?;
    let rounding = round_mode_or_rint(round_mode_optional.as_ref(), modes_of(y_out.dtype()?))?;
    // The device's attributes are single precision.
    let single = |x: f64| f64::from(x as f32);
    DequantSwigluCall {
        x: &x,
        weight_scale: weight_scale_optional.as_ref(),
        activation_scale: activation_scale_optional.as_ref(),
        bias: bias_optional.as_ref(),
        quant_scale: quant_scale_optional.as_ref(),
        quant_offset: quant_offset_optional.as_ref(),
        group_index: group_index_optional.as_ref(),
        unit: Unit {
            mode: swiglu_mode,
            limit: single(clamp_limit),
            alpha: single(glu_alpha),
            bias: single(glu_bias),
            ..Unit::plain(activate_left)
        },
        mode: quant_mode_optional.as_ref(),
        rounding,
        activate_dim,
        codes: CODES,
        y: &y_out,
        scale: &scale_out,
    }
    .plan()
}
