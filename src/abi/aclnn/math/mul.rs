//! `aclnnMul`, `aclnnInplaceMul`: products.
//!
//! Integers wrap; floating-point numbers are rounded once; infinite complex products are C99's. Two BOOL give whether both are true. On
//! Ascend950 results are converted to any type of `out`: to integers toward zero, to real numbers without the imaginary part. Source:
//! ops-math, `math/mul`.

use crate::abi::aclnn::prelude::*;
use crate::ops::arithmetic::MUL;

const NUMBERS: Dtypes = on_910(&[
    F32, I32, I64, F16, I16, I8, U8, F64, Bool, Complex64, Complex128,
])
.and_910b(&[Bf16]);

/// Checks the types of a product; returns that of the computation.
fn types(self_: &TensorArg, other: &TensorArg, out: &TensorArg) -> Result<Dtype> {
    self_.dtype_in(NUMBERS)?;
    other.dtype_in(NUMBERS)?;
    out.dtype_in(NUMBERS)?;
    let compute = contract::promoted(self_, other)?;
    if !contract::on_950() {
        out.takes(compute)?;
    }
    Ok(compute)
}

/// Computes `self * other`, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnMul(self_: Input, other: Input, out: Output) -> Planned {
    let compute = types(&self_, &other, &out)?;
    contract::broadcasts_to(&self_, &other, &out)?;
    Ok(pointwise::binary(
        &MUL,
        compute,
        &[],
        self_.read()?,
        other.read()?,
        out.write()?,
    )?)
}

/// Computes `selfRef * other` in place, in the type that both promote to. Any rank.
#[aclnn]
fn aclnnInplaceMul(self_ref: InOut, other: Input) -> Planned {
    let compute = types(&self_ref, &other, &self_ref)?;
    contract::broadcasts_in_place(&self_ref, &other)?;
    let other = other.read()?;
    Ok(pointwise::binary(
        &MUL,
        compute,
        &[],
        Operand::Output,
        other,
        self_ref.update()?,
    )?)
}
