//! `aclnnBatchNormGatherStatsWithCounts`: statistics of channels from those of several devices. Source: ops-nn, `norm/sync_batch_norm_gather_stats_with_counts`.

use crate::contract::batches::{one_per_channel, update};
use crate::ops::rows::{Gathered, Parts, Running, gathered};
use crate::prelude::*;

/// Computes mean and reciprocal standard deviation of each channel of those of several devices, a row for each in `mean` and `invstd`, that have seen `counts`
/// elements of a channel, and brings the running ones up to date. Without devices they are 0 and not a number.
#[aclnn]
fn aclnnBatchNormGatherStatsWithCounts(
    input: Input,
    mean: Input,
    invstd: Input,
    running_mean: Option<InOut>,
    running_var: Option<InOut>,
    momentum: f64,
    eps: f64,
    counts: Input,
    mean_all: Output,
    invstd_all: Output,
) -> Planned {
    let running = [running_mean.as_ref(), running_var.as_ref()];
    for tensor in [&input, &mean, &invstd, &counts] {
        tensor.dtype_in(SHORT_FLOATING)?;
    }
    for tensor in running.into_iter().flatten() {
        tensor.dtype_in(SHORT_FLOATING)?;
    }
    for tensor in [&mean_all, &invstd_all] {
        tensor.dtype_in(SHORT_FLOATING)?;
    }
    contract::none_private(&[&input, &mean, &invstd, &counts])?;
    input.rank_in(2..=8)?;
    for tensor in [&mean, &invstd] {
        tensor.rank_in(2..=2)?;
    }
    let (devices, channels) = (mean.shape()[0], input.shape()[1]);
    for tensor in [&mean, &invstd] {
        tensor.shape_is(&[devices, channels], "devices and channels")?;
    }
    for tensor in running.into_iter().flatten() {
        one_per_channel(&[Some(tensor)], channels)?;
    }
    counts.shape_is(&[devices], "a number for each device")?;
    one_per_channel(&[Some(&mean_all), Some(&invstd_all)], channels)?;
    if let [Some(_), None] = running {
        return Err(Error::value("runningVar", "null", "a tensor beside `runningMean`").into());
    }
    if mean.is_empty() {
        return contract::norm::filled(&[(Some(&mean_all), 0.0), (Some(&invstd_all), f64::NAN)]);
    }
    let rounded = if contract::on_950() {
        mean.dtype()?
    } else {
        F32
    };
    for tensor in running.into_iter().flatten() {
        if contract::on_950() {
            tensor.same_dtype(&mean).code(ACLNN_ERR_INNER_NULLPTR)?;
        }
    }
    let is_kept = running_mean.is_some();
    Ok(gathered(Gathered {
        parts: Parts::Statistics(mean.read()?, invstd.read()?),
        counts: (counts.read()?, F64),
        epsilon: contract::norm::epsilon(eps),
        running: Running {
            mean: update(running_mean.as_ref())?,
            variance: update(running_var.as_ref().filter(|_| is_kept))?,
            momentum: momentum as f32,
        },
        mean: (mean_all.write()?, rounded),
        inverse: (invstd_all.write()?, rounded),
    })?)
}
