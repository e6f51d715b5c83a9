//! `aclnnDynamicMxQuant`: `x` quantised in blocks of `blocksize` along `axis`.
//!
//! | argument     | shape                                                          | data type                 | strided |
//! |--------------|----------------------------------------------------------------|---------------------------|---------|
//! | `x`          | rank 1 to 7; the last dimension even for FLOAT4                | FLOAT16, BFLOAT16, FLOAT  | yes     |
//! | `yOut`       | that of `x`                                                    | FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1, FLOAT4_E1M2 | no |
//! | `mxscaleOut` | that of `x`, `axis` in pairs of blocks, and a last dimension 2 | FLOAT8_E8M0               | no      |
//!
//! `roundModeOptional` is "rint" (also null), "floor" or "round"; FLOAT8 takes "rint" only. `dstType` is the code of the type of `yOut`.
//! `blocksize` is a multiple of 32 up to 1024; 32 for FLOAT, whose axis has at least 32 elements.
//! `scaleAlg` 0 takes the scale from the exponent of the largest magnitude, 1 (FLOAT8) is the smallest with which nothing
//! saturates.
//!
//! Fails with 161001 for a null argument and 161002 for one that the table or the attributes do not allow, in the order of
//! the checks below. Where both outputs are empty, nothing is checked further and nothing is computed.
//!
//! Source: ops-nn, `quant/dynamic_mx_quant`.

use crate::contract::mx::*;
use crate::prelude::*;

/// The contract of all versions.
pub(super) fn quantise(
    x: Input,
    axis: i64,
    attributes: Attributes,
    y: Output,
    scale: Output,
) -> Planned {
    if y.is_empty() && scale.is_empty() {
        return Ok(Call::nothing([y.write()?, scale.write()?]));
    }
    x.dtype_in(FLOATS)?;
    y.dtype_in(ELEMENTS)?;
    scale.dtype_in(SCALES)?;
    x.format_nd()?;
    y.format_nd()?;
    scale.format_nd()?;
    let recipe = attributes.recipe(x.dtype()?, &y)?;
    x.rank_in(1..=7)?;
    let rank = x.rank() as i64;
    if !(-rank..rank).contains(&axis) {
        let allowed = format!("{} to {} (the rank of `x` is {rank})", -rank, rank - 1);
        refuse("axis", axis, allowed)?;
    }
    let axis = axis.rem_euclid(rank) as usize;
    even_for_fp4(&x, recipe.format)?;
    y.same_shape(&x)?;
    scales_of(&scale, &x, axis, recipe.block)?;
    if x.dtype()? == F32 && x.shape()[axis] < 32 {
        let allowed = format!("at least 32 elements along dimension {axis}, for FLOAT");
        return Err(x.shape_refused(allowed).into());
    }
    y.contiguous()?;
    scale.contiguous()?;
    let x = x.read()?;
    let output = ops::mx::Output {
        elements: y.write()?,
        scales: scale.write()?,
    };
    Ok(ops::mx::quantise(recipe, x, axis, output)?)
}

/// Quantises `x` in blocks of `blocksize` along `axis`.
#[aclnn]
fn aclnnDynamicMxQuant(
    x: Input,
    axis: i64,
    round_mode_optional: Option<MutText>,
    dst_type: i64,
    blocksize: i64,
    scale_alg: i64,
    y_out: ConstOutput,
    mxscale_out: ConstOutput,
) -> Planned {
    let attributes = Attributes {
        round_mode: round_mode_optional,
        dst_type: ("dstType", dst_type),
        blocksize,
        scale_alg,
        ..DEFAULTS
    };
    quantise(x, axis, attributes, y_out, mxscale_out)
}
