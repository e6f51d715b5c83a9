//! `aclnnInverse`: inverses of square matrices. Source: ops-nn, `index/matrix_inverse`.

use crate::prelude::*;

const TYPES: Dtypes = on_all(&[F32, F64, Complex64, Complex128, F16]);

/// Writes the inverse of each matrix of the last two dimensions, computed in DOUBLE by elimination and rounded once. A matrix without an inverse is an error of the stream.
#[aclnn]
fn aclnnInverse(self_: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.takes(self_.dtype()?)?;
    out.same_shape(&self_)?;
    self_.max_rank(8)?;
    if self_.is_empty() {
        return contract::nothing(&self_, &out);
    }
    contract::square(&self_)?;
    Ok(ops::linear_algebra::inverse(self_.read()?, out.write()?)?)
}
