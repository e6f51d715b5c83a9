//! `aclnnLinalgCholesky`: triangular factors of positive definite matrices. Source: ops-math, `math/cholesky`.

use crate::prelude::*;

const TYPES: Dtypes = SHORT_SINCE_910B;

/// Writes the lower triangular matrix whose product with its transpose is the matrix of which `self` has the lower triangle; with `upper` the transpose, of the upper triangle. Computed in
/// DOUBLE and rounded once. A matrix that is not positive definite is an error of the stream.
#[aclnn]
fn aclnnLinalgCholesky(self_: Input, upper: bool, out: Output) -> Planned {
    out.same_dtype(&self_)?;
    self_.dtype_in(TYPES)?;
    out.same_format(&self_)?;
    contract::none_private(&[&self_, &out])?;
    self_.rank_in(2..=8)?;
    out.same_shape(&self_)?;
    if self_.is_empty() {
        return contract::nothing(&self_, &out);
    }
    contract::square(&self_)?;
    if self_.shape()[self_.rank() - 1] > 8192 {
        return Err(self_.shape_refused("at most 8192 rows").into());
    }
    Ok(ops::linear_algebra::triangular_factor(
        upper,
        self_.read()?,
        out.write()?,
    )?)
}
