//! `aclnnSituMxQuant`: a unit gated by hyperbolic tangents, quantised in blocks of 32 along the last axis.
//!
//! | argument    | shape                                             | data type                  | strided |
//! |-------------|---------------------------------------------------|----------------------------|---------|
//! | `x`         | `[.., 2N]`, rank 1 to 8                           | FLOAT16, BFLOAT16          | yes     |
//! | `yOut`      | `[.., N]`                                         | FLOAT8_E5M2, FLOAT8_E4M3FN | yes     |
//! | `yScaleOut` | `[.., ceil(N / 64), 2]`                           | FLOAT8_E8M0                | yes     |
//!
//! A row is `beta · tanh(gate / beta) · σ(gate) · up` of its halves (`activateLeft` false: the gate is the second one), with `linearBeta · tanh(up / linearBeta)` for `up` if `linearBeta` is above 0,
//! rounded to the type of `x`; the scale is that of the microscaling specification. `beta` is not 0, `axis` -1, `dstType` the code of the type of `yOut`, `roundModeOptional` "rint" (also null).
//! Ascend950.
//!
//! Source: ops-nn, `quant/situ_mx_quant`.

use crate::contract::gated_mx::{Along, GatedMxCall};
use crate::contract::mx::{Attributes, DEFAULTS, FP8, refuse};
use crate::ops::quant::Unit;
use crate::prelude::*;

/// Computes a unit gated by hyperbolic tangents and quantises it in blocks of 32.
#[aclnn]
fn aclnnSituMxQuant(
    x: Input,
    beta: f32,
    linear_beta: f32,
    activate_left: bool,
    axis: i64,
    dst_type: i64,
    round_mode_optional: Option<MutText>,
    y_out: ConstOutput,
    y_scale_out: ConstOutput,
) -> Planned {
    y_out.dtype_in(FP8)?;
    if beta == 0.0 || beta.is_nan() {
        return Ok(refuse("beta", beta, "a number beside 0")?);
    }
    if axis != -1 {
        return Ok(refuse("axis", axis, "-1")?);
    }
    x.has_elements()?;
    GatedMxCall {
        x: &x,
        gradient: None,
        groups: None,
        halves_rows: false,
        unit: Unit::situ(activate_left, beta, linear_beta),
        along: Along::Last,
        attributes: Attributes {
            round_mode: round_mode_optional,
            dst_type: ("dstType", dst_type),
            ..DEFAULTS
        },
        ranks: 1..=8,
        outputs: vec![[&y_out, &y_scale_out]],
    }
    .plan()
}
