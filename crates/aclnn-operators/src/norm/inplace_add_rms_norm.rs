//! `aclnnInplaceAddRmsNorm`: `aclnnAddRmsNorm` in place of both terms. Source: ops-nn, `norm/inplace_add_rms_norm`.

use crate::ops::rows::{Affine, Norm, Rows, Statistics, Walk, norm};
use crate::prelude::*;

/// Computes `aclnnRmsNorm` of `x1Ref + x2Ref` in place of `x1Ref`, and the sum in place of `x2Ref`.
#[aclnn(generated)]
fn aclnnInplaceAddRmsNorm(
    x1_ref: InOut,
    x2_ref: InOut,
    gamma: Input,
    epsilon: f64,
    rstd_out: ConstOutput,
) -> Planned {
    let types = contract::rms::one_type_and(F32);
    contract::norm::dtype_row([&x1_ref, &x2_ref, &gamma, &rstd_out], &types)?;
    contract::needs_chip(&contract::rms::AFTER_910)?;
    let (x1, x2) = (x1_ref.update()?, x2_ref.update()?);
    if x1_ref.is_empty() && x2_ref.is_empty() && rstd_out.is_empty() {
        return Ok(Call::nothing([x1, x2]));
    }
    let rules = || {
        x1_ref.rank_in(1..=8)?;
        gamma.rank_in(1..=x1_ref.rank())?;
        x2_ref.same_shape(&x1_ref)?;
        x1_ref.has_elements()?;
        gamma.ends_shape_of(&x1_ref)?;
        rstd_out.has_statistics_of(&x1_ref, gamma.rank())?;
        contract::rms::not_below_0("epsilon", epsilon)
    };
    rules().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let rows = Rows::of(x1_ref.shape(), gamma.rank());
    let statistics = Statistics::Rms(contract::norm::epsilon(epsilon));
    Ok(norm(Norm {
        affine: vec![Affine::new(Some(gamma.read()?), None, Walk::columns())],
        inverse: contract::norm::given(Some(&rstd_out), F32)?,
        in_place: true,
        ..Norm::new(rows, vec![(x1, 1.0), (x2, 1.0)], statistics)
    })?)
}
