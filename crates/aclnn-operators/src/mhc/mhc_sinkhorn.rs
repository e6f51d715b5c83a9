//! `aclnnMhcSinkhorn`: matrices made doubly stochastic. Source: ops-transformer, `mhc/mhc_sinkhorn`.

use crate::contract::hyper_connections::{Streams, flat_steps};
use crate::ops::hyper_connections::sinkhorn::{Iterations, Steps, sinkhorn};
use crate::prelude::*;

/// Makes the matrices of `x`, (tokens, n, n), doubly stochastic: softmax of rows plus `eps`, then columns divided by their sums plus `eps`, and `numIters - 1` times (1 to 100) rows and columns likewise. Tokens have one or two axes, n is 4, 6 or
/// 8. `normOut`, of `2 * numIters * tokens * n * 8` elements, and `sumOut`, of `2 * numIters * tokens * 8`, keep the steps for `aclnnMhcSinkhornBackward`, or are null. FLOAT, on Ascend950.
#[aclnn]
fn aclnnMhcSinkhorn(
    x: Input,
    eps: f32,
    num_iters: i64,
    output: Output,
    norm_out: Option<Output>,
    sum_out: Option<Output>,
) -> Planned {
    x.dtype_in(only_950(&[F32]))?;
    output.same_dtype(&x)?;
    contract::none_private(&[&x, &output])?;
    for kept in [&norm_out, &sum_out].into_iter().flatten() {
        kept.same_dtype(&x)?;
        contract::none_private(&[kept])?;
    }
    if !(1..=100).contains(&num_iters) {
        return Err(Error::value("numIters", num_iters, "1 to 100").into());
    }
    let streams = Streams::of(&x, &[4, 6, 8], 1, 8)?.not_empty(&x)?;
    let n = streams.count;
    if streams.width != n {
        return Err(x.shape_refused("[tokens, n, n]").into());
    }
    output.same_shape(&x)?;
    let x = streams.read(&x)?;
    let tokens = &x.view.layout.shape()[..2];
    let of_steps = [&[2 * num_iters][..], tokens].concat();
    let kept = |kept: &Option<Output>, rest: &[i64]| match kept {
        Some(kept) => flat_steps(kept.write()?, &[&of_steps[..], rest].concat()).map(Some),
        None => Ok(None),
    };
    let steps = Steps {
        matrices: kept(&norm_out, &[n, 8])?,
        sums: kept(&sum_out, &[8])?,
    };
    let iterations = Iterations {
        count: num_iters as usize,
        eps: eps.into(),
    };
    Ok(sinkhorn(x, iterations, streams.write(&output)?, steps)?)
}
