//! `aclnnGroupNorm`: groups of channels with mean 0 and variance 1. Source: ops-nn, `norm/group_norm`.

use crate::contract::groups::{Groups, above_0, channels_first, extent_is, groups_divide};
use crate::prelude::*;

/// Normalises each of `group` groups of channels to mean 0 and variance 1, multiplies channels by `gamma` and adds `beta`.
#[aclnn]
fn aclnnGroupNorm(
    self_: Input,
    gamma: Option<Input>,
    beta: Option<Input>,
    n: i64,
    c: i64,
    hx_w: i64,
    group: i64,
    eps: f64,
    out: Output,
    mean_out: Output,
    rstd_out: Output,
) -> Planned {
    self_.dtype_in(SHORT_FLOATING)?;
    let parameters = [gamma.as_ref(), beta.as_ref()];
    for tensor in parameters.into_iter().flatten() {
        tensor.same_dtype(&self_)?;
    }
    let outputs = [&out, &mean_out, &rstd_out];
    for tensor in outputs {
        tensor.same_dtype(&self_)?;
    }
    groups_divide("group", group, c)?;
    above_0("eps", eps)?;
    self_.rank_in(2..=8)?;
    let all = Groups::new(&self_, parameters, group, outputs);
    out.same_shape(&self_)?;
    for tensor in [&mean_out, &rstd_out] {
        tensor.shape_is(&[n, group], "`N` and `group`")?;
    }
    extent_is("N", n, self_.shape()[0])?;
    extent_is("C", c, self_.shape()[1])?;
    extent_is("HxW", hx_w, self_.shape()[2..].iter().product())?;
    all.per_channel()?;
    out.same_format(&self_)?;
    channels_first(&self_)?;
    if self_.is_empty() {
        return contract::norm::filled(&[(Some(&mean_out), 0.0), (Some(&rstd_out), f64::NAN)]);
    }
    all.plan(eps, None, self_.dtype()?)
}
