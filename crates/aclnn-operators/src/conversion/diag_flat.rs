//! `aclnnDiagFlat`: a matrix with the elements of a tensor on a diagonal. Source: ops-math, `conversion/diag_flat`.

use crate::ops::creation;
use crate::prelude::*;

const TYPES: Dtypes =
    on_910(&[F16, F32, F64, I8, I16, I32, I64, U8, Bool, Complex64]).and_910b(&[Bf16]);

/// Writes a matrix with the elements of `self`, in row-major order, on its diagonal of number `diagonal` and zeros elsewhere, converted to the type of
/// `out`. Without elements, `out` stays as it is.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnDiagFlat(self_: Input, diagonal: i64, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    contract::up_to_rank_8(&[&self_, &out])?;
    if self_.is_empty() {
        return contract::nothing(&self_, &out);
    }
    let side = creation::side_of(self_.numel(), diagonal);
    out.copies_fit(&[side, side], "a matrix with `self` on the diagonal")?;
    let out = out.write()?.shaped(&[side, side])?;
    Ok(creation::on_diagonal(self_.read()?, diagonal, out)?)
}
