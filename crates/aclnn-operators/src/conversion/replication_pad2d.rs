//! `aclnnReplicationPad2d`: the last two dimensions with its first and last elements repeated beside them. Source: ops-math, `conversion/pad_v3`.

use super::replication_pad1d::TYPES;
use crate::contract::{Mode, Pad};
use crate::prelude::*;

static PAD: Pad = Pad::new(Mode::Replicate, 2, TYPES).formats_first();

/// Copies `self` with `padding[2k]` elements before and `padding[2k + 1]` behind dimension `k` from the last: its first and last elements repeated.
#[aclnn]
fn aclnnReplicationPad2d(self_: Input, padding: Ints, out: Output) -> Planned {
    PAD.forward(&self_, &padding, &out)
}
