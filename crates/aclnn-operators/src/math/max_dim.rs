//! `aclnnMaxDim`: the largest element along an axis, and its number. Source: ops-math, `math/arg_max_with_value`.

use crate::ops::reductions::LARGEST;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, F16, I64, Bool])
    .and_910b(&[Bf16])
    .and_950(&[I32]);

/// Computes the largest element along axis `dim` and the number of the first one. The first NaN wins. Of an empty `self` nothing is written.
#[aclnn]
fn aclnnMaxDim(self_: Input, dim: i64, keepdim: bool, out: Output, indices: Output) -> Planned {
    contract::extreme_with_index(&LARGEST, TYPES, (&self_, dim, keepdim), &out, &indices)
}
