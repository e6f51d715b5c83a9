//! `aclnnCircularPad2d`: the last two dimensions with the elements from its other end beside them. Source: ops-math, `conversion/circular_pad`.

use crate::contract::{Mode, Pad};
use crate::prelude::*;

/// Types that are padded.
pub(super) const TYPES: Dtypes = on_all(&[F32, Bf16, F16, I32, I8]);

static PAD: Pad = Pad::new(Mode::Circular, 2, TYPES);

/// Copies `self` with `padding[2k]` elements before and `padding[2k + 1]` behind dimension `k` from the last: the elements from its other end.
#[aclnn]
fn aclnnCircularPad2d(self_: Input, padding: Ints, out: Output) -> Planned {
    PAD.forward(&self_, &padding, &out)
}
