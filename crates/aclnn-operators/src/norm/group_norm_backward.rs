//! `aclnnGroupNormBackward`: the gradients of `aclnnGroupNorm`. Source: ops-nn, `norm/group_norm_grad`.

use crate::contract::groups::{GroupGradients, groups_divide, mask_of};
use crate::ops::rows::Channels;
use crate::prelude::*;

/// Computes the gradients of `aclnnGroupNorm` by its input, `gamma` and `beta`: those that `outputMask` asks for.
#[aclnn]
fn aclnnGroupNormBackward(
    grad_out: Input,
    input: Input,
    mean: Input,
    rstd: Input,
    gamma: Option<Input>,
    n: i64,
    c: i64,
    hx_w: i64,
    group: i64,
    output_mask: Option<Bools>,
    grad_input: Option<Output>,
    grad_gamma_out: Option<Output>,
    grad_beta_out: Option<Output>,
) -> Planned {
    let outputs = mask_of(
        output_mask.as_ref(),
        [
            (&grad_input, "gradInput"),
            (&grad_gamma_out, "gradGammaOut"),
            (&grad_beta_out, "gradBetaOut"),
        ],
    )
    .code(ACLNN_ERR_PARAM_INVALID)?;
    let [by_input, by_gamma, by_beta] = outputs;
    grad_out.dtype_in(SHORT_FLOATING)?;
    input.same_dtype(&grad_out)?;
    match contract::on_950() {
        true => mean.dtype_of_or_in(&grad_out, contract::norm::FLOAT)?,
        false => mean.same_dtype(&grad_out)?,
    }
    let parameters = [gamma.as_ref().map(|gamma| gamma as &TensorArg), Some(&rstd)];
    let results = [by_gamma, by_beta].map(|output| output.map(|output| output as &TensorArg));
    for tensor in parameters.into_iter().chain(results).flatten() {
        tensor.same_dtype(&mean)?;
    }
    if let Some(by_input) = by_input {
        by_input.same_dtype(&grad_out)?;
    }
    groups_divide("group", group, c)?;
    grad_out.max_rank(8)?;
    let sizes = [("N", n), ("C", c), ("HxW", hx_w)];
    if let Some((name, size)) = sizes.into_iter().find(|(_, size)| *size < 0) {
        return Err(Error::value(name, size, "0 or more").into());
    }
    let count = |sizes: [i64; 3]| sizes.into_iter().fold(1, i64::saturating_mul) as usize;
    for tensor in [&grad_out, &input] {
        tensor.numel_is(count([n, c, hx_w]))?;
    }
    for tensor in [&mean, &rstd] {
        tensor.numel_is(count([n, group, 1]))?;
    }
    if let Some(gamma) = &gamma {
        gamma.numel_is(count([c, 1, 1]))?;
    }
    if let Some(by_input) = by_input {
        by_input.same_shape(&input)?;
    }
    let channels = [c];
    let shape = gamma.as_ref().map_or(&channels[..], |gamma| gamma.shape());
    for tensor in [by_gamma, by_beta].into_iter().flatten() {
        tensor.shape_is(shape, "a number for each channel")?;
    }
    if grad_out.is_empty() {
        return match contract::on_950() && c > 0 {
            true => contract::norm::filled(&[(by_gamma, 0.0), (by_beta, 0.0)]),
            false => contract::untouched(&grad_out, &[]),
        };
    }
    GroupGradients {
        inputs: [&grad_out, &input, &mean, &rstd],
        parameters: [gamma.as_ref(), None],
        channels: Channels {
            batch: n as usize,
            channels: c as usize,
            inner: hx_w as usize,
        },
        groups: group as usize,
        swish: None,
        outputs,
    }
    .plan()
}
