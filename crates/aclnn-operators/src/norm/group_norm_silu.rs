//! `aclnnGroupNormSilu`, `aclnnGroupNormSiluV2`: `aclnnGroupNorm`, then silu. Source: ops-nn, `norm/group_norm_silu`.

use crate::contract::groups::{Groups, above_0, groups_divide, statistics_type};
use crate::prelude::*;

/// The contract of both forms.
fn silu(all: Groups, eps: f64, activates: bool) -> Planned {
    let (x, [out, mean, rstd]) = (all.x, all.outputs);
    x.dtype_in(SHORT_FLOATING)?;
    for tensor in all.parameters.into_iter().flatten() {
        tensor.dtype_in(SHORT_FLOATING)?;
        tensor.dtype_of_or_in(x, contract::norm::FLOAT)?;
    }
    if let [Some(gamma), Some(beta)] = all.parameters {
        beta.same_dtype(gamma)?;
    }
    out.same_dtype(x)?;
    let statistics = statistics_type(x, all.parameters)?;
    for tensor in [mean, rstd] {
        match contract::on_950() && statistics == x.dtype()? {
            true => tensor.dtype_is(statistics).code(ACLNN_ERR_INNER_NULLPTR)?,
            false => tensor.dtype_is(statistics)?,
        }
    }
    contract::needs_chip(&contract::rms::AFTER_910)?;
    x.rank_in(2..=8)?;
    if all.groups > 0 {
        all.shapes()?;
    }
    let [batch, channels] = [x.shape()[0], x.shape()[1]];
    groups_divide("group", all.groups, channels)?;
    if !contract::on_950() && (batch == 0 || channels == 0) {
        return Err(x.shape_refused("a batch and channels above 0").into());
    }
    above_0("eps", eps)?;
    if x.is_empty() {
        let value = if contract::on_950() { f64::NAN } else { 0.0 };
        return contract::norm::filled(&[(Some(mean), value), (Some(rstd), f64::NAN)]);
    }
    all.plan(eps, activates.then_some(1.0), statistics)
}

/// Normalises each of `group` groups of channels, multiplies channels by `gamma`, adds `beta`, and computes silu of that.
#[aclnn]
fn aclnnGroupNormSilu(
    self_: Input,
    gamma: Option<Input>,
    beta: Option<Input>,
    group: i64,
    eps: f64,
    out: Output,
    mean_out: Output,
    rstd_out: Output,
) -> Planned {
    let parameters = [gamma.as_ref(), beta.as_ref()];
    let all = Groups::new(&self_, parameters, group, [&out, &mean_out, &rstd_out]);
    silu(all, eps, true)
}

/// As `aclnnGroupNormSilu`, without silu if `activateSilu` is false.
#[aclnn]
fn aclnnGroupNormSiluV2(
    self_: Input,
    gamma: Option<Input>,
    beta: Option<Input>,
    group: i64,
    eps: f64,
    activate_silu: bool,
    out: Output,
    mean_out: Output,
    rstd_out: Output,
) -> Planned {
    let parameters = [gamma.as_ref(), beta.as_ref()];
    let all = Groups::new(&self_, parameters, group, [&out, &mean_out, &rstd_out]);
    silu(all, eps, activate_silu)
}
