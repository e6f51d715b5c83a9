//! `aclnnDeepNorm`: layer normalisation of a scaled residual sum. Source: ops-nn, `norm/deep_norm`.

use crate::ops::rows::{Affine, Norm, Rows, Statistics, Walk, norm};
use crate::prelude::*;

/// Normalises `alpha * x + gx` over the dimensions of `gamma`, the last ones, to mean 0 and variance 1, multiplies by `gamma` and adds `beta`.
#[aclnn(generated)]
fn aclnnDeepNorm(
    x: Input,
    gx: Input,
    beta: Input,
    gamma: Input,
    alpha: f64,
    epsilon: f64,
    mean_out: ConstOutput,
    rstd_out: ConstOutput,
    y_out: ConstOutput,
) -> Planned {
    let row = |dtype| [dtype, dtype, dtype, dtype, F32, F32, dtype];
    let types: Vec<_> = contract::rms::types()
        .iter()
        .map(|&dtype| row(dtype))
        .collect();
    contract::norm::dtype_row(
        [&x, &gx, &beta, &gamma, &mean_out, &rstd_out, &y_out],
        &types,
    )?;
    contract::needs_chip(&contract::rms::AFTER_910)?;
    let outputs = [&mean_out, &rstd_out, &y_out];
    if outputs.iter().all(|output| output.is_empty()) {
        return contract::untouched(&x, &outputs);
    }
    let rules = || {
        contract::rms::deep(&x, &gx, &gamma)?;
        beta.same_shape(&gamma)?;
        x.has_elements()?;
        y_out.same_shape(&x)?;
        mean_out.has_statistics_of(&x, gamma.rank())?;
        rstd_out.has_statistics_of(&x, gamma.rank())
    };
    rules().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let rows = Rows::of(x.shape(), gamma.rank());
    let terms = vec![
        (x.read()?, contract::norm::epsilon(alpha)),
        (gx.read()?, 1.0),
    ];
    let statistics = Statistics::Layer(contract::norm::epsilon(epsilon));
    Ok(norm(Norm {
        affine: vec![Affine::new(
            Some(gamma.read()?),
            Some(beta.read()?),
            Walk::columns(),
        )],
        results: vec![(y_out.write()?, x.dtype()?)],
        mean: contract::norm::given(Some(&mean_out), F32)?,
        inverse: contract::norm::given(Some(&rstd_out), F32)?,
        ..Norm::new(rows, terms, statistics)
    })?)
}
