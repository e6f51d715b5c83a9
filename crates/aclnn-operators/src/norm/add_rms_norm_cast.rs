//! `aclnnAddRmsNormCast`: `aclnnAddRmsNorm` with the result in FLOAT, too. Source: ops-nn, `norm/add_rms_norm_cast`.

use crate::device::soc::Generation;
use crate::ops::rows::{Affine, Norm, Rows, Statistics, Walk, norm};
use crate::prelude::*;

/// Computes `aclnnRmsNorm` of `x1 + x2`, which `xOut` gets: in FLOAT in `y1Out`, in the type of the terms in `y2Out`.
#[aclnn(generated)]
fn aclnnAddRmsNormCast(
    x1: Input,
    x2: Input,
    gamma: Input,
    epsilon: f64,
    y1_out: ConstOutput,
    y2_out: ConstOutput,
    rstd_out: ConstOutput,
    x_out: ConstOutput,
) -> Planned {
    let row = |dtype| [dtype, dtype, dtype, F32, dtype, F32, dtype];
    let tensors = [
        &x1 as &TensorArg,
        &x2,
        &gamma,
        &y1_out,
        &y2_out,
        &rstd_out,
        &x_out,
    ];
    contract::norm::dtype_row(tensors, &[row(F16), row(Bf16)])?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let rules = || {
        x1.rank_in(1..=8)?;
        for tensor in [&x2 as &TensorArg, &y1_out, &y2_out, &x_out] {
            tensor.same_shape(&x1)?;
        }
        gamma.ends_shape_of(&x1)?;
        rstd_out.has_statistics_of(&x1, gamma.rank())
    };
    rules().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    if x1.is_empty() {
        return contract::untouched(&x1, &[&y1_out, &y2_out, &rstd_out, &x_out]);
    }
    let dtype = x1.dtype()?;
    let terms = vec![(x1.read()?, 1.0), (x2.read()?, 1.0)];
    let statistics = Statistics::Rms(contract::norm::epsilon(epsilon));
    Ok(norm(Norm {
        affine: vec![Affine::new(Some(gamma.read()?), None, Walk::columns())],
        results: vec![(y1_out.write()?, F32), (y2_out.write()?, dtype)],
        inverse: contract::norm::given(Some(&rstd_out), F32)?,
        sum: contract::norm::given(Some(&x_out), dtype)?,
        ..Norm::new(Rows::of(x1.shape(), gamma.rank()), terms, statistics)
    })?)
}
