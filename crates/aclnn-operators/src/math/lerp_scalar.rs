//! `aclnnLerps`, `aclnnInplaceLerps`: points between two others, at one weight, which is a FLOAT on Ascend950. Source: ops-math, `math/lerp`.

use crate::ops::weighted::LERP;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_FLOATING;
const OUTPUT: Dtypes = FLOATING;

fn points(place: Place, end: &Input, weight: &Scalar) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    end.same_dtype(self_)?;
    out.dtype_in(OUTPUT)?;
    out.has_broadcast_shape(self_, end)?;
    let tensors: [&TensorArg; 3] = [self_, end, out];
    if !tensors.iter().all(|tensor| tensor.is_contiguous()) {
        contract::up_to_rank_8(&tensors)?;
    }
    let dtype = self_.dtype()?;
    let weight = weight.in_type(if contract::on_950() { F32 } else { dtype })?;
    // In DOUBLE a FLOAT weight of smaller elements is what it is, and a result rounded to them is right.
    let compute = match contract::on_950() && dtype != F32 {
        true => F64,
        false => dtype,
    };
    let (start, out) = place.operands()?;
    Ok(pointwise::ternary(
        &LERP,
        compute,
        &[],
        start,
        end.read()?,
        weight,
        out,
    )?)
}

/// Computes `self + weight * (end - self)`, broadcast, rounded once.
#[aclnn]
fn aclnnLerps(self_: Input, end: Input, weight: Scalar, out: Output) -> Planned {
    points((&self_, &out).into(), &end, &weight)
}

/// Computes `selfRef + weight * (end - selfRef)` in place, rounded once.
#[aclnn]
fn aclnnInplaceLerps(self_ref: InOut, end: Input, weight: Scalar) -> Planned {
    points((&self_ref).into(), &end, &weight)
}
