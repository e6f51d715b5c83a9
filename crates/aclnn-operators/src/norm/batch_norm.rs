//! `aclnnBatchNorm`: channels with mean 0 and variance 1. Source: ops-nn, `norm/batch_norm_v3`.

use crate::contract::batches::{channel, copied, five_dimensions, one_per_channel, read, update};
use crate::ops::rows::{Affine, Batch, Norm, Running, Statistics, Walk, norm};
use crate::prelude::*;

/// Normalises each channel of a batch, multiplies it by `weight` and adds `bias`: in training by its own mean and variance, of which the running ones are brought
/// up to date, else by the running ones.
#[aclnn]
fn aclnnBatchNorm(
    input: Input,
    weight: Option<Input>,
    bias: Option<Input>,
    running_mean: Option<InOut>,
    running_var: Option<InOut>,
    training: bool,
    momentum: f64,
    eps: f64,
    output: Output,
    save_mean: Option<Output>,
    save_invstd: Option<Output>,
) -> Planned {
    let saved = [(&save_mean, "saveMean"), (&save_invstd, "saveInvstd")];
    for (tensor, arg) in saved {
        if training && tensor.is_none() {
            return Err(Reason::Null { arg }.into());
        }
    }
    if input.is_empty() {
        return contract::norm::filled(&[
            (save_mean.as_ref(), 0.0),
            (save_invstd.as_ref(), f64::NAN),
        ]);
    }
    let saved = saved.map(|(tensor, _)| tensor.as_ref().filter(|_| training));
    let [mean, inverse] = saved;
    input.dtype_in(SHORT_FLOATING)?;
    output.dtype_in(SHORT_FLOATING)?;
    let parameters: [Option<&TensorArg>; 6] = [
        weight.as_ref().map(|tensor| tensor as &TensorArg),
        bias.as_ref().map(|tensor| tensor as &TensorArg),
        running_mean.as_ref().map(|tensor| tensor as &TensorArg),
        running_var.as_ref().map(|tensor| tensor as &TensorArg),
        mean.map(|tensor| tensor as &TensorArg),
        inverse.map(|tensor| tensor as &TensorArg),
    ];
    for tensor in parameters.into_iter().flatten() {
        tensor.dtype_in(SHORT_FLOATING)?;
    }
    output.same_format(&input)?;
    five_dimensions(&input)?;
    five_dimensions(&output)?;
    input.not_private()?;
    input.rank_in(2..=8)?;
    output.same_shape(&input)?;
    let axis = channel(&input);
    one_per_channel(&parameters, input.shape()[axis])?;
    let dtype = copied(&output, &input)?;
    let batch = Batch::of(input.shape(), axis);
    let terms = vec![(batch.view(input.read()?)?, 1.0)];
    let (before, variance) = (
        update(running_mean.as_ref())?,
        update(running_var.as_ref())?,
    );
    let epsilon = contract::norm::epsilon(eps);
    let running = Running {
        mean: before.clone(),
        variance: variance.clone(),
        momentum: momentum as f32,
    };
    let statistics = match training {
        true => Statistics::Layer(epsilon),
        false => Statistics::Variance(before, variance, epsilon),
    };
    let parameters = Affine::new(
        read(weight.as_ref())?,
        read(bias.as_ref())?,
        Walk::per_row(),
    );
    let rounded = |output: &Option<&Output>| output.map_or(Ok(F32), |output| output.dtype());
    Ok(norm(Norm {
        affine: vec![parameters],
        results: vec![(batch.view(output.write()?)?, dtype)],
        mean: contract::norm::given(mean, rounded(&mean)?)?,
        inverse: contract::norm::given(inverse, rounded(&inverse)?)?,
        running: training.then_some(running),
        ..Norm::new(batch.rows(), terms, statistics)
    })?)
}
