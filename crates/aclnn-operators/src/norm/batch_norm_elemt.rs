//! `aclnnBatchNormElemt`: channels normalised by given statistics. Source: ops-nn, `norm/batch_norm_elemt`.

use crate::contract::batches::{copied, has_channels, one_per_channel, read};
use crate::ops::rows::{Affine, Batch, Norm, Statistics, Walk, norm};
use crate::prelude::*;

/// Computes `(input - mean) * invstd * weight + bias` with a number of each for each channel. `eps` changes nothing.
#[aclnn(null = ACLNN_ERR_PARAM_INVALID)]
fn aclnnBatchNormElemt(
    input: Input,
    weight: Option<Input>,
    bias: Option<Input>,
    mean: MutInput,
    invstd: MutInput,
    eps: f64,
    output: Output,
) -> Planned {
    let _ = eps;
    let parameters: [Option<&TensorArg>; 4] = [
        weight.as_ref().map(|tensor| tensor as &TensorArg),
        bias.as_ref().map(|tensor| tensor as &TensorArg),
        Some(&mean),
        Some(&invstd),
    ];
    input.dtype_in(SHORT_FLOATING)?;
    for tensor in parameters.into_iter().flatten() {
        tensor.dtype_in(SHORT_FLOATING)?;
    }
    output.dtype_in(SHORT_FLOATING)?;
    output.same_format(&input)?;
    input.not_private()?;
    input.rank_in(2..=8)?;
    output.same_shape(&input)?;
    one_per_channel(&parameters, has_channels(&input)?)?;
    if input.is_empty() {
        return contract::untouched(&input, &[&output]);
    }
    let dtype = copied(&output, &input)?;
    let batch = Batch::of(input.shape(), 1);
    let terms = vec![(batch.view(input.read()?)?, 1.0)];
    let statistics = Statistics::Given(Some(mean.read()?), Some(invstd.read()?));
    let parameters = Affine::new(
        read(weight.as_ref())?,
        read(bias.as_ref())?,
        Walk::per_row(),
    );
    Ok(norm(Norm {
        affine: vec![parameters],
        results: vec![(batch.view(output.write()?)?, dtype)],
        ..Norm::new(batch.rows(), terms, statistics)
    })?)
}
