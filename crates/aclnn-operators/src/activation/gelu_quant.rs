//! `aclnnGeluQuant`: Gaussian error linear units, quantised by given scales or by those of rows.
//!
//! | argument              | shape                                           | data type                              | strided |
//! |-----------------------|-------------------------------------------------|----------------------------------------|---------|
//! | `self`                | rank 1 to 8 ("static"), 2 to 8 ("dynamic")      | FLOAT, FLOAT16, BFLOAT16               | yes     |
//! | `inputScaleOptional`  | `[1]` or the last dimension; null for "dynamic" only | that of `self`, or FLOAT          | yes     |
//! | `inputOffsetOptional` | that of `inputScaleOptional`; may be null       | that of `inputScaleOptional`           | yes     |
//! | `y`                   | that of `self`                                  | INT8, HIFLOAT8, FLOAT8_E5M2, FLOAT8_E4M3FN | yes |
//! | `outScaleOptional`    | that of `self` without its last dimension; null for "static" | FLOAT                     | yes     |
//!
//! "static" is `gelu(self) · inputScaleOptional + inputOffsetOptional`; "dynamic" divides `gelu(self) · inputScaleOptional` by the scale of its row, its largest magnitude times the float nearest to 1 / MAX.
//! `approximate` is "none" or "tanh"; `roundMode` "rint", for HIFLOAT8 "round" or "hybrid"; `dstType` the code of the type of `y`. Ascend950.
//!
//! Source: ops-nn, `activation/gelu_quant`.

use crate::contract::mx::{refuse, type_is};
use crate::contract::quant::{OF_HIFLOAT8, RINT, round_mode};
use crate::contract::swiglu::is_dynamic;
use crate::contract::{needs_chip, only_950};
use crate::device::soc::Generation;
use crate::ops::quant::{Activation, GeluQuant, gelu_quant};
use crate::prelude::*;

const FLOATS: Dtypes = only_950(&[F32, F16, Bf16]);

/// Computes Gaussian error linear units and quantises them.
#[aclnn]
fn aclnnGeluQuant(
    self_: Input,
    input_scale_optional: Option<Input>,
    input_offset_optional: Option<Input>,
    approximate: Text,
    quant_mode: Text,
    round_mode_: Text,
    dst_type: i64,
    y: ConstOutput,
    out_scale_optional: Option<ConstOutput>,
) -> Planned {
    needs_chip(&[Generation::Ascend950])?;
    let dynamic = is_dynamic(Some(&quant_mode), true)?;
    let null = |arg| Err(Reason::Null { arg }.into());
    match (dynamic, &input_scale_optional, &out_scale_optional) {
        (false, None, _) => return null("inputScaleOptional"),
        (true, _, None) => return null("outScaleOptional"),
        (false, _, Some(scale)) => {
            return Ok(refuse(scale.name(), "a tensor", "null for \"static\"")?);
        }
        _ => {}
    }
    if let (None, Some(offset)) = (&input_scale_optional, &input_offset_optional) {
        return Ok(refuse(
            offset.name(),
            "a tensor",
            "null without inputScaleOptional",
        )?);
    }
    self_.dtype_in(FLOATS)?;
    y.dtype_in(only_950(&[I8, Hifloat8, F8E5m2, F8E4m3fn]))?;
    if let Some(scale) = &input_scale_optional {
        scale.dtype_in(FLOATS)?;
        if scale.dtype()? != F32 {
            scale.same_dtype(&self_)?;
        }
        if let Some(offset) = &input_offset_optional {
            offset.same_dtype(scale)?;
        }
    }
    if let Some(scale) = &out_scale_optional {
        scale.dtype_in(only_950(&[F32]))?;
    }
    let unit = match &*approximate {
        "none" => Activation::Gelu,
        "tanh" => Activation::GeluByTanh,
        other => {
            return Ok(refuse(
                "approximate",
                format!("{other:?}"),
                "\"none\" or \"tanh\"",
            )?);
        }
    };
    type_is("dstType", dst_type, &y)?;
    self_.rank_in(if dynamic { 2 } else { 1 }..=8)?;
    self_.has_elements()?;
    let (&columns, rows) = self_.shape().split_last().unwrap_or((&1, &[]));
    if let Some(scale) = &input_scale_optional {
        scale.rank_in(1..=1)?;
        if ![1, columns].contains(&scale.shape()[0]) {
            return Err(scale.shape_refused(format!("[1] or [{columns}]")).into());
        }
        if let Some(offset) = &input_offset_optional {
            offset.same_shape(scale)?;
        }
    }
    y.same_shape(&self_)?;
    if let Some(scale) = &out_scale_optional {
        scale.shape_is(rows, "that of `self` without its last dimension")?;
    }
    let mode = round_mode(
        &round_mode_,
        if y.dtype()? == Hifloat8 {
            OF_HIFLOAT8
        } else {
            RINT
        },
    )?;
    let read = |of: &Option<Input>| of.as_ref().map(Input::read).transpose();
    Ok(gelu_quant(GeluQuant {
        x: self_.read()?,
        scale: read(&input_scale_optional)?,
        offset: match dynamic {
            true => None,
            false => read(&input_offset_optional)?,
        },
        unit,
        mode,
        y: y.write()?,
        out_scale: out_scale_optional.as_ref().map(Output::write).transpose()?,
    })?)
}
