//! `aclnnRsub`: differences from the second operand. Source: ops-math, `math/sub`.

use crate::abi::aclnn::prelude::*;
use crate::ops::arithmetic;

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
