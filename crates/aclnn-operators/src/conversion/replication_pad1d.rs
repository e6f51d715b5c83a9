//! `aclnnReplicationPad1d`: the last dimension with its first and last elements repeated beside it. Source: ops-math, `conversion/pad_v3`.

use crate::contract::{Mode, Pad};
use crate::prelude::*;

/// Types that are padded.
pub(super) const TYPES: Dtypes = on_all(&[
    F32, F16, F64, I8, I16, I32, I64, U8, Complex64, Complex128, Bf16,
])
.and_950(&[U16, U32, U64, Bool, Hifloat8, F8E5m2, F8E4m3fn, F8E8m0]);

static PAD: Pad = Pad::new(Mode::Replicate, 1, TYPES);

/// Copies `self` with `padding[2k]` elements before and `padding[2k + 1]` behind dimension `k` from the last: its first and last elements repeated.
#[aclnn]
fn aclnnReplicationPad1d(self_: Input, padding: Ints, out: Output) -> Planned {
    PAD.forward(&self_, &padding, &out)
}
