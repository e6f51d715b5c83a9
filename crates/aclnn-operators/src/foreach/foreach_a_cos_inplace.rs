//! `aclnnForeachACosInplace`. Source: ops-nn, `foreach/foreach_a_cos_inplace`.

use crate::contract::foreach::unary;
use crate::ops::unary::ACOS;
use crate::prelude::*;

/// Computes the inverse cosine of each element of each tensor in place. Ascend950 only.
#[aclnn(generated)]
fn aclnnForeachACosInplace(x: ConstInOuts) -> Planned {
    unary(&ACOS, SHORT_ON_950, &x)
}
