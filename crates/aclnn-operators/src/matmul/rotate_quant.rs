//! `aclnnRotateQuant`: rows rotated piece by piece, then quantised by rows or in blocks of 32.
//!
//! | argument   | shape                                                       | data type         | strided |
//! |------------|-------------------------------------------------------------|-------------------|---------|
//! | `x`        | `[.., N]`, rank 1 to 7; for INT8 and INT32 `[M, N]`         | FLOAT16, BFLOAT16 | yes     |
//! | `rotation` | `[K, K]`; for FLOAT8 and FLOAT4 also `[N / K, K, K]`        | that of `x`       | yes     |
//! | `alpha`    | `[1]`, or null; null for INT8 and INT32                     | BFLOAT16          | yes     |
//! | `yOut`     | that of `x`; INT32, of eight numbers each, with an eighth of the last dimension | INT8, INT32; on Ascend950 FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1 | INT8, INT32, FLOAT8 |
//! | `scaleOut` | `[M]`; for FLOAT8 and FLOAT4 `[.., ceil(N / 64), 2]`        | FLOAT; FLOAT8_E8M0 | yes    |
//!
//! Each piece of `K` numbers of a row is multiplied by the rotation. For INT8 and INT32 the scale of a row is its largest magnitude times the float nearest to 1 / 127 or 1 / 7; `N` is a multiple of `K` and
//! of 8, 128 to 16000, `K` 16 to 1024. For FLOAT8 and FLOAT4, where `K` is 32, 64 or 128, products are rounded to the type of `x`, each 32 are cut at `alpha` times their largest magnitude if `alpha` is between 0 and 1, and
//! quantised in blocks of 32: `scaleAlg` 0, 1 (FLOAT8) or 2 (FLOAT4_E2M1, with `dstTypeMax` 6 to 12; else 0). `roundMode` is "rint" (also null), "round" or "floor", for FLOAT8 "rint". `axis` is the last one,
//! `trans` false. Ascend910B, Ascend910_93 and Ascend950.
//!
//! Source: ops-nn, `matmul/rotate_quant`.

use crate::contract::mx::{
    Attributes, DEFAULTS, SCALES, ScaleAlgs, even_for_fp4, refuse, scales_of,
};
use crate::contract::quant::{codes_fit, round_mode_or_rint};
use crate::contract::{needs_chip, only_950};
use crate::device::soc::Generation;
use crate::ops::quant::{RotateQuant, RoundMode, Scales, rotate_quant};
use crate::prelude::*;

const CODES: Dtypes = on_all(&[])
    .and_910b(&[I8, I32])
    .and_950(&[F8E5m2, F8E4m3fn, F4E2m1]);

/// Rotates rows and quantises them.
#[aclnn]
fn aclnnRotateQuant(
    x: Input,
    rotation: Input,
    alpha: Option<Input>,
    axis: i64,
    round_mode: Option<MutText>,
    scale_alg: i64,
    dst_type_max: f64,
    trans: bool,
    y_out: Output,
    scale_out: Output,
) -> Planned {
    needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    x.dtype_in(HALVES)?;
    rotation.same_dtype(&x)?;
    y_out.dtype_in(CODES)?;
    // Other types are those of Ascend950 alone.
    let in_blocks = !matches!(y_out.dtype()?, I8 | I32);
    if let Some(alpha) = &alpha {
        if !in_blocks {
            return Ok(refuse(alpha.name(), "a tensor", "null for INT8 and INT32")?);
        }
        alpha.dtype_in(only_950(&[Bf16]))?;
        alpha.shape_is(&[1], "one number")?;
    }
    x.rank_in(if in_blocks { 1..=7 } else { 2..=2 })?;
    x.has_elements()?;
    let rank = x.rank() as i64;
    if ![-1, rank - 1].contains(&axis) {
        return Ok(refuse("axis", axis, "the last dimension")?);
    }
    if trans {
        return Ok(refuse("trans", true, "false")?);
    }
    rotation.rank_in(if in_blocks { 2..=3 } else { 2..=2 })?;
    let (&columns, rows) = x.shape().split_last().unwrap_or((&1, &[]));
    let size = rotation.shape().last().copied().unwrap_or(0);
    let allowed = match in_blocks {
        true => [32, 64, 128].contains(&size),
        false => (16..=1024).contains(&size),
    };
    if !allowed || columns % size != 0 {
        let allowed =
            "square matrices of an extent that the last dimension of `x` is a multiple of";
        return Err(rotation.shape_refused(allowed).into());
    }
    let matrices = match rotation.rank() {
        2 => vec![size, size],
        _ => vec![columns / size, size, size],
    };
    rotation.shape_is(
        &matrices,
        "square matrices, one or one for each piece of a row",
    )?;
    let (scales, mode) = if in_blocks {
        scale_out.dtype_in(SCALES)?;
        let attributes = Attributes {
            dst_type: ("yOut", crate::contract::mx::code(y_out.dtype()?)),
            round_mode,
            scale_alg,
            scale_algs: ScaleAlgs::UpTo2OfE2m1,
            dst_type_max,
            ..DEFAULTS
        };
        if (scale_alg == 2) != (dst_type_max != 0.0) {
            let allowed = "6 to 12 for scaleAlg 2, else 0";
            return Ok(refuse("dstTypeMax", dst_type_max, allowed)?);
        }
        let recipe = attributes.recipe(x.dtype()?, &y_out)?;
        even_for_fp4(&x, recipe.format)?;
        codes_fit(&y_out, x.shape(), &x)?;
        scales_of(&scale_out, &x, x.rank() - 1, recipe.block)?;
        (Scales::Blocks(recipe), RoundMode::Rint)
    } else {
        scale_out.dtype_in(on_all(&[F32]))?;
        if columns % 8 != 0 || !(128..=16000).contains(&columns) {
            return Err(x
                .shape_refused("a last dimension of 128 to 16000, a multiple of 8")
                .into());
        }
        if scale_alg != 0 {
            return Ok(refuse("scaleAlg", scale_alg, "0 for INT8 and INT32")?);
        }
        if dst_type_max != 0.0 {
            return Ok(refuse("dstTypeMax", dst_type_max, "0 for INT8 and INT32")?);
        }
        codes_fit(&y_out, x.shape(), &x)?;
        scale_out.shape_is(rows, "that of `x` without its last dimension")?;
        let names = &[
            ("rint", RoundMode::Rint),
            ("round", RoundMode::Round),
            ("floor", RoundMode::Floor),
        ];
        (Scales::Row, round_mode_or_rint(round_mode.as_ref(), names)?)
    };
    Ok(rotate_quant(RotateQuant {
        x: x.read()?,
        rotation: rotation.read()?,
        alpha: alpha.as_ref().map(Input::read).transpose()?,
        scales,
        mode,
        y: y_out.write()?,
        scale: scale_out.write()?,
    })?)
}
