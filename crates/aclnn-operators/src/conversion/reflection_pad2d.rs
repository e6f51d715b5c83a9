//! `aclnnReflectionPad2d`: the last two dimensions with the elements mirrored at its ends beside them. Source: ops-math, `conversion/mirror_pad`.

use super::reflection_pad1d::TYPES;
use crate::contract::{Mode, Pad};
use crate::prelude::*;

static PAD: Pad = Pad::new(Mode::Reflect, 2, TYPES);

/// Copies `self` with `padding[2k]` elements before and `padding[2k + 1]` behind dimension `k` from the last: the elements mirrored at its ends.
#[aclnn]
fn aclnnReflectionPad2d(self_: Input, padding: Ints, out: Output) -> Planned {
    PAD.forward(&self_, &padding, &out)
}
