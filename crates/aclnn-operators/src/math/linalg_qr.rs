//! `aclnnLinalgQr`: orthogonal and triangular factors of matrices. Source: ops-math, `math/qr`.

use crate::ops::linear_algebra::factors;
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
    self_.rank_in(2..=8)?;
    let (batch, matrix) = self_.shape().split_at(self_.rank() - 2);
    let (rows, columns) = (matrix[0], matrix[1]);
    let width = if mode == 1 { rows } else { rows.min(columns) };
    let orthogonal = match mode {
        2 => vec![0],
        _ => [batch, &[rows, width]].concat(),
    };
    Q.shape_is(
        &orthogonal,
        "the orthogonal factor of `self` for this `mode`",
    )?;
    let triangle = [batch, &[width, columns]].concat();
    R.shape_is(&triangle, "the triangular factor of `self` for this `mode`")?;
    let (input, q, r) = (self_.read()?, Q.write()?, R.write()?);
    if self_.is_empty() && Q.is_empty() {
        return Ok(Call::nothing([input, q, r]));
    }
    Ok(factors::orthogonal(input, r, (mode != 2).then_some(q))?)
}
