//! `aclnnAddN`: sums of a list of tensors, on Ascend910B, Ascend910_93 and Ascend950.
//!
//! Floating-point numbers are added in DOUBLE, one tensor after the other, and rounded once; integers wrap. Source: ops-math, `math/add_n`.

use crate::ops::lists;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_910b(&[I32, I64, F16, Bf16, F32]);

/// Computes the sum of all tensors of the list, which have one shape, as `out` has.
#[aclnn]
fn aclnnAddN(tensors: Inputs, out: Output) -> Planned {
    let first = contract::first_of(&tensors)?;
    first.dtype()?;
    first.dtype_is(out.dtype()?).code(ACLNN_ERR_INNER_NULLPTR)?;
    for tensor in tensors.iter() {
        tensor.dtype_in(TYPES)?;
    }
    out.dtype_in(TYPES)?;
    for tensor in tensors.iter() {
        tensor.max_rank(8)?;
    }
    out.max_rank(8)?;
    for tensor in tensors.iter() {
        tensor.same_shape(&out)?;
    }
    first.not_private()?;
    Ok(lists::sum(contract::read_all(&tensors)?, out.write()?)?)
}
