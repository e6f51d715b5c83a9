//! `aclnnQr`: orthogonal and triangular factors of matrices. Source: ops-math, `math/qr`.

use crate::prelude::*;

const TYPES: Dtypes = on_all(&[F32, F16, F64, Complex64, Complex128]);

/// Writes factors whose product is each matrix of `self`: `Q`, whose columns are orthogonal and of length 1, and `R`, which is upper triangular. With `some` both have as few columns and rows as do, or else `Q` is square. Computed by
/// reflections in DOUBLE and rounded once; signs are those of LAPACK.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnQr(self_: Input, some: bool, Q: Output, R: Output) -> Planned {
    for tensor in [&*self_, &*Q, &*R] {
        tensor.dtype_in(TYPES)?;
    }
    for out in [&Q, &R] {
        contract::complex_as(out, &self_)?;
    }
    Ok(contract::orthogonal_factors(&self_, !some, Some(&Q), &R)?)
}
