//! `aclnnClampTensor`, `aclnnClampMinTensor`, `aclnnClampMaxTensor` and the last two in place: numbers within limits.
//!
//! Limits that cross give the upper one; NaN among element and limits gives NaN. An empty tensor succeeds before types meet. Source: ops-math,
//! `conversion/clip_by_value_v2`.

use crate::abi::aclnn::prelude::*;
use crate::ops::limits::{CLAMP, no_limits};

const TYPES: Dtypes = on_910(&[F16, F32, F64, I8, I16, I32, I64, U8]).and_910b(&[Bf16]);
const LIMITS: Dtypes = on_all(&[F32, F16, Bf16, F64, I8, U8, I16, I32, I64, Bool]);

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
        return Err(Error::Null {
            arg: "clipValueMin",
        }
        .into());
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
