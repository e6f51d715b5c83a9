//! `aclnnDynamicQuant`: each row of `x` divided by a scale of its own, and rounded.
//!
//! | argument               | shape                                                     | data type                            | strided |
//! |------------------------|-----------------------------------------------------------|--------------------------------------|---------|
//! | `x`                    | rank 2 to 8                                               | FLOAT16, BFLOAT16                    | yes     |
//! | `smoothScalesOptional` | the last dimension of `x`                                 | that of `x`                          | yes     |
//! | `yOut`                 | that of `x`; for INT32 an eighth of the last dimension    | INT8, INT4, INT32, FLOAT8_E5M2, FLOAT8_E4M3FN, HIFLOAT8 | yes, but for INT4 |
//! | `scaleOut`             | that of `x` without the last dimension                    | FLOAT                                | yes     |
//!
//! `scaleOut` is the largest `|x · smoothScalesOptional|` of the row times `1 / MAX` in FLOAT, and `yOut` the quotient, rounded once. INT32 has eight numbers of INT4.
//! Ascend910 and Ascend310P take FLOAT16 and INT8 only, and do not read `smoothScalesOptional`.
//!
//! Source: ops-nn, `quant/dynamic_quant`.

use crate::device::soc::{Generation, generation};
use crate::ops::quant::{DynamicQuant, dynamic_quant};
use crate::prelude::*;

const FLOATS: Dtypes = on_910(&[F16]).and_910b(&[Bf16]);
const QUANTISED: Dtypes = on_910(&[I8])
    .and_910b(&[I4, I32])
    .and_950(&[Hifloat8, F8E5m2, F8E4m3fn]);

/// Quantises each row of `x` with a scale that follows from its largest magnitude.
#[aclnn]
fn aclnnDynamicQuant(
    x: Input,
    smooth_scales_optional: Option<Input>,
    y_out: ConstOutput,
    scale_out: ConstOutput,
) -> Planned {
    x.dtype_in(FLOATS)?;
    if let Some(smooth) = &smooth_scales_optional {
        smooth.dtype_in(FLOATS)?;
        smooth.same_dtype(&x)?;
    }
    y_out.dtype_in(QUANTISED)?;
    scale_out.dtype_in(on_all(&[F32]))?;
    x.rank_in(2..=8)?;
    let Some((&columns, rows)) = x.shape().split_last() else {
        return Err(x.shape_refused("2 to 8 dimensions").into());
    };
    if let Some(smooth) = &smooth_scales_optional {
        smooth.shape_is(&[columns], "the last dimension of `x`")?;
    }
    let dtype = y_out.dtype()?;
    let in_groups_of = match dtype {
        I32 => 8,
        I4 => 2,
        _ => 1,
    };
    if columns % in_groups_of != 0 {
        let allowed = format!("a multiple of {in_groups_of} as last dimension, for {dtype}");
        return Err(x.shape_refused(allowed).into());
    }
    match dtype {
        I32 => {
            let words = [rows, &[columns / 8]].concat();
            y_out.shape_is(&words, "that of `x`, eight numbers in a word")?;
        }
        _ => y_out.same_shape(&x)?,
    }
    scale_out.shape_is(rows, "that of `x` without its last dimension")?;
    if dtype == I4 {
        y_out.contiguous()?;
    }
    if x.is_empty() {
        return Ok(Call::nothing([y_out.write()?, scale_out.write()?]));
    }
    let is_read = matches!(generation(), Generation::Ascend910B | Generation::Ascend950);
    Ok(dynamic_quant(DynamicQuant {
        x: x.read()?,
        smooth_scales: smooth_scales_optional
            .filter(|_| is_read)
            .map(|smooth| smooth.read())
            .transpose()?,
        y: y_out.write()?,
        scale: scale_out.write()?,
    })?)
}
