//! `aclnnApplyRotaryPosEmb`: rotary positions of queries and keys, in place. Source: ops-transformer, `posembedding/apply_rotary_pos_emb`.

use crate::contract::rotary::{ROTARY_TYPES, apply_in_place};
use crate::prelude::*;

/// Rotates the rows of `queryRef` and `keyRef` in place: `x * cos + (-x2, x1) * sin` of both halves. `cos` and `sin` have one head; where their rows are shorter,
/// the leading elements are rotated. `layout` is 1 (BSND), 2 (SBND), 3 (BNSD) or 4 (TND). FLOAT, FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnApplyRotaryPosEmb(
    query_ref: InOut,
    key_ref: InOut,
    cos: Input,
    sin: Input,
    layout: i64,
) -> Planned {
    let tensors = [&query_ref, &key_ref];
    apply_in_place(tensors, [&cos, &sin], layout, "half", ROTARY_TYPES)
}
