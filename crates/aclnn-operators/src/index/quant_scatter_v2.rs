//! `aclnnInplaceQuantScatterV2`: rows that are quantised and written to places of a tensor, in more types. Source: ops-nn, `index/quant_update_scatter`.

use crate::contract::fused_caches::QuantScatter;
use crate::ops::quant::RoundMode;
use crate::prelude::*;

const STORED: Dtypes = only_950(&[I8, F8E4m3fn, F8E5m2, Hifloat8]);

/// Writes as `aclnnInplaceQuantScatter`. `selfRef` is INT8, FLOAT8_E4M3FN or FLOAT8_E5M2 with `roundMode` `"rint"`, or HIFLOAT8 with `"round"` or `"hybrid"`. On Ascend950.
#[aclnn]
fn aclnnInplaceQuantScatterV2(
    self_ref: InOut,
    indices: Input,
    updates: Input,
    quant_scales: Input,
    quant_zero_points: Option<Input>,
    axis: i64,
    quant_axis: i64,
    reduction: i64,
    round_mode: Text,
) -> Planned {
    self_ref.dtype_in(STORED)?;
    indices.dtype_in(INDEX_TYPES)?;
    updates.dtype_in(only_950(&[F16, Bf16]))?;
    // Both scales and points follow from the type of the updates.
    let (of_scales, of_points) = match updates.dtype()? {
        Bf16 => (on_all(&[Bf16]), on_all(&[Bf16])),
        _ => (on_all(&[F32]), on_all(&[I32])),
    };
    quant_scales.dtype_in(of_scales)?;
    if let Some(points) = &quant_zero_points {
        points.dtype_in(of_points)?;
    }
    let modes: &[(&str, RoundMode)] = match self_ref.dtype()? {
        Hifloat8 => &[("round", RoundMode::Round), ("hybrid", RoundMode::Hybrid)],
        _ => &[("rint", RoundMode::Rint)],
    };
    let scatter = QuantScatter {
        self_ref: &self_ref,
        indices: &indices,
        updates: &updates,
        quant_scales: &quant_scales,
        quant_zero_points: quant_zero_points.as_ref(),
        axis,
        quant_axis,
        reduction,
        round_mode: contract::quant::round_mode(&round_mode, modes)?,
    };
    scatter.plan()
}
