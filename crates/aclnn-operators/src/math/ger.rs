//! `aclnnGer`: outer products of two vectors. Source: ops-math, `math/ger`.

use crate::ops::arithmetic::MUL;
use crate::prelude::*;

const TYPES: Dtypes = on_all(&[
    F32, F16, F64, I8, I16, I32, I64, U8, Bool, Complex64, Complex128,
])
.and_950(&[Bf16]);

/// Computes the products of each element of `self` and each of `vec2`, in the type that both promote to. Of BOOL, whether both are true.
#[aclnn]
fn aclnnGer(self_: Input, vec2: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    vec2.dtype_in(TYPES)?;
    let compute = contract::promoted(&self_, &vec2)?;
    out.takes(compute)?;
    self_.rank_in(1..=1)?;
    vec2.rank_in(1..=1)?;
    let shape = [self_.shape()[0], vec2.shape()[0]];
    out.shape_is(&shape, "the elements of `self` and of `vec2`")?;
    let (column, row, out) = (self_.read()?, vec2.read()?, out.write()?);
    let column = column.with_trailing_axes(1)?;
    Ok(pointwise::binary(&MUL, compute, &[], column, row, out)?)
}
