//! `aclnnCircularPad3d`: the last three dimensions with the elements from its other end beside them. Source: ops-math, `conversion/circular_pad`.

use super::circular_pad2d::TYPES;
use crate::contract::{Mode, Pad};
use crate::prelude::*;

static PAD: Pad = Pad::new(Mode::Circular, 3, TYPES);

/// Copies `self` with `padding[2k]` elements before and `padding[2k + 1]` behind dimension `k` from the last: the elements from its other end.
#[aclnn]
fn aclnnCircularPad3d(self_: Input, padding: Ints, out: Output) -> Planned {
    PAD.forward(&self_, &padding, &out)
}
