//! `aclnnBatchNormReduceBackward`: the sums that gradients of batch normalisation are made of. Source: ops-nn, `norm/sync_batch_norm_backward_reduce`.

use crate::contract::batches::{has_channels, one_per_channel};
use crate::ops::rows::{Affine, Batch, Depends, Gradient, Parameters, Walk, gradients};
use crate::prelude::*;

/// Computes for each channel, as asked for, the sum of `gradOut` and of its products with `input - mean`, and the gradients by weights and biases. `weight` is not
/// looked at.
#[aclnn]
fn aclnnBatchNormReduceBackward(
    grad_out: Input,
    input: Input,
    mean: Input,
    invstd: Input,
    weight: Option<Input>,
    input_g: bool,
    weight_g: bool,
    bias_g: bool,
    sum_dy: Option<Output>,
    sum_dy_xmu: Option<Output>,
    grad_weight: Option<Output>,
    grad_bias: Option<Output>,
) -> Planned {
    let _ = weight;
    let wanted = [
        (input_g, &sum_dy, "sumDy"),
        (input_g, &sum_dy_xmu, "sumDyXmu"),
        (weight_g, &grad_weight, "gradWeight"),
        (bias_g, &grad_bias, "gradBias"),
    ];
    if let Some((.., arg)) = wanted
        .iter()
        .find(|(wanted, output, _)| *wanted && output.is_none())
    {
        return Err(Reason::Null { arg }.into());
    }
    let outputs = wanted.map(|(wanted, output, _)| output.as_ref().filter(|_| wanted));
    let inputs = [&grad_out, &input, &mean, &invstd];
    for tensor in inputs {
        tensor.dtype_in(SHORT_FLOATING)?;
    }
    input.same_dtype(&grad_out)?;
    for output in outputs.into_iter().flatten() {
        output.dtype_in(SHORT_FLOATING)?;
    }
    input.same_format(&grad_out)?;
    for tensor in inputs {
        tensor.not_private()?;
    }
    grad_out.rank_in(2..=8)?;
    input.same_shape(&grad_out)?;
    let channels = has_channels(&grad_out)?;
    for output in outputs.into_iter().flatten() {
        one_per_channel(&[Some(output)], channels)?;
    }
    one_per_channel(&[Some(&mean), Some(&invstd)], channels)?;
    if grad_out.is_empty() {
        return match contract::on_950() {
            true => contract::norm::filled(&outputs.map(|output| (output, 0.0))),
            false => contract::untouched(&grad_out, &[]),
        };
    }
    if outputs.iter().all(Option::is_none) {
        return contract::untouched(&grad_out, &[]);
    }
    let batch = Batch::of(input.shape(), 1);
    let [sum, products, by_weight, by_bias] =
        outputs.map(|output| output.map(Output::write).transpose());
    let sums = |inverse, weight, bias| -> Result<Gradient> {
        let dy = batch.view(grad_out.read()?)?;
        let terms = vec![(batch.view(input.read()?)?, 1.0)];
        let none = Affine::new(None, None, Walk::per_row());
        Ok(Gradient {
            statistics: [Some(mean.read()?), inverse],
            affine: vec![(none, Parameters::default())],
            of_row: Parameters { weight, bias },
            ..Gradient::new(batch.rows(), dy, terms, Depends::OnNone)
        })
    };
    Ok(gradients(vec![
        sums(None, products?, sum?)?,
        sums(Some(invstd.read()?), by_weight?, by_bias?)?,
    ])?)
}
