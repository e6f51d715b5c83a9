//! `aclnnMhcPreV2`: `aclnnMhcPre` with a mode of products. Source: ops-transformer, `mhc/mhc_pre`.

use crate::contract::hyper_connections::MhcPre;
use crate::prelude::*;

/// Computes as `aclnnMhcPre`. `opImplMode` is 0 or 1, FLOAT or HF32 on the device; both compute in DOUBLE.
#[aclnn]
fn aclnnMhcPreV2(
    x: Input,
    phi: Input,
    alpha: Input,
    bias: Input,
    gamma_optional: Option<Input>,
    norm_eps: f64,
    hc_eps: f64,
    op_impl_mode: i64,
    h_in: Output,
    h_post: Output,
    h_res: Option<Output>,
    inv_rms_optional: Option<Output>,
    h_mix_optional: Option<Output>,
    h_pre_optional: Option<Output>,
) -> Planned {
    if !matches!(op_impl_mode, 0 | 1) {
        return Err(Error::value("opImplMode", op_impl_mode, "0 or 1").into());
    }
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
