//! `aclnnLogicalAnd`, `aclnnInplaceLogicalAnd`: logic of two tensors. Source: ops-math, `math/logical_and`.

use crate::abi::aclnn::prelude::*;
use crate::ops::comparison::LOGICAL_AND;

const INPUT: Dtypes = on_all(&[
    F32, F16, Bf16, F64, I8, I16, I32, I64, U8, Bool, Complex64, Complex128,
]);

/// Computes whether both are true of each two elements, broadcast: 1 or 0 in the type of `out`. Numbers other than 0 are true, NaN too.
#[aclnn]
fn aclnnLogicalAnd(self_: Input, other: Input, out: Output) -> Planned {
    self_.dtype_in(INPUT)?;
    other.dtype_in(INPUT)?;
    contract::broadcasts_to(&self_, &other, &out)?;
    Ok(pointwise::binary(
        &LOGICAL_AND,
        Bool,
        &[],
        self_.read()?,
        other.read()?,
        out.write()?,
    )?)
}

/// Computes whether both are true of each two elements, in place: 1 or 0 in the type of `selfRef`. Numbers other than 0 are true, NaN too.
#[aclnn]
fn aclnnInplaceLogicalAnd(self_ref: InOut, other: Input) -> Planned {
    self_ref.dtype_in(INPUT)?;
    other.dtype_in(INPUT)?;
    contract::broadcasts_to(&self_ref, &other, &self_ref)?;
    let other = other.read()?;
    Ok(pointwise::binary(
        &LOGICAL_AND,
        Bool,
        &[],
        Operand::Output,
        other,
        self_ref.update()?,
    )?)
}
