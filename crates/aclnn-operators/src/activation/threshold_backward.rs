//! `aclnnThresholdBackward`: the gradient of `aclnnThreshold`. Source: ops-nn, `activation/threshold_grad_v2_d`.

use crate::contract::Gradient;
use crate::ops::gradients::{ZERO_INSIDE, up_to};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, I32, F16, I8, U8]).and_910b(&[Bf16]);

/// Computes `gradOutput`, or 0 where the element is not above `threshold`, broadcast. All have one type. On Ascend950, INT64 is taken with a threshold of 0.
#[aclnn]
fn aclnnThresholdBackward(
    grad_output: Input,
    self_: Input,
    threshold: Scalar,
    out: Output,
) -> Planned {
    let threshold = match threshold.to_f32()? {
        tiny if tiny.abs() <= f32::EPSILON => 0.0,
        other => other,
    };
    let types = match threshold {
        0.0 => TYPES.and_950(&[I64]),
        _ => TYPES,
    };
    Gradient::new(&grad_output, &self_, &out)
        .inputs_in(types)?
        .of_one_type()?
        .broadcast()?
        .plan(&ZERO_INSIDE, &up_to(threshold, self_.dtype()?))
}
