//! `aclnnThreshold`, `aclnnInplaceThreshold`: elements above a threshold, and one value for all others. Both scalars are converted to the type of
//! the tensor. Source: ops-nn, `activation/threshold`.

use crate::contract::Activation;
use crate::ops::activations as tables;
use crate::prelude::*;

const THRESHOLD: Activation =
    Activation::new(&tables::THRESHOLD, REAL_NUMBERS_BUT_DOUBLE).castable();

fn thresholded(place: Place, threshold: &Scalar, value: &Scalar) -> Planned {
    let dtype = place.input().dtype()?;
    let parameters = [threshold.in_type(dtype)?, value.in_type(dtype)?];
    match contract::on_950() {
        true => THRESHOLD.to(contract::STORED).plan(place, &parameters),
        false => THRESHOLD.plan(place, &parameters),
    }
}

/// Computes each element that is above `threshold`, and `value` for others. NaN stays.
#[aclnn]
fn aclnnThreshold(self_: Input, threshold: Scalar, value: Scalar, out: Output) -> Planned {
    thresholded((&self_, &out).into(), &threshold, &value)
}

/// Computes each element that is above `threshold`, and `value` for others, in place. NaN stays.
#[aclnn]
fn aclnnInplaceThreshold(self_ref: InOut, threshold: Scalar, value: Scalar) -> Planned {
    thresholded((&self_ref).into(), &threshold, &value)
}
