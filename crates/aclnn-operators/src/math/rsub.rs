//! `aclnnRsub`, `aclnnRsubs`: differences from the second operand. Source: ops-math, `math/sub`.

use crate::ops::arithmetic;
use crate::prelude::*;

const NUMBERS: Dtypes =
    on_910(&[F32, I32, I64, F16, I16, I8, U8, F64, Complex64, Complex128]).and_910b(&[Bf16]);

/// Computes `other - alpha * self`, broadcast, in the type that both promote to. Integers wrap; floating-point numbers are rounded once.
#[aclnn]
fn aclnnRsub(self_: Input, other: Input, alpha: Scalar, out: Output) -> Planned {
    let compute = contract::binary_arithmetic(NUMBERS, &self_, &other, Some(&alpha), &out)?;
    let alpha = alpha.factor_in(compute)?;
    let (self_, other) = (self_.read()?, other.read()?);
    Ok(arithmetic::sub(compute, other, self_, alpha, out.write()?)?)
}

/// Computes `other - alpha * self`, `other` a scalar, in the type that both give.
#[aclnn]
fn aclnnRsubs(self_: Input, other: Scalar, alpha: Scalar, out: Output) -> Planned {
    self_.dtype_in(NUMBERS)?;
    other.dtype_in(NUMBERS)?;
    let compute = match contract::on_950() {
        true => contract::by_category_if_exact(&self_, &[&other, &alpha])?,
        // A complex scalar counts as 0 there.
        false if other.dtype().is_complex() => self_.dtype()?,
        false => contract::by_kind(&self_, &other)?,
    };
    if contract::on_950() {
        contract::meets_in(compute, NUMBERS, &self_, &[&other])?;
    }
    alpha.casts_to(compute)?;
    out.takes(compute)?;
    self_.max_rank(8)?;
    out.same_shape(&self_)?;
    let (number, alpha) = (other.in_type(compute)?, alpha.factor_in(compute)?);
    Ok(arithmetic::sub(
        compute,
        number,
        self_.read()?,
        alpha,
        out.write()?,
    )?)
}
