//! `aclnnLayerNormBackward`: the gradients of layer normalisation. Source: ops-nn, `norm/layer_norm_grad_v3`.

use crate::ops::rows::{Affine, Depends, Gradient, Parameters, Rows, Walk, gradient};
use crate::prelude::*;

const TYPES: Dtypes = SHORT_EVERYWHERE;

/// Computes the gradients of layer normalisation by its input, weights and biases: those that `outputMask` asks for.
#[aclnn]
fn aclnnLayerNormBackward(
    grad_out: Input,
    input: Input,
    normalized_shape: Ints,
    mean: Input,
    rstd: Input,
    weight_optional: Option<Input>,
    bias_optional: Option<Input>,
    output_mask: Bools,
    grad_input_out: Option<Output>,
    grad_weight_out: Option<Output>,
    grad_bias_out: Option<Output>,
) -> Planned {
    contract::norm::of_three(&output_mask)?;
    let by_input = contract::norm::masked(&output_mask, 0, &grad_input_out, "gradInputOut")?;
    let by_weight = contract::norm::masked(&output_mask, 1, &grad_weight_out, "gradWeightOut")?;
    let by_bias = contract::norm::masked(&output_mask, 2, &grad_bias_out, "gradBiasOut")?;
    let inputs: [&TensorArg; 4] = [&grad_out, &input, &mean, &rstd];
    for tensor in inputs {
        tensor.dtype_in(TYPES)?;
    }
    input.same_dtype(&grad_out)?;
    if let Some(weight) = &weight_optional {
        weight.dtype_in(TYPES)?;
        weight.dtype_of_or_in(&input, contract::norm::FLOAT)?;
    }
    if let Some(bias) = &bias_optional {
        bias.dtype_in(TYPES)?;
    }
    for tensor in [&grad_input_out, &grad_weight_out, &grad_bias_out]
        .into_iter()
        .flatten()
    {
        tensor.dtype_in(TYPES)?;
    }
    contract::up_to_rank_8(&inputs)?;
    let axes = normalized_shape.len();
    let wanted = [by_input, by_weight, by_bias];
    for tensor in wanted.into_iter().flatten() {
        tensor.max_rank(8)?;
    }
    if !(1..=8).contains(&axes) || !input.shape().ends_with(&normalized_shape) {
        let got = format!("{:?}", &normalized_shape[..]);
        let allowed = format!("the last extents of `input`, {:?}", input.shape());
        return Err(Error::value(normalized_shape.name(), got, allowed).into());
    }
    for tensor in [&weight_optional, &bias_optional].into_iter().flatten() {
        tensor.shape_is(&normalized_shape, "`normalizedShape`")?;
    }
    grad_out.same_shape(&input)?;
    rstd.same_shape(&mean)?;
    let rows = Rows::of(input.shape(), axes);
    mean.numel_is(rows.count)?;
    if let Some(by_input) = by_input {
        by_input.same_shape(&input)?;
    }
    for tensor in [by_weight, by_bias].into_iter().flatten() {
        tensor.numel_is(rows.length)?;
    }
    if rows.length == 0 || wanted.iter().all(Option::is_none) {
        let outputs: Vec<&Output> = wanted.into_iter().flatten().collect();
        return contract::untouched(&input, &outputs);
    }
    let read = |tensor: &Option<Input>| tensor.as_ref().map(Input::read).transpose();
    let write = |output: Option<&Output>| output.map(Output::write).transpose();
    let terms = vec![(input.read()?, 1.0)];
    let results = contract::norm::given(by_input, input.dtype()?)?;
    let parameters = Parameters {
        weight: write(by_weight)?,
        bias: write(by_bias)?,
    };
    let weights = Affine::new(read(&weight_optional)?, None, Walk::columns());
    Ok(gradient(Gradient {
        statistics: [Some(mean.read()?), Some(rstd.read()?)],
        affine: vec![(weights, parameters)],
        results: results.into_iter().map(|result| (result, 1.0)).collect(),
        ..Gradient::new(rows, grad_out.read()?, terms, Depends::OnBoth)
    })?)
}
