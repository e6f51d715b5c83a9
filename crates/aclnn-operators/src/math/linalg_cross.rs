//! `aclnnLinalgCross`: cross products. Source: ops-math, `math/cross`.

use crate::prelude::*;

const TYPES: Dtypes =
    on_all(&[F32, F16, F64, I8, I16, I32, I64, Complex64, Complex128, U8]).and_910b(&[Bf16]);

/// Writes the cross products of the vectors of three elements along `dim`. `self` and `other` broadcast; `dim` counts the dimensions of `self`. Each element is rounded once, integers wrap.
#[aclnn]
fn aclnnLinalgCross(self_: Input, other: Input, dim: i64, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    other.same_dtype(&self_)?;
    out.same_dtype(&self_)?;
    for tensor in [&*self_, &*other, &*out] {
        tensor.max_rank(8)?;
    }
    contract::broadcasts_to(&self_, &other, &out)?;
    let axis = contract::axis("dim", dim, self_.rank())? + out.rank() - self_.rank();
    if out.is_empty() {
        return Ok(Call::nothing([self_.read()?, other.read()?, out.write()?]));
    }
    if out.shape()[axis] != 3 {
        let extent = out.shape()[axis];
        return Err(Error::value(
            "dim",
            format!("{dim}, of {extent} elements"),
            "one of 3 elements",
        )
        .into());
    }
    Ok(ops::cross::cross(
        axis,
        self_.read()?,
        other.read()?,
        out.write()?,
    )?)
}
