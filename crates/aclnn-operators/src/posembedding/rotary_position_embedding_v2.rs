//! `aclnnRotaryPositionEmbeddingV2`: rotary positions of one tensor, by a matrix where one is given. Source: ops-transformer,
//! `posembedding/rotary_position_embedding`.

use crate::contract::rotary::Embedding;
use crate::device::soc::{Generation, generation};
use crate::prelude::*;

/// Computes as `aclnnRotaryPositionEmbedding`. With `rotate`, a matrix of D rows and columns, `out = x * cos + (x @ rotate) * sin`; on Ascend950 it is null.
#[aclnn]
fn aclnnRotaryPositionEmbeddingV2(
    x: Input,
    cos: Input,
    sin: Input,
    mode: i64,
    rotate: Option<Input>,
    out: Output,
) -> Planned {
    if let Some(rotate) = rotate
        .as_ref()
        .filter(|_| generation() == Generation::Ascend950)
    {
        return Err(Error::value(rotate.name(), "a tensor", "a null pointer on Ascend950").into());
    }
    let embedding = Embedding {
        x: &x,
        cos: &cos,
        sin: &sin,
        mode,
        rotate: rotate.as_ref(),
        out: &out,
    };
    embedding.plan(SHORT_SINCE_910B)
}
