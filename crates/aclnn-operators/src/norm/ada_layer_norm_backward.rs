//! `aclnnAdaLayerNormBackward`: the gradients of `aclnnAdaLayerNorm`. Source: ops-nn, `norm/ada_layer_norm_grad`.

use crate::contract::adaptive::{one_for_each, shared};
use crate::ops::rows::{Affine, Depends, Gradient, Parameters, Rows, Walk, gradient};
use crate::prelude::*;

/// Computes the gradients of `aclnnAdaLayerNorm` by its input, `scale`, `shift`, weights and biases: those for which there is an output.
#[aclnn]
fn aclnnAdaLayerNormBackward(
    grad_out: Input,
    input: Input,
    normalized_shape: Ints,
    rstd: Input,
    mean: Input,
    scale: Input,
    shift: Input,
    weight_optional: Option<Input>,
    bias_optional: Option<Input>,
    grad_input_out: Option<Output>,
    grad_scale_out: Option<Output>,
    grad_shift_out: Option<Output>,
    grad_weight_out: Option<Output>,
    grad_bias_out: Option<Output>,
) -> Planned {
    grad_out.dtype_in(SHORT_EVERYWHERE)?;
    for tensor in [&input, &rstd, &mean, &scale, &shift] {
        tensor.same_dtype(&grad_out)?;
    }
    let (weight, bias) = (weight_optional.as_ref(), bias_optional.as_ref());
    for tensor in [weight, bias].into_iter().flatten() {
        tensor.dtype_of_or_in(&input, contract::norm::FLOAT)?;
    }
    if let (Some(weight), Some(bias)) = (weight, bias) {
        bias.same_dtype(weight)?;
    }
    for tensor in [&grad_input_out, &grad_scale_out, &grad_shift_out]
        .into_iter()
        .flatten()
    {
        tensor.same_dtype(&input)?;
    }
    let by_parameters = [&grad_weight_out, &grad_bias_out];
    for tensor in by_parameters.into_iter().flatten() {
        match weight.or(bias) {
            Some(parameter) => tensor.same_dtype(parameter)?,
            None => tensor.dtype_of_or_in(&input, contract::norm::FLOAT)?,
        }
    }
    let inputs = [&grad_out, &input, &mean, &rstd, &scale, &shift];
    for tensor in inputs {
        tensor.max_rank(8)?;
    }
    grad_out.same_shape(&input)?;
    rstd.same_shape(&mean)?;
    input.rank_in(2..=8)?;
    let columns = &input.shape()[input.rank() - 1..];
    if &normalized_shape[..] != columns {
        let got = format!("{:?}", &normalized_shape[..]);
        let allowed = format!("{columns:?}, the last extent of `input`");
        return Err(Error::value(normalized_shape.name(), got, allowed).into());
    }
    for tensor in [weight, bias].into_iter().flatten() {
        tensor.shape_is(columns, "`normalizedShape`")?;
    }
    input.has_elements()?;
    one_for_each(&[&scale, &shift], &input)?;
    mean.has_statistics_of(&input, 1)?;
    let rows = Rows::of(input.shape(), 1);
    if let Some(by_input) = &grad_input_out {
        by_input.same_shape(&input)?;
    }
    for (output, of) in [(&grad_scale_out, &scale), (&grad_shift_out, &shift)] {
        if let Some(output) = output {
            output.same_shape(of)?;
        }
    }
    for output in by_parameters.into_iter().flatten() {
        output.numel_is(rows.length)?;
    }
    let write = |output: &Option<Output>| output.as_ref().map(Output::write).transpose();
    let read = |tensor: Option<&Input>| tensor.map(Input::read).transpose();
    let results = contract::norm::given(grad_input_out.as_ref(), input.dtype()?)?;
    let of_columns = Parameters {
        weight: write(&grad_weight_out)?,
        bias: write(&grad_bias_out)?,
    };
    let of_scale = Parameters {
        weight: write(&grad_scale_out)?,
        bias: write(&grad_shift_out)?,
    };
    let weights = Affine::new(read(weight)?, read(bias)?, Walk::columns());
    let scales = Affine::new(Some(scale.read()?), None, shared(&input)).of_one_more();
    let terms = vec![(input.read()?, 1.0)];
    Ok(gradient(Gradient {
        statistics: [Some(mean.read()?), Some(rstd.read()?)],
        affine: vec![(weights, of_columns), (scales, of_scale)],
        results: results.into_iter().map(|result| (result, 1.0)).collect(),
        ..Gradient::new(rows, grad_out.read()?, terms, Depends::OnBoth)
    })?)
}
