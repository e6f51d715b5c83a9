//! `aclnnInplacePartialRotaryMul`: rotary positions of some columns, in place. Source: ops-transformer, `posembedding/inplace_partial_rotary_mul`.

use crate::contract::rotary::Partial;
use crate::prelude::*;

/// Rotates the neighbours in columns `[start, end)` of `xRef`, (B, S, N, D), in place; the other columns stay. Without `partialSlice` all columns are rotated.
/// `cos` and `sin` broadcast, with `end - start` columns, and have the type of `xRef` or FLOAT. `rotaryMode` is 1. FLOAT, FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnInplacePartialRotaryMul(
    x_ref: ConstInOut,
    cos: Input,
    sin: Input,
    rotary_mode: i64,
    partial_slice: Option<Ints>,
) -> Planned {
    x_ref.dtype_in(SHORT_SINCE_910B)?;
    if cos.dtype()? != F32 {
        cos.same_dtype(&x_ref)?;
    }
    sin.same_dtype(&cos)?;
    let partial = Partial {
        x: &x_ref,
        cos: &cos,
        sin: &sin,
        rotary_mode,
        slice: partial_slice.as_ref(),
        is_gradient: false,
    };
    partial.plan()
}
