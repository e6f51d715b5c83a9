//! `aclnnDynamicDualLevelMxQuant`: `x` quantised with a scale for 512 neighbours and one for 32 of the quotients.
//!
//! | argument              | shape                             | data type         | strided |
//! |-----------------------|-----------------------------------|-------------------|---------|
//! | `x`                   | rank 1 to 7; an even last dimension | FLOAT16, BFLOAT16 | yes   |
//! | `smoothScaleOptional` | the last dimension; may be null   | that of `x`       | yes     |
//! | `yOut`                | that of `x`                       | FLOAT4_E2M1       | no      |
//! | `level0ScaleOut`      | `[.., ceil(N / 512)]`             | FLOAT             | yes     |
//! | `level1ScaleOut`      | `[.., ceil(N / 64), 2]`           | FLOAT8_E8M0       | yes     |
//!
//! `x · smoothScaleOptional`, rounded to the type of `x`, is divided by `level0ScaleOut`, its largest magnitude times the float nearest to 1 / 6, rounded again to the type of `x`, and quantised
//! by the rule of the microscaling specification. Blocks of zeros have the scale 0 and zeros. `roundModeOptional` is "rint" (also null), "round" or "floor", `level0BlockSize` 512, `level1BlockSize` 32. Ascend950.
//!
//! Source: ops-nn, `quant/dynamic_dual_level_mx_quant`.

use crate::contract::mx::*;
use crate::device::soc::Generation;
use crate::ops::quant::{DualLevelMxQuant, dual_level_mx_quant};
use crate::prelude::*;

/// Quantises `x` with scales of two levels.
#[aclnn]
fn aclnnDynamicDualLevelMxQuant(
    x: Input,
    smooth_scale_optional: Option<Input>,
    round_mode_optional: Option<MutText>,
    level0_block_size: i64,
    level1_block_size: i64,
    y_out: ConstOutput,
    level0_scale_out: ConstOutput,
    level1_scale_out: ConstOutput,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend950])?;
    x.dtype_in(HALVES)?;
    if let Some(smooth) = &smooth_scale_optional {
        smooth.same_dtype(&x)?;
    }
    y_out.dtype_in(contract::only_950(&[F4E2m1]))?;
    level0_scale_out.dtype_in(on_all(&[F32]))?;
    level1_scale_out.dtype_in(SCALES)?;
    if level0_block_size != 512 {
        return Ok(refuse("level0BlockSize", level0_block_size, "512")?);
    }
    let attributes = Attributes {
        round_mode: round_mode_optional,
        dst_type: ("dstType", 40),
        ..DEFAULTS
    };
    if level1_block_size != 32 {
        return Ok(refuse("level1BlockSize", level1_block_size, "32")?);
    }
    let recipe = attributes.recipe(x.dtype()?, &y_out)?;
    x.rank_in(1..=7)?;
    x.has_elements()?;
    even_for_fp4(&x, recipe.format)?;
    let (&columns, rows) = x.shape().split_last().unwrap_or((&1, &[]));
    if let Some(smooth) = &smooth_scale_optional {
        smooth.shape_is(&[columns], "the last dimension of `x`")?;
    }
    y_out.same_shape(&x)?;
    y_out.contiguous()?;
    let blocks = [rows, &[(columns + 511) / 512]].concat();
    level0_scale_out.shape_is(&blocks, "that of `x`, the last dimension in blocks of 512")?;
    scales_of(&level1_scale_out, &x, x.rank() - 1, recipe.block)?;
    Ok(dual_level_mx_quant(DualLevelMxQuant {
        x: x.read()?,
        smooth_scale: smooth_scale_optional
            .as_ref()
            .map(Input::read)
            .transpose()?,
        block: 512,
        recipe,
        y: y_out.write()?,
        level0_scale: level0_scale_out.write()?,
        level1_scale: level1_scale_out.write()?,
    })?)
}
