//! `aclnnDeepNormGrad`: the gradients of `aclnnDeepNorm`. Source: ops-nn, `norm/deep_norm_grad`.

use crate::ops::rows::{Affine, Depends, Gradient, Parameters, Rows, Walk, gradient};
use crate::prelude::*;

/// Computes the gradients of `aclnnDeepNorm` by `x`, `gx`, `beta` and `gamma`.
#[aclnn(generated)]
fn aclnnDeepNormGrad(
    dy: Input,
    x: Input,
    gx: Input,
    gamma: Input,
    mean: Input,
    rstd: Input,
    alpha: f64,
    dx_out: ConstOutput,
    dgx_out: ConstOutput,
    dbeta_out: ConstOutput,
    dgamma_out: ConstOutput,
) -> Planned {
    let row = |dtype| [dtype, dtype, dtype, dtype, F32, F32, dtype, dtype, F32, F32];
    let tensors = [
        &dy as &TensorArg,
        &x,
        &gx,
        &gamma,
        &mean,
        &rstd,
        &dx_out,
        &dgx_out,
        &dbeta_out,
        &dgamma_out,
    ];
    let types: Vec<_> = contract::rms::types()
        .iter()
        .map(|&dtype| row(dtype))
        .collect();
    contract::norm::dtype_row(tensors, &types)?;
    contract::needs_chip(&contract::rms::AFTER_910)?;
    let outputs = [&dx_out, &dgx_out, &dbeta_out, &dgamma_out];
    if outputs.iter().all(|output| output.is_empty()) {
        return contract::untouched(&dy, &outputs);
    }
    let rules = || {
        contract::rms::deep(&x, &gx, &gamma)?;
        for tensor in [&dy as &TensorArg, &dx_out, &dgx_out] {
            tensor.same_shape(&x)?;
        }
        rstd.same_shape(&mean)?;
        dbeta_out.same_shape(&gamma)?;
        dgamma_out.same_shape(&gamma)?;
        dy.has_elements()?;
        mean.has_statistics_of(&x, gamma.rank())
    };
    rules().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let alpha = contract::norm::epsilon(alpha);
    let rows = Rows::of(x.shape(), gamma.rank());
    let parameters = Parameters {
        weight: Some(dgamma_out.write()?),
        bias: Some(dbeta_out.write()?),
    };
    let weights = Affine::new(Some(gamma.read()?), None, Walk::columns());
    let (dtype, terms) = (x.dtype()?, vec![(x.read()?, alpha), (gx.read()?, 1.0)]);
    Ok(gradient(Gradient {
        statistics: [Some(mean.read()?), Some(rstd.read()?)],
        affine: vec![(weights, parameters)],
        results: vec![
            ((dx_out.write()?, dtype), alpha),
            ((dgx_out.write()?, dtype), 1.0),
        ],
        ..Gradient::new(rows, dy.read()?, terms, Depends::OnBoth)
    })?)
}
