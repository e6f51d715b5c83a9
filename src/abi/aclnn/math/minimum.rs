//! `aclnnMinimum`: the smaller of two elements; NaN wins. Source: ops-math, `math/minimum`.

use crate::abi::aclnn::prelude::*;
use crate::ops::arithmetic::MINIMUM;

const REALS: Dtypes = on_910(&[F32, F16, F64, I8, I16, I32, I64, U8, Bool]).and_910b(&[Bf16]);

/// Computes the smaller of each two elements, broadcast, in the type that both promote to. NaN wins.
#[aclnn]
fn aclnnMinimum(self_: Input, other: Input, out: Output) -> Planned {
    self_.dtype_in(REALS)?;
    other.dtype_in(REALS)?;
    out.dtype_in(REALS)?;
    let compute = contract::compared(&self_, &other)?;
    out.takes(compute)?;
    contract::broadcasts_to(&self_, &other, &out)?;
    Ok(pointwise::binary(
        &MINIMUM,
        compute,
        &[],
        self_.read()?,
        other.read()?,
        out.write()?,
    )?)
}
