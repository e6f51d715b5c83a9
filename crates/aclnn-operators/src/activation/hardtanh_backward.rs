//! `aclnnHardtanhBackward`: the gradient of `aclnnHardtanh`. Source: ops-nn, `activation/hardtanh_grad`.

use crate::contract::Gradient;
use crate::ops::gradients::ZERO_OUTSIDE;
use crate::prelude::*;

/// Computes `gradOutput` where the element is between `min` and `max`, which are not between, or NaN, else 0. All have one type and shape.
#[aclnn]
fn aclnnHardtanhBackward(
    grad_output: Input,
    self_: Input,
    min: Scalar,
    max: Scalar,
    out: Output,
) -> Planned {
    let bounds = [min.in_type(F32)?, max.in_type(F32)?];
    Gradient::new(&grad_output, &self_, &out)
        .inputs_in(SHORT_FLOATING)?
        .of_one_type()?
        .up_to_rank_8()?
        .of_one_shape()?
        .plan(&ZERO_OUTSIDE, &bounds)
}
