//! `aclnnAddV3`, `aclnnInplaceAddV3`: a scalar plus `alpha` times a tensor. Floating-point tensors are computed in FLOAT. Source: ops-math,
//! `math/add`.

use crate::ops::arithmetic;
use crate::prelude::*;

const TYPES: Dtypes = on_all(&[F32, I32, F16, Bf16, I8]);

/// Plans the sum; the tensor that is read is the second term.
fn sums(self_: &Scalar, place: Place, alpha: &Scalar) -> Planned {
    let (other, out) = (place.input(), place.out());
    other.dtype_in(TYPES)?;
    let compute = match (other.dtype()?, self_.dtype()) {
        (_, scalar) if scalar.is_complex() => contract::by_table(other, self_)?,
        (dtype, _) if dtype.is_floating() => F32,
        (_, F64) if out.dtype()? == F32 => F32,
        (_, scalar) if scalar.is_floating() => contract::by_table(other, self_)?,
        (dtype, _) => dtype,
    };
    contract::multiplies_in(alpha, compute)?;
    out.takes(compute)?;
    contract::same_shape_to_rank_8(other, out)?;
    let (first, alpha) = (self_.in_type(compute)?, alpha.factor_in(compute)?);
    let (other, out) = place.operands()?;
    Ok(arithmetic::add(compute, first, other, alpha, out)?)
}

/// Computes `self + alpha * other`, `self` a scalar, in the type that both give.
#[aclnn]
fn aclnnAddV3(self_: Scalar, other: Input, alpha: Scalar, out: Output) -> Planned {
    sums(&self_, (&other, &out).into(), &alpha)
}

/// Computes `selfRef + alpha * other`, `selfRef` a scalar, into `other`.
#[aclnn]
fn aclnnInplaceAddV3(self_ref: Scalar, other: ConstInOut, alpha: Scalar) -> Planned {
    sums(&self_ref, (&other).into(), &alpha)
}
