//! `aclnnClampTensor`, `aclnnClampMinTensor`, `aclnnClampMaxTensor`, `aclnnClamp`, `aclnnClampMin`, `aclnnClampMax`, and most of them in place: numbers within
//! limits.
//!
//! Limits that cross give the upper one; NaN among element and limits gives NaN. An empty tensor succeeds before types meet. Source: ops-math,
//! `conversion/clip_by_value_v2`.

use crate::ops::limits::{CLAMP, CLAMP_SCALARS, no_limits};
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS;
const LIMITS: Dtypes = REAL_NUMBERS_AND_BOOL_EVERYWHERE;

/// The refusal of a call without limits.
const NO_LIMIT: Reason = Reason::Null {
    arg: "clipValueMin",
};

fn within(place: Place, low: Option<&Input>, high: Option<&Input>) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    let limits = [low, high]
        .into_iter()
        .flatten()
        .map(|limit| -> &TensorArg { limit });
    let tensors: Vec<&TensorArg> = [self_].into_iter().chain(limits).collect();
    for limit in &tensors[1..] {
        limit.dtype_in(LIMITS)?;
    }
    out.max_rank(8)?;
    contract::up_to_rank_8(&tensors)?;
    if tensors.iter().any(|tensor| tensor.is_empty()) {
        return place.nothing(None);
    }
    let compute = contract::all_promoted(&tensors)?;
    out.takes(compute)?;
    contract::computes_in(compute, TYPES, self_)?;
    out.has_shape_of_all(&tensors)?;
    let [lowest, highest] = no_limits(compute).map(Operand::from);
    let limit = |tensor: Option<&Input>, none| match tensor {
        Some(tensor) => tensor.read().map(Operand::from),
        None => Ok(none),
    };
    place.ternary(
        &CLAMP,
        compute,
        &[],
        limit(low, lowest)?,
        limit(high, highest)?,
    )
}

/// Computes each element, or the limit that it is beyond, broadcast, in the type that all promote to. One limit may be null.
#[aclnn]
fn aclnnClampTensor(
    self_: Input,
    clip_value_min: Option<Input>,
    clip_value_max: Option<Input>,
    out: Output,
) -> Planned {
    if clip_value_min.is_none() && clip_value_max.is_none() {
        return Err(NO_LIMIT.into());
    }
    let (low, high) = (clip_value_min.as_ref(), clip_value_max.as_ref());
    within((&self_, &out).into(), low, high)
}

/// Computes the larger of each element and its limit, broadcast, in the type that both promote to. NaN wins.
#[aclnn]
fn aclnnClampMinTensor(self_: Input, clip_value_min: Input, out: Output) -> Planned {
    within((&self_, &out).into(), Some(&clip_value_min), None)
}

/// Computes the smaller of each element and its limit, broadcast, in the type that both promote to. NaN wins.
#[aclnn]
fn aclnnClampMaxTensor(self_: Input, max: Input, out: Output) -> Planned {
    within((&self_, &out).into(), None, Some(&max))
}

/// Computes the larger of each element and its limit in place. NaN wins.
#[aclnn]
fn aclnnInplaceClampMinTensor(self_ref: InOut, clip_value_min: Input) -> Planned {
    within((&self_ref).into(), Some(&clip_value_min), None)
}

/// Computes the smaller of each element and its limit in place. NaN wins.
#[aclnn]
fn aclnnInplaceClampMaxTensor(self_ref: InOut, max: Input) -> Planned {
    within((&self_ref).into(), None, Some(&max))
}

/// Plans numbers within limits that are scalars; a missing one limits nothing.
fn within_scalars(place: Place, low: Option<&Scalar>, high: Option<&Scalar>) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    out.same_shape(self_)?;
    contract::up_to_rank_8(&[self_, out])?;
    if self_.is_empty() {
        return place.nothing(None);
    }
    let compute = match contract::on_950() {
        true => contract::by_category_of_all(self_, &[low, high])?,
        false => {
            out.takes(self_.dtype()?)?;
            out.dtype()?
        }
    };
    out.takes(compute)?;
    contract::computes_in(compute, TYPES, self_)?;
    let [lowest, highest] = no_limits(compute);
    let limit = |scalar: Option<&Scalar>, none| match scalar {
        Some(scalar) => scalar.in_type(compute),
        None => Ok(none),
    };
    place.unary(
        &CLAMP_SCALARS,
        compute,
        &[limit(low, lowest)?, limit(high, highest)?],
    )
}

/// Computes each element, or the limit that it is beyond, limits being scalars. One of them may be null.
#[aclnn]
fn aclnnClamp(
    self_: Input,
    clip_value_min: Option<Scalar>,
    clip_value_max: Option<Scalar>,
    out: Output,
) -> Planned {
    let (low, high) = (clip_value_min.as_ref(), clip_value_max.as_ref());
    if low.is_none() && high.is_none() {
        return Err(NO_LIMIT.into());
    }
    within_scalars((&self_, &out).into(), low, high)
}

/// Computes the larger of each element and a scalar. NaN wins.
#[aclnn]
fn aclnnClampMin(self_: Input, clip_value_min: Scalar, out: Output) -> Planned {
    within_scalars((&self_, &out).into(), Some(&clip_value_min), None)
}

/// Computes the smaller of each element and a scalar. NaN wins.
#[aclnn]
fn aclnnClampMax(self_: Input, clip_value_max: Scalar, out: Output) -> Planned {
    within_scalars((&self_, &out).into(), None, Some(&clip_value_max))
}

/// Computes the smaller of each element and a scalar in place. NaN wins.
#[aclnn]
fn aclnnInplaceClampMax(self_ref: ConstInOut, clip_value_max: Scalar) -> Planned {
    within_scalars((&self_ref).into(), None, Some(&clip_value_max))
}
