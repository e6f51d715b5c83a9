//! `aclnnBitwiseNot`: bits inverted. Source: ops-math, `math/bitwise_not`.

use crate::ops::integers::BITWISE_NOT;
use crate::prelude::*;

const TYPES: Dtypes = on_all(&[I8, I16, I32, I64, U8, Bool]).and_950(&[U16, U32, U64]);

/// Inverts all bits of each integer, and each truth value. `out` has the type of `self`.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnBitwiseNot(self_: Input, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.same_dtype(&self_)?;
    contract::none_private(&[&self_, &out])?;
    contract::up_to_rank_8(&[&self_, &out])?;
    out.same_shape(&self_)?;
    Place::Between(&self_, &out).unary(&BITWISE_NOT, self_.dtype()?, &[])
}
