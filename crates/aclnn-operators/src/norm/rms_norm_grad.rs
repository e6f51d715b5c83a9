//! `aclnnRmsNormGrad`: the gradients of `aclnnRmsNorm`. Source: ops-nn, `norm/rms_norm_grad`.

use crate::device::soc::{Generation, generation};
use crate::ops::rows::{Affine, Depends, Gradient, Parameters, Rows, Walk, gradient};
use crate::prelude::*;

/// Computes the gradients of `aclnnRmsNorm` by `x` and `gamma`.
#[aclnn(generated)]
fn aclnnRmsNormGrad(
    dy: Input,
    x: Input,
    rstd: Input,
    gamma: Input,
    dx_out: ConstOutput,
    dgamma_out: ConstOutput,
) -> Planned {
    let row = |dtype, gamma| [dtype, dtype, F32, gamma, dtype, F32];
    let mut table = vec![row(F32, F32), row(F16, F16)];
    if generation().has_bfloat16() {
        table.extend([row(Bf16, Bf16), row(F16, F32), row(Bf16, F32)]);
    }
    contract::norm::dtype_row([&dy, &x, &rstd, &gamma, &dx_out, &dgamma_out], &table)?;
    if dx_out.is_empty() && dgamma_out.is_empty() {
        return contract::untouched(&dy, &[&dx_out, &dgamma_out]);
    }
    rules(&dy, &x, &rstd, &gamma, &dx_out, &dgamma_out).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let rows = Rows::of(x.shape(), gamma.rank());
    let parameters = Parameters {
        weight: Some(dgamma_out.write()?),
        bias: None,
    };
    let weights = Affine::new(Some(gamma.read()?), None, Walk::columns());
    Ok(gradient(Gradient {
        statistics: [None, Some(rstd.read()?)],
        affine: vec![(weights, parameters)],
        results: vec![((dx_out.write()?, x.dtype()?), 1.0)],
        ..Gradient::new(rows, dy.read()?, vec![(x.read()?, 1.0)], Depends::OnSquares)
    })?)
}

fn rules(
    dy: &Input,
    x: &Input,
    rstd: &Input,
    gamma: &Input,
    dx: &Output,
    dgamma: &Output,
) -> Result<()> {
    x.rank_in(1..=8)?;
    gamma.rank_in(1..=x.rank())?;
    dy.same_shape(x)?;
    dx.same_shape(x)?;
    dgamma.same_shape(gamma)?;
    gamma.ends_shape_of(x)?;
    // Without rows there is a sum over none on Ascend950 only.
    match generation() == Generation::Ascend950 {
        true => gamma.has_elements()?,
        false => x.has_elements()?,
    }
    let kept = &x.shape()[..x.rank() - gamma.rank()];
    let leading = rstd.shape().iter().zip(kept).all(|(a, b)| a == b);
    if !leading {
        let allowed = format!("{kept:?}, which may be followed by ones (`x` without `gamma`)");
        return Err(rstd.shape_refused(allowed));
    }
    rstd.numel_is(Rows::of(x.shape(), gamma.rank()).count)
}
