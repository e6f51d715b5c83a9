//! `aclnnCircularPad3dBackward`: the gradient of a pad. Source: ops-math, `conversion/circular_pad_grad`.

use super::circular_pad2d_backward::TYPES;
use crate::contract::{Mode, Pad};
use crate::prelude::*;

/// Computes the gradient of `aclnnCircularPad3d` by its input: each element is the sum of the elements of `gradOutput` that were copied from it. `self`
/// gives shape and type only.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnCircularPad3dBackward(
    grad_output: Input,
    self_: Input,
    padding: Ints,
    grad_input: Output,
) -> Planned {
    let pad = Pad::new(Mode::Circular, 3, TYPES);
    pad.backward(&grad_output, &self_, &padding, &grad_input)
}
