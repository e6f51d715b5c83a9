//! `aclnnRotaryPositionEmbedding`: rotary positions of one tensor.
//!
//! | argument     | shape                                                          | data type                | strided |
//! |--------------|----------------------------------------------------------------|--------------------------|---------|
//! | `x`          | (B, S, N, D), its axes in any order, or (T, N, D)              | FLOAT, FLOAT16, BFLOAT16 | yes     |
//! | `cos`, `sin` | one shape that broadcasts to that of `x`, with D columns       | that of `x`              | yes     |
//! | `out`        | that of `x`                                                    | that of `x`              | yes     |
//!
//! D is at most 1024 and even, in `mode` 2 a multiple of 4. Source: ops-transformer, `posembedding/rotary_position_embedding`.

use crate::contract::rotary::{Embedding, ROTARY_TYPES};
use crate::prelude::*;

/// Computes `out = x * cos + rotated(x) * sin`. `mode` 0 rotates pairs of both halves, `(-x2, x1)`; 1 pairs of neighbours; 2 each half as `mode` 0; 3 puts even
/// elements before odd ones and goes on as `mode` 0. FLOAT, FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnRotaryPositionEmbedding(
    x: Input,
    cos: Input,
    sin: Input,
    mode: i64,
    out: Output,
) -> Planned {
    let embedding = Embedding {
        x: &x,
        cos: &cos,
        sin: &sin,
        mode,
        rotate: None,
        out: &out,
    };
    embedding.plan(ROTARY_TYPES)
}
