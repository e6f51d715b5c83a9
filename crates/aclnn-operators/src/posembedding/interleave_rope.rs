//! `aclnnInterleaveRope`: rotary positions of neighbours, which go to the halves of a row. Source: ops-transformer, `posembedding/interleave_rope`.

use crate::contract::rotary::Embedding;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]).and_950(&[F32]);

/// Puts the even elements of each row of `x`, (B, N, S, 64), before the odd ones, and computes `x * cos + (-x2, x1) * sin` of both halves. `cos` and `sin` have one
/// head, and one position or all. FLOAT16 or BFLOAT16, on Ascend950 also FLOAT.
#[aclnn]
fn aclnnInterleaveRope(x: Input, cos: Input, sin: Input, out: Output) -> Planned {
    x.dtype_in(TYPES)?;
    let shapes = || {
        x.rank_in(4..=4)?;
        cos.rank_in(4..=4)?;
        match (x.shape()[3], cos.shape()[1]) {
            (64, 1) => Ok(()),
            (64, _) => Err(cos.shape_refused("a second extent of 1")),
            _ => Err(x.shape_refused("a last extent of 64")),
        }
    };
    shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let embedding = Embedding {
        x: &x,
        cos: &cos,
        sin: &sin,
        mode: 3,
        rotate: None,
        out: &out,
    };
    embedding.plan(TYPES)
}
