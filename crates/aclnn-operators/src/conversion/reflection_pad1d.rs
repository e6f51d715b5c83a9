//! `aclnnReflectionPad1d`: the last dimension with the elements mirrored at its ends beside it. Source: ops-math, `conversion/mirror_pad`.

use crate::contract::{Mode, Pad};
use crate::prelude::*;

/// Types that are padded.
pub(super) const TYPES: Dtypes = on_910(&[F32, F16, F64, I8, I16, I32, I64, U8, Bool])
    .and_910b(&[Bf16, Complex64, Complex128])
    .and_950(&[U16, U32, U64, Hifloat8, F8E5m2, F8E4m3fn, F8E8m0]);

static PAD: Pad = Pad::new(Mode::Reflect, 1, TYPES);

/// Copies `self` with `padding[2k]` elements before and `padding[2k + 1]` behind dimension `k` from the last: the elements mirrored at its ends.
#[aclnn]
fn aclnnReflectionPad1d(self_: Input, padding: Ints, out: Output) -> Planned {
    PAD.forward(&self_, &padding, &out)
}
