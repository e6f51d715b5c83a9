//! `aclnnReflectionPad1dBackward`: the gradient of a pad. Source: ops-math, `conversion/pad_v4_grad`.

use super::pad2d_backward::TYPES;
use crate::contract::{Mode, Pad};
use crate::prelude::*;

/// Computes the gradient of `aclnnReflectionPad1d` by its input: each element is the sum of the elements of `gradOutput` that were copied from it. `self`
/// gives shape and type only.
#[aclnn]
fn aclnnReflectionPad1dBackward(
    grad_output: Input,
    self_: Input,
    padding: Ints,
    grad_input: Output,
) -> Planned {
    let pad = Pad::new(Mode::Reflect, 1, TYPES);
    pad.backward(&grad_output, &self_, &padding, &grad_input)
}
