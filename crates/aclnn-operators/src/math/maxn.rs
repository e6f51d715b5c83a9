//! `aclnnMaxN`: the largest of the elements of a list of tensors; NaN wins. Source: ops-math, `math/maximum`.

use crate::ops::arithmetic::MAXIMUM;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F16, F32, I8, I32, I64])
    .and_910b(&[Bf16])
    .and_950(&[U8]);

/// Computes the largest of the elements of all tensors of the list, broadcast, in the type of `out`, which they have. NaN wins.
#[aclnn]
fn aclnnMaxN(tensors: Inputs, out: Output) -> Planned {
    contract::chosen_of_list(&MAXIMUM, TYPES, &tensors, &out)
}
