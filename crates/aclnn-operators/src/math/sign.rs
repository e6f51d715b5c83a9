//! `aclnnSign`: signs of numbers. Source: ops-math, `math/sign`.

use crate::ops::signs::SIGN;
use crate::prelude::*;

const TYPES: Dtypes =
    on_910(&[F32, F16, F64, I32, I64, Complex64, Complex128, Bool]).and_910b(&[Bf16]);

/// Computes 1, 0 or -1 by the sign of each element, 0 for NaN; of complex numbers the one of modulus 1 at the same angle. `result` has the
/// type of `self`. Any rank.
#[aclnn]
fn aclnnSign(self_: Input, result: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    result.same_dtype(&self_)?;
    result.same_shape(&self_)?;
    Place::Between(&self_, &result).unary(&SIGN, self_.dtype()?, &[])
}
