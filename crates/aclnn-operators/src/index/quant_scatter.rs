//! `aclnnInplaceQuantScatter`: rows that are quantised and written to places of a tensor. Source: ops-nn, `index/quant_update_scatter`.

use crate::contract::fused_caches::QuantScatter;
use crate::ops::quant::RoundMode;
use crate::prelude::*;

/// Writes `updates / quantScales + quantZeroPoints`, rounded, to `selfRef`: update `i` goes to part `i` of the first axis, or to part `indices[i, 0]`, from place `indices[i]` or `indices[i, 1]` of `axis`
/// on. Scales are those of columns. An index outside is an error of the stream. `selfRef` is INT8, `updates` FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnInplaceQuantScatter(
    self_ref: InOut,
    indices: Input,
    updates: Input,
    quant_scales: Input,
    quant_zero_points: Option<Input>,
    axis: i64,
    quant_axis: i64,
    reduction: i64,
) -> Planned {
    self_ref.dtype_in(on_910(&[]).and_after_910(&[I8]))?;
    indices.dtype_in(INDEX_TYPES)?;
    updates.dtype_in(on_910(&[]).and_after_910(&[F16]).and_910b(&[Bf16]))?;
    quant_scales.dtype_in(on_all(&[F32, Bf16]))?;
    if let Some(points) = &quant_zero_points {
        points.dtype_in(on_all(&[I32, Bf16]))?;
    }
    let scatter = QuantScatter {
        self_ref: &self_ref,
        indices: &indices,
        updates: &updates,
        quant_scales: &quant_scales,
        quant_zero_points: quant_zero_points.as_ref(),
        axis,
        quant_axis,
        reduction,
        round_mode: RoundMode::Rint,
    };
    scatter.plan()
}
