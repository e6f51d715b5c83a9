//! `aclnnLerp`, `aclnnInplaceLerp`: points between two others. Source: ops-math, `math/lerp`.

use crate::ops::weighted::LERP;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_FLOATING;

fn points(place: Place, end: &Input, weight: &Input) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    for other in [end, weight] {
        other.same_dtype(self_)?;
    }
    out.same_dtype(self_)?;
    out.has_shape_of_all(&[self_, end, weight])?;
    let tensors: [&TensorArg; 4] = [self_, end, weight, out];
    if !tensors.iter().all(|tensor| tensor.is_contiguous()) {
        contract::up_to_rank_8(&tensors)?;
    }
    place.ternary(&LERP, self_.dtype()?, &[], end.read()?, weight.read()?)
}

/// Computes `self + weight * (end - self)`, broadcast, rounded once. All tensors have one type.
#[aclnn]
fn aclnnLerp(self_: Input, end: Input, weight: Input, out: Output) -> Planned {
    points((&self_, &out).into(), &end, &weight)
}

/// Computes `selfRef + weight * (end - selfRef)` in place, rounded once. All tensors have one type.
#[aclnn]
fn aclnnInplaceLerp(self_ref: InOut, end: Input, weight: Input) -> Planned {
    points((&self_ref).into(), &end, &weight)
}
