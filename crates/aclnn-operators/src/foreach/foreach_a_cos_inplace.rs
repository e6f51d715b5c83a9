//! `aclnnForeachACosInplace`. Source: ops-nn, `foreach/foreach_a_cos_inplace`.

use crate::abi::aclnn::contract::foreach::unary;
use crate::abi::aclnn::prelude::*;
use crate::ops::unary::ACOS;

/// Computes the inverse cosine of each element of each tensor in place. Ascend950 only.
#[aclnn(generated)]
fn aclnnForeachACosInplace(x: ConstInOuts) -> Planned {
    unary(&ACOS, SHORT_ON_950, &x)
}
