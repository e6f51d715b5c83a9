//! `aclnnSyncBatchNormGatherStats`: statistics of channels from the sums of several devices. Source: ops-nn, `norm/sync_batch_norm_gather_stats`.

use crate::ops::rows::{Gathered, Parts, Running, gathered};
use crate::prelude::*;

const TYPES: Dtypes = SHORT_BFLOAT16_ON_950;
const COUNTS: Dtypes = on_910(&[F32, F16, I32]).and_950(&[Bf16]);

/// Computes mean and reciprocal standard deviation of each channel of the sums of elements and of their squares on several devices, a row for each, that have
/// seen `sampleCount` elements of a channel, and brings the running `mean` and `variance` up to date.
#[aclnn]
fn aclnnSyncBatchNormGatherStats(
    total_sum: Input,
    total_square_sum: Input,
    sample_count: Input,
    mean: InOut,
    variance: InOut,
    momentum: f32,
    eps: f32,
    batch_mean: Output,
    batch_invstd: Output,
) -> Planned {
    total_sum.dtype_in(TYPES)?;
    sample_count.dtype_in(COUNTS)?;
    for tensor in [&total_square_sum as &TensorArg, &mean, &variance] {
        tensor.same_dtype(&total_sum)?;
    }
    batch_mean.dtype_in(TYPES)?;
    batch_invstd.same_dtype(&batch_mean)?;
    contract::none_private(&[
        &total_sum,
        &total_square_sum,
        &sample_count,
        &mean,
        &variance,
    ])?;
    total_sum.rank_in(2..=2)?;
    let [devices, channels] = [total_sum.shape()[0], total_sum.shape()[1]];
    total_square_sum.same_shape(&total_sum)?;
    sample_count.shape_is(&[devices], "a number for each device")?;
    for tensor in [&mean as &TensorArg, &variance, &batch_mean, &batch_invstd] {
        tensor.shape_is(&[channels], "a number for each channel")?;
    }
    if devices == 0 {
        return Err(total_sum
            .shape_refused("a row for one device or more")
            .into());
    }
    if channels == 0 {
        return contract::untouched(&total_sum, &[&batch_mean, &batch_invstd]);
    }
    let rounded = total_sum.dtype()?;
    Ok(gathered(Gathered {
        parts: Parts::Sums(total_sum.read()?, total_square_sum.read()?),
        counts: (sample_count.read()?, I32),
        epsilon: eps.into(),
        running: Running {
            mean: Some(mean.update()?),
            variance: Some(variance.update()?),
            momentum,
        },
        mean: (batch_mean.write()?, rounded),
        inverse: (batch_invstd.write()?, rounded),
    })?)
}
