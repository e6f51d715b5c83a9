//! `aclnnTril`, `aclnnInplaceTril`: the lower triangle of matrices. Source: ops-math, `conversion/tril`.

use crate::contract::Keep::Lower;
use crate::prelude::*;

/// Copies the elements of the matrices of the last two dimensions on the diagonal of number `diagonal` and below; others become 0.
#[aclnn]
fn aclnnTril(self_: Input, diagonal: i64, out: Output) -> Planned {
    contract::triangle(Lower(diagonal), (&self_, &out))
}

/// Writes 0 to the elements of the matrices of the last two dimensions that do not lie on the diagonal of number `diagonal` or below.
#[aclnn]
fn aclnnInplaceTril(self_ref: ConstInOut, diagonal: i64) -> Planned {
    contract::triangle(Lower(diagonal), &self_ref)
}
