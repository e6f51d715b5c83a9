//! `aclnnStack`: tensors side by side. Source: ops-math, `conversion/pack`.

use crate::prelude::*;

const TYPES: Dtypes = on_910(&[
    I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, Bool, F64, Complex64, Complex128,
])
.and_910b(&[Bf16]);

/// Copies the tensors of the list, which have one shape, side by side along a new dimension `dim`, in the type in which they meet.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnStack(tensors: Inputs, dim: i64, out: Output) -> Planned {
    contract::stacked(TYPES, &tensors, dim, &out)
}
