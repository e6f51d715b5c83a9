//! `aclnnSwigluMxQuant`: a gated unit, quantised in blocks of 32 along one of the last two axes.
//!
//! | argument             | shape                                                                            | data type         | strided |
//! |----------------------|----------------------------------------------------------------------------------|-------------------|---------|
//! | `x`                  | rank 2 to 7; an even extent along `activateDim`                                  | FLOAT16, BFLOAT16 | yes     |
//! | `groupIndexOptional` | `[groups]`, 1 to 256; may be null                                                | INT32, INT64      | yes     |
//! | `yOut`               | that of `x` with half the extent along `activateDim`; even for FLOAT4            | FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1, FLOAT4_E1M2 | FLOAT8 |
//! | `mxscaleOut`         | that of `yOut`, `axis` in pairs of blocks, and a last dimension 2; with groups along the axis before the last one `[M / 64 + groups, N, 2]` | FLOAT8_E8M0 | yes |
//!
//! `swigluMode` 0 is `silu(a) · b` of the halves (`activateLeft` false: `a` is the second one), 1 `a · σ(gluAlpha a) · (b + gluBias)` of the elements with even and odd index, cut at `clampLimit`, along
//! the last axis only. `activateDim` and `axis` name one of the last two axes. `groupMode` 0 lists the rows of each group, 1 their ends; rows behind the last group are left. With groups and an
//! axis that is not the last one `x` has two dimensions. `scaleAlg` is 0 or, for FLOAT8, 1; `maxDtypeValue`, 0 or more, is for none of these. Results of the unit are rounded to the type of `x` first. Ascend950.
//!
//! Source: ops-nn, `quant/swiglu_mx_quant`.

use crate::contract::gated_mx::{Along, GatedMxCall, is_last_axis};
use crate::contract::mx::{Attributes, DEFAULTS, refuse};
use crate::ops::quant::{GroupList, Unit};
use crate::prelude::*;

/// Computes a gated unit and quantises it in blocks of 32.
#[aclnn]
fn aclnnSwigluMxQuant(
    x: Input,
    group_index_optional: Option<Input>,
    activate_dim: i64,
    activate_left: bool,
    swiglu_mode: i64,
    clamp_limit: f64,
    glu_alpha: f64,
    glu_bias: f64,
    group_mode: i64,
    axis: i64,
    dst_type: i64,
    round_mode_optional: Option<MutText>,
    scale_alg: i64,
    max_dtype_value: f64,
    y_out: ConstOutput,
    mxscale_out: ConstOutput,
) -> Planned {
    x.rank_in(2..=7)?;
    let halves_rows = !is_last_axis("activateDim", activate_dim, x.rank())?;
    let along = match is_last_axis("axis", axis, x.rank())? {
        true => Along::Last,
        false => Along::Before,
    };
    let unit = match swiglu_mode {
        0 => Unit::plain(activate_left),
        1 if halves_rows => {
            return Ok(refuse(
                "swigluMode",
                1,
                "0 along another axis than the last",
            )?);
        }
        // Not a number fails as well.
        1 if !(clamp_limit > 0.0 && clamp_limit.is_finite()) => {
            return Ok(refuse(
                "clampLimit",
                clamp_limit,
                "a finite number above 0",
            )?);
        }
        1 => Unit {
            mode: 1,
            limit: f64::from(clamp_limit as f32),
            alpha: f64::from(glu_alpha as f32),
            bias: f64::from(glu_bias as f32),
            ..Unit::plain(true)
        },
        _ => return Ok(refuse("swigluMode", swiglu_mode, "0 or 1")?),
    };
    let kind = match group_mode {
        0 => GroupList::Counts,
        1 => GroupList::Ends,
        _ => return Ok(refuse("groupMode", group_mode, "0 or 1")?),
    };
    if !(0.0..=f64::MAX).contains(&max_dtype_value) {
        return Ok(refuse("maxDtypeValue", max_dtype_value, "0 or more")?);
    }
    GatedMxCall {
        x: &x,
        gradient: None,
        groups: group_index_optional.as_ref().map(|groups| (groups, kind)),
        halves_rows,
        unit,
        along,
        attributes: Attributes {
            round_mode: round_mode_optional,
            dst_type: ("dstType", dst_type),
            scale_alg,
            ..DEFAULTS
        },
        ranks: 2..=7,
        outputs: vec![[&y_out, &mxscale_out]],
    }
    .plan()
}
