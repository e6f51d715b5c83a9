//! `aclnnBatchNormStats`: means and reciprocal standard deviations of channels. Source: ops-math, `math/reduce_std_with_mean`.

use crate::ops::creation::fill_each;
use crate::ops::reductions::{self, Axes, INVERSE_DEVIATION};
use crate::prelude::*;

const TYPES: Dtypes = SHORT_BFLOAT16_ON_950;

/// Computes, over all axes of `input` but axis 1, the mean, and the reciprocal of the square root of the variance plus `eps`. Without elements the
/// mean is 0 and its companion NaN.
#[aclnn]
fn aclnnBatchNormStats(input: Input, eps: f64, mean: Output, invstd: Output) -> Planned {
    input.dtype_in(TYPES)?;
    mean.dtype_is(F32)?;
    invstd.dtype_is(F32)?;
    contract::none_private(&[&input, &mean, &invstd])?;
    input.rank_in(2..=8)?;
    let channels = input.shape()[1];
    if channels == 0 {
        return Err(input.shape_refused("one with channels along axis 1").into());
    }
    mean.shape_is(
        &[channels],
        format_args!("the channels of `{}`", input.name()),
    )?;
    invstd.shape_is(
        &[channels],
        format_args!("the channels of `{}`", input.name()),
    )?;
    if input.is_empty() {
        let outputs = [(mean.write()?, 0.0), (invstd.write()?, f64::NAN)];
        return Ok(fill_each(outputs)?);
    }
    let others = (0..input.rank()).filter(|&axis| axis != 1);
    let axes = others.fold(Axes::default(), Axes::with);
    let count = axes.count(input.shape()) as f64;
    let numbers = (count, f64::from(eps as f32));
    let (mean, invstd) = (mean.write()?, invstd.write()?);
    let operand = (input.read()?, axes);
    Ok(reductions::about_mean(
        &INVERSE_DEVIATION,
        numbers,
        F32,
        operand,
        invstd,
        Some(mean),
    )?)
}
