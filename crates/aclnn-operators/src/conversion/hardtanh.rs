//! `aclnnHardtanh`, `aclnnInplaceHardtanh`: numbers within two limits, which are converted to the type of the tensor. Source: ops-math,
//! `conversion/clip_by_value_v2`.

use crate::ops::limits::CLAMP_SCALARS;
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS;

/// Returns true if the lower limit is above the upper one: as integers, if it is one.
fn crossed(low: &Scalar, high: &Scalar) -> Result<bool> {
    if low.dtype().is_integer() {
        let [low, high] = [low.in_type(I64)?, high.in_type(I64)?].map(|limit| limit.get::<i64>());
        return Ok(low > high);
    }
    Ok(low.to_f64() > high.to_f64())
}

fn within(place: Place, low: &Scalar, high: &Scalar) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    low.dtype_in(TYPES)?;
    high.dtype_in(TYPES)?;
    out.same_dtype(self_)?;
    self_.max_rank(8)?;
    out.same_shape(self_)?;
    if crossed(low, high)? {
        let got = format!("{:?} above {:?}", low.to_f64(), high.to_f64());
        return Err(Error::value(low.name(), got, "at most `clipValueMax`").into());
    }
    let dtype = self_.dtype()?;
    place.unary(
        &CLAMP_SCALARS,
        dtype,
        &[low.in_type(dtype)?, high.in_type(dtype)?],
    )
}

/// Computes each element, or the limit that it is beyond. NaN stays.
#[aclnn]
fn aclnnHardtanh(
    self_: Input,
    clip_value_min: Scalar,
    clip_value_max: Scalar,
    out: Output,
) -> Planned {
    within((&self_, &out).into(), &clip_value_min, &clip_value_max)
}

/// Computes each element, or the limit that it is beyond, in place. NaN stays.
#[aclnn]
fn aclnnInplaceHardtanh(
    self_ref: InOut,
    clip_value_min: Scalar,
    clip_value_max: Scalar,
) -> Planned {
    within((&self_ref).into(), &clip_value_min, &clip_value_max)
}
