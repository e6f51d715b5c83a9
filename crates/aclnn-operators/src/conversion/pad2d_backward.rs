//! `aclnnReflectionPad2dBackward`, `aclnnReplicationPad2dBackward`: gradients of pads. Source: ops-math, `conversion/pad_v3_grad_replicate`.

use crate::contract::{Mode, Pad};
use crate::prelude::*;

/// Types of gradients.
pub(super) const TYPES: Dtypes = on_all(&[F32, F16, Bf16, F64, Complex64, Complex128]);

/// Computes the gradient of `aclnnReflectionPad2d` by its input: each element is the sum of the elements of `gradOutput` that were copied from it. `self`
/// gives shape and type only.
#[aclnn]
fn aclnnReflectionPad2dBackward(
    grad_output: Input,
    self_: Input,
    padding: Ints,
    grad_input: Output,
) -> Planned {
    let pad = Pad::new(Mode::Reflect, 2, TYPES);
    pad.backward(&grad_output, &self_, &padding, &grad_input)
}

/// Computes the gradient of `aclnnReplicationPad2d` by its input: each element is the sum of the elements of `gradOutput` that were copied from it. `self`
/// gives shape and type only.
#[aclnn]
fn aclnnReplicationPad2dBackward(
    grad_output: Input,
    self_: Input,
    padding: Ints,
    grad_input: Output,
) -> Planned {
    let pad = Pad::new(Mode::Replicate, 2, TYPES);
    pad.backward(&grad_output, &self_, &padding, &grad_input)
}
