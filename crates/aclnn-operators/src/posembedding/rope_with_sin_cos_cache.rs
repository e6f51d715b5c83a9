//! `aclnnRopeWithSinCosCache`: rotary positions by rows of a table. Source: ops-transformer, `posembedding/rope_with_sin_cos_cache`.

use crate::contract::rotary::ByPosition;
use crate::prelude::*;

/// Rotates the first elements of each head of `queryIn` and `keyIn`, (T, heads * headSize), by the rows of `cosSinCache`, cosines and sines half and half, that
/// `positions` names: (T), or (3, T) or (4, T) of which each row serves the pairs that `mropeSection` counts. `isNeoxStyle` rotates pairs of both halves, else
/// neighbours. A position outside the table is an error of the stream. FLOAT, FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnRopeWithSinCosCache(
    positions: Input,
    query_in: Input,
    key_in: Input,
    cos_sin_cache: Input,
    mrope_section: Option<Ints>,
    head_size: i64,
    is_neox_style: bool,
    query_out: Output,
    key_out: Output,
) -> Planned {
    let by_position = ByPosition {
        positions: &positions,
        query_in: &query_in,
        key_in: &key_in,
        cos_sin_cache: &cos_sin_cache,
        mrope_section: mrope_section.as_ref(),
        head_size,
        is_neox_style,
        cache_mode: 0,
        query_out: &query_out,
        key_out: &key_out,
    };
    by_position.plan(SHORT_SINCE_910B)
}
