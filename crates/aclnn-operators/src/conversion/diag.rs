//! `aclnnDiag`: a diagonal of a matrix, or a matrix with a diagonal. Source: ops-math, `conversion/diag_v2`.

use crate::ops::creation;
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes =
    on_910(&[F16, F32, F64, I8, I16, I32, I64, U8, Bool, Complex64]).and_910b(&[Bf16]);

/// Writes a matrix with the elements of a vector on its diagonal of number `diagonal` and zeros elsewhere, or the elements on that diagonal of a matrix.
/// `out` stays as it is if there is no such diagonal.
#[aclnn]
fn aclnnDiag(self_: Input, diagonal: i64, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.same_dtype(&self_)?;
    self_.max_rank(2)?;
    let beside = match *self_.shape() {
        [rows, columns] => {
            diagonal > 0 && diagonal == columns
                || diagonal < 0 && diagonal.checked_neg() == Some(rows)
        }
        _ => false,
    };
    if self_.is_empty() && diagonal == 0 || beside {
        return contract::nothing(&self_, &out);
    }
    if self_.is_empty() {
        if self_.dtype()? == Complex64 {
            return Err(self_.shape_refused("elements, for COMPLEX64").into());
        }
        return Ok(pointwise::fill(Value::new(0_u8), out.write()?)?);
    }
    if let [rows, columns] = *self_.shape() {
        let (row, column) = creation::diagonal_start(diagonal);
        let count = rows
            .saturating_sub(row)
            .min(columns.saturating_sub(column))
            .max(0);
        out.shape_fits(&[count], "the elements of the diagonal")?;
        if count == 0 {
            return contract::nothing(&self_, &out);
        }
        let view = self_.layout().diagonal(row, column, count);
        return Ok(ops::movement::moved(self_.read()?, view, out.write()?)?);
    }
    let side = creation::side_of(self_.numel(), diagonal);
    out.shape_fits(&[side, side], "a matrix with `self` on the diagonal")?;
    let out = out.write()?.shaped(&[side, side])?;
    Ok(creation::on_diagonal(self_.read()?, diagonal, out)?)
}
