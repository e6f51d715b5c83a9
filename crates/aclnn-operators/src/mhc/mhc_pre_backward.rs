//! `aclnnMhcPreBackward`: gradients of `aclnnMhcPre`. Source: ops-transformer, `mhc/mhc_pre_backward`.

use crate::contract::hyper_connections::{MhcPreBackward, ON_950, Post, Streams};
use crate::prelude::*;

/// Computes the gradients of `aclnnMhcPre` by `x`, `phi`, `alpha`, `bias` and `gamma`, of its results `invRms`, `hMix`, `hPre` and `hPost`. `gradXPostOptional` is added to `gradX`. n is 4, 6 or 8, D a multiple of 64 up to 16384; on
/// Ascend950.
#[aclnn]
fn aclnnMhcPreBackward(
    x: Input,
    phi: Input,
    alpha: Input,
    grad_h_in: Input,
    grad_h_post: Input,
    grad_h_res: Input,
    inv_rms: Input,
    h_mix: Input,
    h_pre: Input,
    h_post: Input,
    gamma: Option<Input>,
    grad_x_post_optional: Option<Input>,
    hc_eps: f32,
    grad_x: ConstOutput,
    grad_phi: ConstOutput,
    grad_alpha: ConstOutput,
    grad_bias: ConstOutput,
    grad_gamma: Option<ConstOutput>,
) -> Planned {
    let backward = MhcPreBackward {
        x: &x,
        phi: &phi,
        alpha: &alpha,
        grad_h_in: &grad_h_in,
        grad_h_post: &grad_h_post,
        grad_h_res: &grad_h_res,
        inv_rms: &inv_rms,
        h_mix: &h_mix,
        h_pre: &h_pre,
        h_post: Post::Kept(&h_post),
        gamma: gamma.as_ref(),
        grad_x_post: grad_x_post_optional.as_ref(),
        steps: None,
        hc_eps: hc_eps.into(),
        grad_x: &grad_x,
        grad_phi: &grad_phi,
        grad_alpha: &grad_alpha,
        grad_bias: &grad_bias,
        grad_gamma: grad_gamma.as_ref(),
    };
    backward.types(ON_950)?;
    let streams = Streams::of(&x, &[4, 6, 8], 64, 16384)?.not_empty(&x)?;
    Ok(backward.plan(&streams, false)?)
}
