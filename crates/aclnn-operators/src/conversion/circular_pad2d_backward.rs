//! `aclnnCircularPad2dBackward`: the gradient of a pad. Source: ops-math, `conversion/circular_pad_grad`.

use crate::contract::{Mode, Pad};
use crate::prelude::*;

/// Types of gradients.
pub(super) const TYPES: Dtypes = SHORT_EVERYWHERE;

/// Computes the gradient of `aclnnCircularPad2d` by its input: each element is the sum of the elements of `gradOutput` that were copied from it. `self`
/// gives shape and type only.
#[aclnn]
fn aclnnCircularPad2dBackward(
    grad_output: Input,
    self_: Input,
    padding: Ints,
    grad_input: Output,
) -> Planned {
    let pad = Pad::new(Mode::Circular, 2, TYPES);
    pad.backward(&grad_output, &self_, &padding, &grad_input)
}
