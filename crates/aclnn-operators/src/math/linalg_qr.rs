//! `aclnnLinalgQr`: orthogonal and triangular factors of matrices. Source: ops-math, `math/qr`.

use crate::prelude::*;

const TYPES: Dtypes = on_all(&[F32, F16, F64, Complex64, Complex128]);

/// Writes factors whose product is each matrix of `self`: `Q`, whose columns are orthogonal and of length 1, and `R`, which is upper triangular. With a `mode` of 1 `Q` is square; with 2
/// `Q` has the shape [0], and only `R` is computed; with others both have as few columns and rows as do. Computed by reflections in DOUBLE and rounded once; signs are those of LAPACK.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnLinalgQr(self_: Input, mode: i64, Q: Output, R: Output) -> Planned {
    for tensor in [&*self_, &*Q, &*R] {
        tensor.dtype_in(TYPES)?;
    }
    for out in [&Q, &R] {
        contract::complex_as(out, &self_)?;
    }
    let orthogonal = (mode != 2).then_some(&Q);
    if mode == 2 {
        Q.shape_is(&[0], "none, for no orthogonal factor is asked for")?;
    }
    Ok(contract::orthogonal_factors(
        &self_,
        mode == 1,
        orthogonal,
        &R,
    )?)
}
