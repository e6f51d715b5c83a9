//! `aclnnSub`, `aclnnInplaceSub`, `aclnnSubs`, `aclnnInplaceSubs`: differences, the second term times `alpha`.
//!
//! Integers wrap; floating-point numbers are rounded once. Two BOOL give whether they differ. Source: ops-math, `math/sub`.

use crate::abi::aclnn::prelude::*;
use crate::ops::arithmetic;

const NUMBERS: Dtypes = on_910(&[
    F32, I32, I64, F16, I16, I8, U8, F64, Bool, Complex64, Complex128,
])
.and_910b(&[Bf16]);

/// Computes `self - alpha * other`, broadcast, in the type that both promote to.
#[aclnn]
fn aclnnSub(self_: Input, other: Input, alpha: Scalar, out: Output) -> Planned {
    let compute = contract::binary_arithmetic(NUMBERS, &self_, &other, Some(&alpha), &out)?;
    let alpha = alpha.factor_in(compute)?;
    Ok(arithmetic::sub(
        compute,
        self_.read()?,
        other.read()?,
        alpha,
        out.write()?,
    )?)
}

/// Computes `selfRef - alpha * other` in place, in the type that both promote to.
#[aclnn]
fn aclnnInplaceSub(self_ref: InOut, other: Input, alpha: Scalar) -> Planned {
    let compute = contract::binary_arithmetic(NUMBERS, &self_ref, &other, Some(&alpha), &self_ref)?;
    let alpha = alpha.factor_in(compute)?;
    Ok(arithmetic::sub(
        compute,
        Operand::Output,
        other.read()?,
        alpha,
        self_ref.update()?,
    )?)
}

/// Computes `self - alpha * other`, a scalar, in the type that both give.
#[aclnn]
fn aclnnSubs(self_: Input, other: Scalar, alpha: Scalar, out: Output) -> Planned {
    let compute = contract::binary_scalar(NUMBERS, &self_, &other, &alpha, &out)?;
    let term = other.in_type(compute)?;
    let alpha = alpha.factor_in(compute)?;
    Ok(arithmetic::sub(
        compute,
        self_.read()?,
        term,
        alpha,
        out.write()?,
    )?)
}

/// Computes `selfRef - alpha * other`, a scalar, in place.
#[aclnn]
fn aclnnInplaceSubs(self_ref: InOut, other: Scalar, alpha: Scalar) -> Planned {
    let compute = contract::binary_scalar(NUMBERS, &self_ref, &other, &alpha, &self_ref)?;
    let term = other.in_type(compute)?;
    let alpha = alpha.factor_in(compute)?;
    Ok(arithmetic::sub(
        compute,
        Operand::Output,
        term,
        alpha,
        self_ref.update()?,
    )?)
}
