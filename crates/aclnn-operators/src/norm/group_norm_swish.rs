//! `aclnnGroupNormSwish`: `aclnnGroupNorm`, then swish. Source: ops-nn, `norm/group_norm_swish`.

use crate::contract::groups::{Groups, groups_divide};
use crate::device::soc::Generation;
use crate::prelude::*;

/// Normalises each of `numGroups` groups of channels, multiplies channels by `gamma`, adds `beta`, and divides by `1 + exp(-swishScale y)` if `activateSwish` is
/// true. `dataFormatOptional` is not looked at.
#[aclnn(generated)]
fn aclnnGroupNormSwish(
    x: Input,
    gamma: Input,
    beta: Input,
    num_groups: i64,
    data_format_optional: Option<MutText>,
    eps: f64,
    activate_swish: bool,
    swish_scale: f64,
    y_out: ConstOutput,
    mean_out: ConstOutput,
    rstd_out: ConstOutput,
) -> Planned {
    let _ = data_format_optional;
    let row = |x, parameters| [x, parameters, parameters, x, parameters, parameters];
    let types = [
        row(F16, F16),
        row(F32, F32),
        row(Bf16, Bf16),
        row(F16, F32),
        row(Bf16, F32),
    ];
    contract::norm::dtype_row([&x, &gamma, &beta, &y_out, &mean_out, &rstd_out], &types)?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let all = Groups::new(
        &x,
        [Some(&gamma), Some(&beta)],
        num_groups,
        [&y_out, &mean_out, &rstd_out],
    );
    let rules = || {
        x.rank_in(2..=8)?;
        all.per_channel()?;
        groups_divide("numGroups", num_groups, x.shape()[1])
    };
    rules().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    all.shapes()?;
    if x.is_empty() {
        return contract::untouched(&x, &all.outputs);
    }
    let factor = activate_swish.then_some(contract::norm::epsilon(swish_scale));
    all.plan(eps, factor, gamma.dtype()?)
}
