//! `aclnnAddLayerNorm`: layer normalisation of a sum. Source: ops-nn, `norm/add_layer_norm`.

use crate::device::soc::{Generation, generation};
use crate::ops::rows::{Affine, Norm, Rows, Statistics, Walk, norm};
use crate::prelude::*;

/// Normalises `x1 + x2 + bias` over the dimensions of `gamma`, the last ones, to mean 0 and variance 1, multiplies by `gamma` and adds `beta`. `xOut` gets the
/// sum if `additionalOutput` is true.
#[aclnn(generated)]
fn aclnnAddLayerNorm(
    x1: Input,
    x2: Input,
    gamma: Input,
    beta: Input,
    bias_optional: Option<Input>,
    epsilon: f64,
    additional_output: bool,
    y_out: ConstOutput,
    mean_out: ConstOutput,
    rstd_out: ConstOutput,
    x_out: ConstOutput,
) -> Planned {
    let bias = bias_optional.as_ref();
    let types = types();
    // Without a bias its column is that of the sum.
    let third = bias.map_or(&x_out as &TensorArg, |bias| bias);
    let tensors = [
        &x1 as &TensorArg,
        &x2,
        &gamma,
        &beta,
        third,
        &y_out,
        &mean_out,
        &rstd_out,
        &x_out,
    ];
    contract::norm::dtype_row(tensors, &types)?;
    contract::needs_chip(&contract::rms::AFTER_910)?;
    let outputs = [&y_out, &mean_out, &rstd_out, &x_out];
    if outputs.iter().all(|output| output.is_empty()) {
        return contract::untouched(&x1, &outputs);
    }
    let first = || {
        x2.same_shape(&x1)?;
        x1.max_rank(8)?;
        beta.same_shape(&gamma)?;
        gamma.ends_shape_of(&x1)
    };
    first().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let rows = Rows::of(x1.shape(), gamma.rank());
    if rows.length == 0 && rows.count > 0 && contract::on_950() {
        return contract::norm::filled(&[(Some(&mean_out), f64::NAN), (Some(&rstd_out), f64::NAN)]);
    }
    let rest = || {
        x1.has_elements()?;
        y_out.same_shape(&x1)?;
        rstd_out.same_shape(&mean_out)?;
        mean_out.has_statistics_of(&x1, gamma.rank())?;
        x_out.same_shape(&x1)?;
        bias.map_or(Ok(false), |bias| is_for_each_row(bias, &x1, &gamma))
    };
    let for_each_row = rest().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let mut terms = vec![(x1.read()?, 1.0), (x2.read()?, 1.0)];
    let mut repeated = None;
    match bias {
        Some(bias) if for_each_row => terms.push((bias.read()?, 1.0)),
        Some(bias) => repeated = Some(bias.read()?),
        None => {}
    }
    let statistics = Statistics::Layer(contract::norm::epsilon(epsilon));
    let sum = additional_output.then_some(&x_out);
    let dtype = y_out.dtype()?;
    Ok(norm(Norm {
        repeated,
        affine: vec![Affine::new(
            Some(gamma.read()?),
            Some(beta.read()?),
            Walk::columns(),
        )],
        results: vec![(y_out.write()?, dtype)],
        mean: contract::norm::given(Some(&mean_out), F32)?,
        inverse: contract::norm::given(Some(&rstd_out), F32)?,
        sum: contract::norm::given(sum, dtype)?,
        ..Norm::new(rows, terms, statistics)
    })?)
}

/// Types of x1, x2, gamma, beta, the bias, y, both statistics and the sum.
fn types() -> Vec<[Dtype; 9]> {
    let row = |x1, x2, parameters, y| [x1, x2, parameters, parameters, y, y, F32, F32, y];
    let mut types: Vec<[Dtype; 9]> = [F32, F16]
        .map(|dtype| row(dtype, dtype, dtype, dtype))
        .to_vec();
    if generation() == Generation::Other {
        return types;
    }
    types.push(row(Bf16, Bf16, Bf16, Bf16));
    for short in [F16, Bf16] {
        types.push(row(F32, short, F32, F32));
        types.push(row(short, F32, F32, F32));
        types.push(row(short, short, F32, short));
    }
    types
}

/// Returns true if a bias has an element for each of `x`; refuses one that has neither that nor the elements of `gamma`.
fn is_for_each_row(bias: &Input, x: &Input, gamma: &Input) -> Result<bool> {
    bias.has_elements()?;
    bias.rank_in(gamma.rank()..=x.rank())?;
    if bias.shape() == x.shape() {
        return Ok(true);
    }
    match bias.numel() {
        _ if !bias.shape().ends_with(gamma.shape()) => {}
        count if count == gamma.numel() => return Ok(false),
        count if count == x.numel() && bias.rank() < x.rank() => return Ok(true),
        _ => {}
    }
    Err(bias.shape_refused("that of `x1`, or that of `gamma`"))
}
