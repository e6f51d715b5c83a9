//! `aclnnGroupNormSwishGrad`: the gradients of `aclnnGroupNormSwish`. Source: ops-nn, `norm/group_norm_swish_grad`.

use crate::contract::groups::{GroupGradients, groups_divide};
use crate::device::soc::Generation;
use crate::ops::rows::Channels;
use crate::prelude::*;

/// Computes the gradients of `aclnnGroupNormSwish` by `x`, and, as asked for, by `gamma` and `beta`. `dataFormatOptional` is not looked at.
#[aclnn(generated)]
fn aclnnGroupNormSwishGrad(
    dy: Input,
    mean: Input,
    rstd: Input,
    x: Input,
    gamma: Input,
    beta: Input,
    num_groups: i64,
    data_format_optional: Option<MutText>,
    swish_scale: f64,
    dgamma_is_require: bool,
    dbeta_is_require: bool,
    dx_out: ConstOutput,
    dgamma_out: ConstOutput,
    dbeta_out: ConstOutput,
) -> Planned {
    let _ = data_format_optional;
    let tensors = [
        &dy as &TensorArg,
        &mean,
        &rstd,
        &x,
        &gamma,
        &beta,
        &dx_out,
        &dgamma_out,
        &dbeta_out,
    ];
    contract::norm::dtype_row(tensors, &[[F32; 9], [F16; 9], [Bf16; 9]])?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let rules = || {
        dy.rank_in(2..=8)?;
        x.same_shape(&dy)?;
        mean.shape_is(&[dy.shape()[0], num_groups], "a number for each group")?;
        rstd.same_shape(&mean)?;
        for tensor in [&gamma as &TensorArg, &beta, &dgamma_out, &dbeta_out] {
            tensor.shape_is(&dy.shape()[1..2], "a number for each channel")?;
        }
        dx_out.same_shape(&dy)?;
        mean.has_elements()?;
        groups_divide("numGroups", num_groups, dy.shape()[1])?;
        dy.has_elements()
    };
    rules().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    GroupGradients {
        inputs: [&dy, &x, &mean, &rstd],
        parameters: [Some(&gamma), Some(&beta)],
        channels: Channels::of(x.shape()),
        groups: num_groups as usize,
        swish: Some(contract::norm::epsilon(swish_scale)),
        outputs: [
            Some(&dx_out),
            dgamma_is_require.then_some(&dgamma_out),
            dbeta_is_require.then_some(&dbeta_out),
        ],
    }
    .plan()
}
