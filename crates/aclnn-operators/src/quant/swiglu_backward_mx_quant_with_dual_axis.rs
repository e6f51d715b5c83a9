//! `aclnnSwigluBackwardMxQuantWithDualAxis`: the gradient of a gated unit, quantised in blocks of 32 along the last two axes.
//!
//! | argument             | shape                                                         | data type         | strided |
//! |----------------------|---------------------------------------------------------------|-------------------|---------|
//! | `x`                  | `[.., M, 2N]`, rank 2 to 6; the last dimension a multiple of 64 | FLOAT16, BFLOAT16 | yes   |
//! | `yGrad`              | `[.., M, N]`                                                  | that of `x`       | yes     |
//! | `groupIndexOptional` | `[groups]`, 1 to 256, for two dimensions; may be null         | INT64             | yes     |
//! | `y1Out`, `y2Out`     | that of `x`                                                   | FLOAT8_E4M3FN     | yes     |
//! | `mxscale1Out`        | `[.., M, N / 32, 2]`                                          | FLOAT8_E8M0       | yes     |
//! | `mxscale2Out`        | `[.., ceil(M / 64), 2N, 2]`; with groups `[M / 64 + groups, 2N, 2]` | FLOAT8_E8M0 | yes    |
//!
//! The gradient of each half of `silu(a) · b` lies where the half lies (`activateLeft` false: `a` is the second one), and is rounded to the type of `x`. Groups are listed by their ends; ends that
//! fall or lie outside `x` are an error of the stream. `roundModeOptional` is "rint" (also null), `scaleAlg` 1, `dstDtype` 36, `maxDtypeValue` 0. Ascend950.
//!
//! Source: ops-nn, `quant/swiglu_backward_mx_quant_with_dual_axis`.

use crate::contract::gated_mx::{Along, GatedMxCall};
use crate::contract::mx::{Attributes, DEFAULTS, refuse};
use crate::ops::quant::{GroupList, Unit};
use crate::prelude::*;

/// Computes the gradient of a gated unit and quantises it in blocks of 32 along the last two axes.
#[aclnn]
fn aclnnSwigluBackwardMxQuantWithDualAxis(
    x: Input,
    y_grad: Input,
    group_index_optional: Option<Input>,
    activate_left: bool,
    round_mode_optional: Option<MutText>,
    scale_alg: i64,
    dst_dtype: i64,
    max_dtype_value: f64,
    y1_out: ConstOutput,
    mxscale1_out: ConstOutput,
    y2_out: ConstOutput,
    mxscale2_out: ConstOutput,
) -> Planned {
    y1_out.dtype_in(contract::only_950(&[F8E4m3fn]))?;
    if scale_alg != 1 {
        return Ok(refuse("scaleAlg", scale_alg, "1")?);
    }
    if max_dtype_value != 0.0 {
        return Ok(refuse("maxDtypeValue", max_dtype_value, "0")?);
    }
    if let Some(groups) = &group_index_optional {
        groups.dtype_in(contract::only_950(&[I64]))?;
    }
    x.has_elements()?;
    if x.shape().last().is_some_and(|last| last % 64 != 0) {
        return Err(x
            .shape_refused("a last dimension that is a multiple of 64")
            .into());
    }
    GatedMxCall {
        x: &x,
        gradient: Some(&y_grad),
        groups: group_index_optional
            .as_ref()
            .map(|groups| (groups, GroupList::Ends)),
        halves_rows: false,
        unit: Unit::plain(activate_left),
        along: Along::Both,
        attributes: Attributes {
            round_mode: round_mode_optional,
            dst_type: ("dstDtype", dst_dtype),
            scale_alg,
            ..DEFAULTS
        },
        ranks: 2..=6,
        outputs: vec![[&y1_out, &mxscale1_out], [&y2_out, &mxscale2_out]],
    }
    .plan()
}
