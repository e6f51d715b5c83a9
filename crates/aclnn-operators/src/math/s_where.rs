//! `aclnnSWhere`: one of two numbers, as a condition says. Source: ops-math, `math/select`.

use crate::prelude::*;
use crate::tensor::promote;

const TYPES: Dtypes = on_910(&[
    F32, I32, U64, I64, U32, F16, U16, I16, I8, U8, F64, Bool, Complex64, Complex128,
])
.and_after_910(&[Bf16]);

/// Computes `self` where `condition` is true, else `other`, broadcast, in the type that both promote to, converted to that of `out`.
#[aclnn]
fn aclnnSWhere(condition: Input, self_: Input, other: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    other.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    condition.dtype_in(MASK_TYPES)?;
    contract::up_to_rank_8(&[&self_, &other, &condition])?;
    out.has_shape_of_all(&[&condition, &self_, &other])?;
    if condition.is_empty() || self_.is_empty() || other.is_empty() {
        let inputs = [condition.read()?, self_.read()?, other.read()?];
        return Ok(Call::nothing(inputs.into_iter().chain([out.write()?])));
    }
    let (own, others) = (self_.dtype()?, other.dtype()?);
    let Some(compute) = promote(own, others) else {
        let allowed = format!("a type that promotes with {own} (that of `self`)");
        return Err(Error::dtype("other", others, allowed).into());
    };
    if compute == Bool {
        out.dtype_is(Bool).code(ACLNN_ERR_INNER_NULLPTR)?;
    }
    let (condition, a, b, out) = (
        condition.read()?,
        self_.read()?,
        other.read()?,
        out.write()?,
    );
    let result = out.view.dtype;
    Ok(
        match own == compute && others == compute && result == compute {
            true => ops::selection::select(condition, a, b, out)?,
            false => ops::selection::select_in(compute, condition, a, b, out)?,
        },
    )
}
