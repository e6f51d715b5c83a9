//! `aclnnMhcPre`: what a layer gets of the streams of each token, and the matrices of the token. Source: ops-transformer, `mhc/mhc_pre`.

use crate::contract::hyper_connections::MhcPre;
use crate::prelude::*;

/// Computes of the streams of each token, `x` (tokens, n, D), `w = (x * gammaOptional) * phi^T / sqrt(mean(x^2) + normEps)` of n, n and n^2 elements; `hPre = sigmoid(alpha[0] * w + bias) + hcEps`, `hPost = 2 sigmoid(alpha[1] * w + bias)`,
/// `hRes = alpha[2] * w + bias`, and `hIn = sum(hPre[i] * x[i])`. With two elements in `alpha` there is no `hRes` (zeros, or null), and `hcEps` is added to `hPost` too. Tokens have one or two axes; n is 4, 6 or 8, D a multiple of 16.
/// `x` and `hIn` are FLOAT16 or BFLOAT16, all else FLOAT, on Ascend950.
#[aclnn]
fn aclnnMhcPre(
    x: Input,
    phi: Input,
    alpha: Input,
    bias: Input,
    gamma_optional: Option<Input>,
    norm_eps: f64,
    hc_eps: f64,
    h_in: Output,
    h_post: Output,
    h_res: Option<Output>,
    inv_rms_optional: Option<Output>,
    h_mix_optional: Option<Output>,
    h_pre_optional: Option<Output>,
) -> Planned {
    let pre = MhcPre {
        x: &x,
        phi: &phi,
        alpha: &alpha,
        bias: &bias,
        gamma: gamma_optional.as_ref(),
        norm_eps,
        hc_eps,
        h_in: &h_in,
        h_post: &h_post,
        h_res: h_res.as_ref(),
        inv_rms: inv_rms_optional.as_ref(),
        h_mix: h_mix_optional.as_ref(),
        h_pre: h_pre_optional.as_ref(),
    };
    Ok(pre.plan()?)
}
