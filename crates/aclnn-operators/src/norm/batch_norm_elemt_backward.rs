//! `aclnnBatchNormElemtBackward`: the gradient of a batch normalisation by its input, of sums over all devices. Source: ops-nn,
//! `norm/sync_batch_norm_backward_elemt`.

use crate::contract::batches::{has_channels, one_per_channel, read};
use crate::ops::rows::{Batch, Depends, GivenSums, Gradient, gradient, with_sum_of_counts};
use crate::ops::{Arg, Role};
use crate::prelude::*;
use crate::tensor::Layout;

const COUNTS: Dtypes = on_all(&[F32, F16, I32]);

/// Computes `((gradOut - sumDy / n) - (input - mean) * invstd² * sumDyXmu / n) * invstd * weight` with a number of each for each channel; n is the sum of
/// `counter`.
#[aclnn]
fn aclnnBatchNormElemtBackward(
    grad_out: Input,
    input: Input,
    mean: Input,
    invstd: Input,
    weight: Option<Input>,
    sum_dy: Input,
    sum_dy_xmu: Input,
    counter: MutInput,
    grad_input: Output,
) -> Planned {
    let inputs = [&grad_out, &input, &mean, &invstd, &sum_dy, &sum_dy_xmu];
    for tensor in inputs.into_iter().chain(&weight) {
        tensor.dtype_in(SHORT_FLOATING)?;
    }
    counter.dtype_in(COUNTS)?;
    grad_input.dtype_in(SHORT_FLOATING)?;
    contract::none_private(&[&grad_out, &input, &grad_input])?;
    input.rank_in(2..=8)?;
    counter.max_rank(8)?;
    let channels = has_channels(&input)?;
    grad_out.same_shape(&input)?;
    grad_input.same_shape(&input)?;
    for tensor in inputs[2..].iter().copied().chain(&weight) {
        one_per_channel(&[Some(tensor)], channels)?;
    }
    if input.is_empty() {
        return contract::untouched(&input, &[&grad_input]);
    }
    let batch = Batch::of(input.shape(), 1);
    let terms = vec![(batch.view(input.read()?)?, 1.0)];
    let layout = Layout::contiguous(&[]);
    let sums = GivenSums {
        gradients: sum_dy.read()?,
        products: sum_dy_xmu.read()?,
        count: Arg::new(counter.name(), Role::Input, F64, layout, 0)?,
        weight: read(weight.as_ref())?,
    };
    let call = gradient(Gradient {
        statistics: [Some(mean.read()?), Some(invstd.read()?)],
        results: vec![((batch.view(grad_input.write()?)?, F32), 1.0)],
        given: Some(sums),
        ..Gradient::new(
            batch.rows(),
            batch.view(grad_out.read()?)?,
            terms,
            Depends::OnNone,
        )
    })?;
    Ok(with_sum_of_counts(call, counter.read()?)?)
}
