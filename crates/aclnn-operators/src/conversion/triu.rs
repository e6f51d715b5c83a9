//! `aclnnTriu`, `aclnnInplaceTriu`: the upper triangle of matrices. Source: ops-math, `conversion/triu`.

use crate::contract::Keep::Upper;
use crate::prelude::*;

/// Copies the elements of the matrices of the last two dimensions on the diagonal of number `diagonal` and above; others become 0.
#[aclnn]
fn aclnnTriu(self_: Input, diagonal: i64, out: Output) -> Planned {
    contract::triangle(Upper(diagonal), (&self_, &out))
}

/// Writes 0 to the elements of the matrices of the last two dimensions that do not lie on the diagonal of number `diagonal` or above.
#[aclnn]
fn aclnnInplaceTriu(self_ref: InOut, diagonal: i64) -> Planned {
    contract::triangle(Upper(diagonal), &self_ref)
}
