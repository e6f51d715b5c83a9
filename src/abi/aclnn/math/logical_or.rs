//! `aclnnLogicalOr`, `aclnnInplaceLogicalOr`: logic of two tensors. Source: ops-math, `math/logical_or`.

use crate::abi::aclnn::prelude::*;
use crate::ops::comparison::LOGICAL_OR;

const INPUT: Dtypes = on_910(&[
    F32, F16, F64, I8, I16, I32, I64, U8, Bool, Complex64, Complex128,
])
.and_910b(&[Bf16]);
const OUTPUT: Dtypes = INPUT.and_950(&[U16, U32, U64]);

/// Computes whether one is true of each two elements, broadcast: 1 or 0 in the type of `out`. Numbers other than 0 are true, NaN too.
#[aclnn]
fn aclnnLogicalOr(self_: Input, other: Input, out: Output) -> Planned {
    self_.dtype_in(INPUT)?;
    other.dtype_in(INPUT)?;
    out.dtype_in(OUTPUT)?;
    contract::broadcasts_to(&self_, &other, &out)?;
    Ok(pointwise::binary(
        &LOGICAL_OR,
        Bool,
        &[],
        self_.read()?,
        other.read()?,
        out.write()?,
    )?)
}

/// Computes whether one is true of each two elements, in place: 1 or 0 in the type of `selfRef`. Numbers other than 0 are true, NaN too.
#[aclnn]
fn aclnnInplaceLogicalOr(self_ref: InOut, other: Input) -> Planned {
    self_ref.dtype_in(INPUT)?;
    other.dtype_in(INPUT)?;
    contract::broadcasts_to(&self_ref, &other, &self_ref)?;
    let other = other.read()?;
    Ok(pointwise::binary(
        &LOGICAL_OR,
        Bool,
        &[],
        Operand::Output,
        other,
        self_ref.update()?,
    )?)
}
