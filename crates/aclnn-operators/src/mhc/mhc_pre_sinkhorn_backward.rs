//! `aclnnMhcPreSinkhornBackward`: gradients of `aclnnMhcPreSinkhorn`. Source: ops-transformer, `mhc/mhc_pre_sinkhorn_backward`.

use crate::contract::hyper_connections::{MhcPreBackward, Post, SINCE_910B, Streams, tiling};
use crate::prelude::*;

/// Computes the gradients of `aclnnMhcPreSinkhorn` by `x`, `phi`, `alpha` and `bias`, of what it kept; the gradient goes back through its steps, `sumOut` and `normOut`. Tokens have one or two axes; n is 1 to 8, C a multiple of 128 below
/// 100000, and there are 20 iterations. Without tokens the sums over them are 0. On Ascend910B, Ascend910_93 and Ascend950.
#[aclnn]
fn aclnnMhcPreSinkhornBackward(
    grad_hin: Input,
    grad_h_post: Input,
    grad_h_res: Input,
    x: Input,
    phi: Input,
    alpha: Input,
    bias: Input,
    h_pre: Input,
    hc_before_norm: Input,
    inv_rms: Input,
    sum_out: Input,
    norm_out: Input,
    hc_eps: f64,
    grad_x: ConstOutput,
    grad_phi: ConstOutput,
    grad_alpha: ConstOutput,
    grad_bias: ConstOutput,
) -> Planned {
    let backward = MhcPreBackward {
        x: &x,
        phi: &phi,
        alpha: &alpha,
        grad_h_in: &grad_hin,
        grad_h_post: &grad_h_post,
        grad_h_res: &grad_h_res,
        inv_rms: &inv_rms,
        h_mix: &hc_before_norm,
        h_pre: &h_pre,
        h_post: Post::Bias(&bias),
        gamma: None,
        grad_x_post: None,
        steps: Some([&norm_out, &sum_out]),
        hc_eps,
        grad_x: &grad_x,
        grad_phi: &grad_phi,
        grad_alpha: &grad_alpha,
        grad_bias: &grad_bias,
        grad_gamma: None,
    };
    backward.types(SINCE_910B)?;
    let planned = || {
        let streams = Streams::of(&x, &[1, 2, 3, 4, 5, 6, 7, 8], 128, 99_999)?;
        if sum_out.shape().first() != Some(&40) {
            return Err(sum_out.shape_refused("[40, tokens, streams]"));
        }
        backward.plan(&streams, true)
    };
    let planned = tiling(planned());
    if planned.is_err() || !x.is_empty() {
        return planned;
    }
    let sums: [&Output; 3] = [&grad_phi, &grad_alpha, &grad_bias];
    contract::norm::filled(&sums.map(|sum| (Some(sum), 0.0)))
}
