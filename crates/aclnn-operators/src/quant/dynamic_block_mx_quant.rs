//! `aclnnDynamicBlockMxQuant`: `x` quantised in blocks of 32 rows and columns, whose scales are written for rows and for columns.
//!
//! | argument    | shape                                             | data type         | strided |
//! |-------------|---------------------------------------------------|-------------------|---------|
//! | `x`         | `[M, N]` or `[B, M, N]`; `N` even for FLOAT4      | FLOAT16, BFLOAT16 | yes     |
//! | `yOut`      | that of `x`                                       | FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1, FLOAT4_E1M2 | no |
//! | `scale1Out` | `[.., M, ceil(N / 64), 2]`                        | FLOAT8_E8M0       | no      |
//! | `scale2Out` | `[.., ceil(M / 64), N, 2]`                        | FLOAT8_E8M0       | no      |
//!
//! `roundModeOptional` is "rint" (also null), "floor" or "round"; FLOAT8 takes "rint" only. `dstType` is the code of the type of `yOut`. `scaleAlg` 0 takes the scale from the exponent of the largest
//! magnitude, 2 (FLOAT4_E2M1) raises it where that would exceed `dstTypeMax`, 0, 6 or 7. Blocks at the end of an axis are filled up with zeros. Ascend950.
//!
//! Source: ops-nn, `quant/dynamic_block_mx_quant`.

use crate::contract::mx::*;
use crate::device::soc::Generation;
use crate::prelude::*;

/// Quantises `x` in blocks of 32 rows and columns.
#[aclnn]
fn aclnnDynamicBlockMxQuant(
    x: Input,
    round_mode_optional: Option<MutText>,
    dst_type: i64,
    scale_alg: i64,
    dst_type_max: f64,
    y_out: ConstOutput,
    scale1_out: ConstOutput,
    scale2_out: ConstOutput,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend950])?;
    x.dtype_in(HALVES)?;
    y_out.dtype_in(ELEMENTS)?;
    for tensor in [&*x, &*y_out, &*scale1_out, &*scale2_out] {
        tensor.format_nd()?;
    }
    for scales in [&scale1_out, &scale2_out] {
        scales.dtype_in(SCALES)?;
    }
    if scale_alg == 1 {
        return Ok(refuse("scaleAlg", scale_alg, "0 or 2")?);
    }
    if ![0.0, 6.0, 7.0].contains(&dst_type_max) {
        return Ok(refuse("dstTypeMax", dst_type_max, "0, 6 or 7")?);
    }
    let attributes = Attributes {
        round_mode: round_mode_optional,
        dst_type: ("dstType", dst_type),
        scale_alg,
        scale_algs: ScaleAlgs::UpTo2OfE2m1,
        dst_type_max,
        ..DEFAULTS
    };
    let recipe = attributes.recipe(x.dtype()?, &y_out)?;
    x.rank_in(2..=3)?;
    x.has_elements()?;
    even_for_fp4(&x, recipe.format)?;
    y_out.same_shape(&x)?;
    scales_of(&scale1_out, &x, x.rank() - 1, recipe.block)?;
    scales_of(&scale2_out, &x, x.rank() - 2, recipe.block)?;
    for output in [&y_out, &scale1_out, &scale2_out] {
        output.contiguous()?;
    }
    let output = ops::mx::Output {
        elements: y_out.write()?,
        scales: scale1_out.write()?,
    };
    Ok(ops::mx::quantise_blocks(
        recipe,
        x.read()?,
        output,
        scale2_out.write()?,
    )?)
}
