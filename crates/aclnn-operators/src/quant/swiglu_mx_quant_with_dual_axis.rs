//! `aclnnSwigluMxQuantWithDualAxis`: a gated unit, quantised in blocks of 32 along the rows and along the columns.
//!
//! | argument             | shape                                                       | data type         | strided |
//! |----------------------|-------------------------------------------------------------|-------------------|---------|
//! | `x`                  | `[M, 2N]`; `N` even for FLOAT4                              | FLOAT16, BFLOAT16 | yes     |
//! | `groupIndexOptional` | `[groups]`, 1 to 256; may be null                           | INT64             | yes     |
//! | `y1Out`, `y2Out`     | `[M, N]`                                                    | FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1, FLOAT4_E1M2; the same | FLOAT8 |
//! | `mxscale1Out`        | `[M, ceil(N / 64), 2]`                                      | FLOAT8_E8M0       | yes     |
//! | `mxscale2Out`        | `[ceil(M / 64), N, 2]`; with groups `[M / 64 + groups, N, 2]` | FLOAT8_E8M0     | yes     |
//!
//! The unit is `silu(a) · b` of the halves of a row (`activateLeft` false: `a` is the second one), rounded to the type of `x`. Groups are listed by their ends; ends that fall or lie outside `x`
//! are an error of the stream. `scaleAlg` is 0 or, for FLOAT8, 1; `maxDtypeValue` is 0. Ascend950.
//!
//! Source: ops-nn, `quant/swiglu_mx_quant_with_dual_axis`.

use crate::contract::gated_mx::{Along, GatedMxCall};
use crate::contract::mx::{Attributes, DEFAULTS, refuse};
use crate::ops::quant::{GroupList, Unit};
use crate::prelude::*;

/// Computes a gated unit and quantises it in blocks of 32 along its rows and along its columns.
#[aclnn]
fn aclnnSwigluMxQuantWithDualAxis(
    x: Input,
    group_index_optional: Option<Input>,
    activate_left: bool,
    round_mode_optional: Option<MutText>,
    scale_alg: i64,
    dst_type: i64,
    max_dtype_value: f64,
    y1_out: ConstOutput,
    mxscale1_out: ConstOutput,
    y2_out: ConstOutput,
    mxscale2_out: ConstOutput,
) -> Planned {
    if max_dtype_value != 0.0 {
        return Ok(refuse("maxDtypeValue", max_dtype_value, "0")?);
    }
    if let Some(groups) = &group_index_optional {
        groups.dtype_in(contract::only_950(&[I64]))?;
    }
    x.has_elements()?;
    GatedMxCall {
        x: &x,
        gradient: None,
        groups: group_index_optional
            .as_ref()
            .map(|groups| (groups, GroupList::Ends)),
        halves_rows: false,
        unit: Unit::plain(activate_left),
        along: Along::Both,
        attributes: Attributes {
            round_mode: round_mode_optional,
            dst_type: ("dstType", dst_type),
            scale_alg,
            ..DEFAULTS
        },
        ranks: 2..=2,
        outputs: vec![[&y1_out, &mxscale1_out], [&y2_out, &mxscale2_out]],
    }
    .plan()
}
