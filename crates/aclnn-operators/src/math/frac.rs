//! `aclnnFrac`, `aclnnInplaceFrac`: what is behind the point, with the sign of the number. NaN at infinities, 0 for integers. Source: ops-math,
//! `math/sub`.

use crate::ops::piecewise;
use crate::prelude::*;

const TYPES: Dtypes = SHORT_FLOATING.or(COMMON_INTEGERS);

/// Computes each element less the integer toward zero. `out` has the type of `input`; integers give 0.
#[aclnn]
fn aclnnFrac(input: Input, out: Output) -> Planned {
    out.same_dtype(&input)?;
    input.dtype_in(TYPES)?;
    contract::same_shape_to_rank_8(&input, &out)?;
    Ok(piecewise::frac(input.read()?, out.write()?)?)
}

/// Computes each element less the integer toward zero, in place; integers become 0.
#[aclnn]
fn aclnnInplaceFrac(input_ref: InOut) -> Planned {
    input_ref.dtype_in(TYPES)?;
    input_ref.max_rank(8)?;
    Ok(piecewise::frac(Operand::Output, input_ref.update()?)?)
}
