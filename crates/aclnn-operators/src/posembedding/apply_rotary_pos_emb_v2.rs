//! `aclnnApplyRotaryPosEmbV2`: rotary positions of queries and keys, in place, in several modes. Source: ops-transformer, `posembedding/apply_rotary_pos_emb`.

use crate::contract::rotary::{ROTARY_TYPES, apply_in_place};
use crate::prelude::*;

/// Rotates rows in place as `aclnnApplyRotaryPosEmb`. `rotaryMode` is `"half"`, `"quarter"` (each half by itself) or `"interleave"` (neighbours); null is `"half"`.
#[aclnn]
fn aclnnApplyRotaryPosEmbV2(
    query_ref: InOut,
    key_ref: InOut,
    cos: Input,
    sin: Input,
    layout: i64,
    rotary_mode: Option<MutText>,
) -> Planned {
    let mode = rotary_mode.as_ref().map_or("half", |mode| mode);
    let tensors = [&query_ref, &key_ref];
    apply_in_place(tensors, [&cos, &sin], layout, mode, ROTARY_TYPES)
}
