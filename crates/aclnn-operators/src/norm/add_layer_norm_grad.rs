//! `aclnnAddLayerNormGrad`: the gradients of `aclnnAddLayerNorm`. Source: ops-nn, `norm/add_layer_norm_grad`.

use crate::ops::rows::{Affine, Depends, Gradient, Parameters, Rows, Walk, gradient};
use crate::prelude::*;

/// Computes the gradients of `aclnnAddLayerNorm` by either term, to which `dsum` is added, and by `gamma` and `beta`.
#[aclnn(generated)]
fn aclnnAddLayerNormGrad(
    dy: Input,
    x1: Input,
    x2: Input,
    rstd: Input,
    mean: Input,
    gamma: Input,
    dsum_optional: Option<Input>,
    dx_out: ConstOutput,
    dgamma_out: ConstOutput,
    dbeta_out: ConstOutput,
) -> Planned {
    let added = dsum_optional.as_ref();
    // Without it its column is that of `dy`.
    let third = added.unwrap_or(&dy);
    let row = |dtype| [dtype, dtype, dtype, F32, F32, dtype, dtype, dtype, F32, F32];
    let tensors = [
        &dy as &TensorArg,
        &x1,
        &x2,
        &rstd,
        &mean,
        &gamma,
        third,
        &dx_out,
        &dgamma_out,
        &dbeta_out,
    ];
    let types: Vec<_> = contract::rms::types()
        .iter()
        .map(|&dtype| row(dtype))
        .collect();
    contract::norm::dtype_row(tensors, &types)?;
    contract::needs_chip(&contract::rms::AFTER_910)?;
    let outputs = [&dx_out, &dgamma_out, &dbeta_out];
    if outputs.iter().all(|output| output.is_empty()) {
        return contract::untouched(&dy, &outputs);
    }
    let rules = || {
        x1.rank_in(1..=8)?;
        gamma.rank_in(1..=x1.rank())?;
        x1.has_elements()?;
        mean.has_elements()?;
        for tensor in [&dy as &TensorArg, &x2, &dx_out]
            .into_iter()
            .chain(added.map(|added| added as &TensorArg))
        {
            tensor.same_shape(&x1)?;
        }
        rstd.same_shape(&mean)?;
        gamma.ends_shape_of(&x1)?;
        mean.has_statistics_of(&x1, gamma.rank())?;
        dgamma_out.same_shape(&gamma)?;
        dbeta_out.same_shape(&gamma)
    };
    rules().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let rows = Rows::of(x1.shape(), gamma.rank());
    let terms = vec![(x1.read()?, 1.0), (x2.read()?, 1.0)];
    let parameters = Parameters {
        weight: Some(dgamma_out.write()?),
        bias: Some(dbeta_out.write()?),
    };
    let weights = Affine::new(Some(gamma.read()?), None, Walk::columns());
    Ok(gradient(Gradient {
        statistics: [Some(mean.read()?), Some(rstd.read()?)],
        affine: vec![(weights, parameters)],
        added: added.map(Input::read).transpose()?,
        results: vec![((dx_out.write()?, x1.dtype()?), 1.0)],
        ..Gradient::new(rows, dy.read()?, terms, Depends::OnBoth)
    })?)
}
