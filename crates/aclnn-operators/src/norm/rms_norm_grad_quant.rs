//! `aclnnRmsNormGradQuant`: the gradients of `aclnnRmsNorm`; that by `x` is quantised by a given scale.
//!
//! | argument    | shape                                                       | data type                 | strided |
//! |-------------|-------------------------------------------------------------|---------------------------|---------|
//! | `dy`, `x`   | rank 2 to 8                                                 | FLOAT16, BFLOAT16, FLOAT  | yes     |
//! | `rstd`      | that of `x` without the dimensions of `gamma`; ones may follow | FLOAT                  | yes     |
//! | `gamma`     | the last dimensions of `x`                                  | that of `x`, FLOAT        | yes     |
//! | `scalesX`   | `[1]`                                                       | that of `x`, FLOAT        | yes     |
//! | `offsetXOptional` | `[1]`; may be null                                    | INT32                     | yes     |
//! | `dxOut`     | that of `x`                                                 | INT8, HIFLOAT8            | yes     |
//! | `dgammaOut` | that of `gamma`                                             | FLOAT                     | yes     |
//!
//! `dx` is that of `aclnnRmsNormGrad` before it is rounded, divided by `scalesX` if `divMode`, else multiplied, plus `offsetXOptional`. `quantMode` is "static". Nothing is computed where `gamma` is empty;
//! without rows `dgammaOut` is 0. Types give 161002, shapes and the mode, which the kernel checks, 561002. Ascend950 only.
//!
//! Source: ops-nn, `norm/rms_norm_grad_quant`.

use crate::contract::mx::refuse;
use crate::contract::norm::FLOAT;
use crate::ops::quant::{RmsNormGradQuant, rms_norm_grad_quant};
use crate::ops::rows::Rows;
use crate::prelude::*;

/// Computes the gradients of `aclnnRmsNorm`, and quantises that by `x`.
#[aclnn]
fn aclnnRmsNormGradQuant(
    dy: Input,
    x: Input,
    rstd: Input,
    gamma: Input,
    scales_x: Input,
    offset_x_optional: Option<Input>,
    quant_mode: Text,
    div_mode: bool,
    dx_out: Output,
    dgamma_out: Output,
) -> Planned {
    if gamma.is_empty() {
        return contract::untouched(&dy, &[&dx_out, &dgamma_out]);
    }
    x.dtype_in(SHORT_ON_950)?;
    dy.same_dtype(&x)?;
    rstd.dtype_is(F32)?;
    gamma.dtype_of_or_in(&x, FLOAT)?;
    scales_x.dtype_of_or_in(&x, FLOAT)?;
    if let Some(offset) = &offset_x_optional {
        offset.dtype_is(I32)?;
    }
    dx_out.dtype_in(on_all(&[I8, Hifloat8]))?;
    dgamma_out.dtype_is(F32)?;
    let rules = || -> Result<()> {
        x.rank_in(2..=8)?;
        gamma.rank_in(1..=x.rank())?;
        gamma.ends_shape_of(&x)?;
        dy.same_shape(&x)?;
        dx_out.same_shape(&x)?;
        dgamma_out.same_shape(&gamma)?;
        let kept = &x.shape()[..x.rank() - gamma.rank()];
        if !rstd.shape().starts_with(kept) {
            let allowed = format!("{kept:?}, which may be followed by ones (`x` without `gamma`)");
            return Err(rstd.shape_refused(allowed));
        }
        rstd.numel_is(Rows::of(x.shape(), gamma.rank()).count)?;
        scales_x.shape_is(&[1], "one scale")?;
        if let Some(offset) = &offset_x_optional {
            offset.shape_is(&[1], "one offset")?;
        }
        match &*quant_mode {
            "static" => Ok(()),
            other => refuse(quant_mode.name(), format!("{other:?}"), "\"static\""),
        }
    };
    rules().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    Ok(rms_norm_grad_quant(RmsNormGradQuant {
        dy: dy.read()?,
        x: x.read()?,
        rstd: rstd.read()?,
        gamma: gamma.read()?,
        scale: scales_x.read()?,
        offset: offset_x_optional.as_ref().map(Input::read).transpose()?,
        divides: div_mode,
        dx: dx_out.write()?,
        dgamma: dgamma_out.write()?,
    })?)
}
