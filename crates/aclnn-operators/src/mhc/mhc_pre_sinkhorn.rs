//! `aclnnMhcPreSinkhorn`: `aclnnMhcPre` whose matrix is made doubly stochastic. Source: ops-transformer, `mhc/mhc_pre_sinkhorn`.

use crate::contract::hyper_connections::{SINCE_910B, Streams, floats};
use crate::ops::hyper_connections::pre::{Pre, Residual, pre};
use crate::ops::hyper_connections::sinkhorn::{Iterations, Steps};
use crate::prelude::*;

/// Iterations that the device makes.
const ITERATIONS: i64 = 20;

/// Computes as `aclnnMhcPre` without `gamma`, and makes `hRes`, (tokens, n * n), doubly stochastic as `aclnnMhcSinkhorn`, with `hcEps`. `x` is (bs, seq, n, c), on Ascend950 also (tokens, n, c), with n of 4 and c a multiple of 128 up to 100000; `numIters` is 20. With
/// `needBackward`, `hPre`, `hcBeforeNorm`, `invRms`, `sumOut` and `normOut` are kept for gradients; without it they are not written, and may be null. On Ascend910B, Ascend910_93 and Ascend950.
#[aclnn]
fn aclnnMhcPreSinkhorn(
    x: Input,
    phi: Input,
    alpha: Input,
    bias: Input,
    hc_mult: i64,
    num_iters: i64,
    hc_eps: f64,
    norm_eps: f64,
    need_backward: bool,
    hin: Output,
    h_post: Output,
    h_res: Output,
    h_pre: Option<Output>,
    hc_before_norm: Option<Output>,
    inv_rms: Option<Output>,
    sum_out: Option<Output>,
    norm_out: Option<Output>,
) -> Planned {
    x.dtype_in(SINCE_910B)?;
    hin.same_dtype(&x)?;
    floats(&[
        Some(&phi),
        Some(&alpha),
        Some(&bias),
        Some(&h_post),
        Some(&h_res),
    ])?;
    if num_iters != ITERATIONS {
        return Err(Error::value("numIters", num_iters, "20").into());
    }
    if hc_mult != 4 {
        return Err(Error::value("hcMult", hc_mult, "4").into());
    }
    x.rank_in(if contract::on_950() { 3..=4 } else { 4..=4 })?;
    let streams = Streams::of(&x, &[4], 128, 100_000)?;
    let (n, width) = (streams.count, streams.width);
    let results = n * n + 2 * n;
    phi.shape_is(&[results, n * width], "streams of `x`")?;
    alpha.shape_is(&[3], "a factor of each kind")?;
    bias.shape_is(&[results], "streams of `x`")?;
    streams.are(Some(&hin), &[width])?;
    streams.are(Some(&h_post), &[n])?;
    streams.are(Some(&h_res), &[n * n])?;
    let kept = [
        ("hPre", h_pre, vec![n]),
        ("hcBeforeNorm", hc_before_norm, vec![results]),
        ("invRms", inv_rms, vec![1]),
        ("sumOut", sum_out, vec![n]),
        ("normOut", norm_out, vec![n, n]),
    ];
    let mut written = Vec::new();
    for (at, (arg, output, rest)) in kept.into_iter().enumerate() {
        if !need_backward {
            written.push(None);
            continue;
        }
        let Some(output) = output else {
            return Err(Reason::Null { arg }.into());
        };
        floats(&[Some(&output)])?;
        let mut wanted = streams.with(&rest);
        if at >= 3 {
            wanted.insert(0, 2 * num_iters);
        }
        output.shape_is(&wanted, "tokens and streams of `x`")?;
        let arg = output.write()?;
        // Steps stand before tokens.
        written.push(Some(match (streams.tokens.len(), at >= 3) {
            (1, true) => arg.viewed(arg.view.layout.with_axis(1))?,
            _ => streams.in_batches(arg)?,
        }));
    }
    let mut written = written.into_iter();
    let mut next = || written.next().flatten();
    let [shares, mixed, inverse, sums, matrices] = std::array::from_fn(|_| next());
    let inverse = match inverse {
        Some(arg) => Some(arg.viewed(arg.view.layout.picked(2, 0))?),
        None => None,
    };
    let residual = streams.write(&h_res)?;
    let residual = residual.viewed(residual.view.layout.split(2, n, n))?;
    let iterations = Iterations {
        count: num_iters as usize,
        eps: hc_eps,
    };
    let steps = Steps { matrices, sums };
    Ok(pre(Pre {
        x: streams.read(&x)?,
        weight: phi.read()?,
        alpha: alpha.read()?,
        bias: bias.read()?,
        gamma: None,
        norm_eps,
        eps: hc_eps,
        input: streams.write(&hin)?,
        spread: streams.write(&h_post)?,
        residual: Residual::Stochastic(residual, iterations, steps),
        shares,
        mixed,
        inverse,
    })?)
}
