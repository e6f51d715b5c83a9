//! `aclnnQuantizedBatchNorm`: batch normalisation of integers that stand for numbers. Source: ops-nn, `norm/quantized_batch_norm`.

use crate::contract::batches::{has_channels, one_per_channel, read};
use crate::ops::rows::{Quantised, Scale, quantised};
use crate::prelude::*;

const INTEGERS: Dtypes = on_all(&[I8, U8, I32]);

/// Returns a scale and the integer for 0; refuses other types than FLOAT and INT32.
fn scale(scale: &Scalar, zero: &Scalar) -> Result<Scale> {
    scale.dtype_in(on_all(&[F32]))?;
    zero.dtype_in(on_all(&[I32]))?;
    Ok(Scale {
        scale: scale.to_f64().unwrap_or(f64::NAN) as f32,
        zero: zero.to_i128().unwrap_or(0) as i32,
    })
}

/// Normalises each channel of integers by `mean` and `var`, multiplies it by `weight` and adds `bias`, each step rounded to FLOAT, and the result to the nearest
/// integer, of two the one away from 0, within the range of the type.
#[aclnn]
fn aclnnQuantizedBatchNorm(
    input: Input,
    mean: Input,
    var: Input,
    input_scale: Scalar,
    input_zero_point: Scalar,
    output_scale: Scalar,
    output_zero_point: Scalar,
    weight: Option<MutInput>,
    bias: Option<MutInput>,
    epsilon: f32,
    output: Output,
) -> Planned {
    let given = [Some(&mean), Some(&var), weight.as_ref(), bias.as_ref()];
    for tensor in given.into_iter().chain([Some(&input)]).flatten() {
        if tensor.is_empty() {
            return Err(tensor.shape_refused("elements").into());
        }
    }
    input.dtype_in(INTEGERS)?;
    output.dtype_in(INTEGERS)?;
    output.same_format(&input)?;
    input.not_private()?;
    output.same_shape(&input)?;
    let channels = has_channels(&input)?;
    for tensor in given.into_iter().flatten() {
        tensor.dtype_is(F32)?;
        one_per_channel(&[Some(tensor)], channels)?;
    }
    let scales = [
        scale(&input_scale, &input_zero_point)?,
        scale(&output_scale, &output_zero_point)?,
    ];
    input.rank_in(4..=4)?;
    output.same_dtype(&input).code(ACLNN_ERR_INNER_NULLPTR)?;
    Ok(quantised(Quantised {
        input: input.read()?,
        statistics: [mean.read()?, var.read()?],
        parameters: [read(weight.as_ref())?, read(bias.as_ref())?],
        epsilon,
        scales,
        output: output.write()?,
    })?)
}
