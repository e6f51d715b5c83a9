//! `aclnnInplacePartialRotaryMulGrad`: the gradient of rotary positions of some columns, in place. Source: ops-transformer,
//! `posembedding/inplace_partial_rotary_mul_grad`.

use crate::contract::rotary::Partial;
use crate::prelude::*;

/// Makes of columns `[start, end)` of `dyRef`, the gradient by the result of `aclnnInplacePartialRotaryMul`, the gradient by its operand, in place. `cos` and `sin`
/// have one type. `rotaryMode` is 1. FLOAT, FLOAT16 or BFLOAT16, on Ascend950.
#[aclnn]
fn aclnnInplacePartialRotaryMulGrad(
    dy_ref: InOut,
    cos: Input,
    sin: Input,
    rotary_mode: i64,
    partial_slice: Option<Ints>,
) -> Planned {
    dy_ref.dtype_in(SHORT_ON_950)?;
    cos.dtype_in(SHORT_ON_950)?;
    sin.same_dtype(&cos)?;
    let partial = Partial {
        x: &dy_ref,
        cos: &cos,
        sin: &sin,
        rotary_mode,
        slice: partial_slice.as_ref(),
        is_gradient: true,
    };
    partial.plan()
}
