//! `aclnnRopeWithSinCosCacheV2`: rotary positions by rows of a table, whose sections may take turns. Source: ops-transformer,
//! `posembedding/rope_with_sin_cos_cache`.

use crate::contract::rotary::ByPosition;
use crate::prelude::*;

/// Rotates heads as `aclnnRopeWithSinCosCache`. In `cacheMode` 1 the rows of `positions` take turns in the first `3 * mropeSection[1]` pairs, and the first row
/// serves the others.
#[aclnn]
fn aclnnRopeWithSinCosCacheV2(
    positions: Input,
    query_in: Input,
    key_in: Input,
    cos_sin_cache: Input,
    mrope_section: Option<Ints>,
    head_size: i64,
    is_neox_style: bool,
    cache_mode: i64,
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
        cache_mode,
        query_out: &query_out,
        key_out: &key_out,
    };
    by_position.plan(SHORT_SINCE_910B)
}
