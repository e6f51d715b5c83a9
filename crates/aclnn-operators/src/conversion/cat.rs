//! `aclnnCat`: tensors one behind the other. Source: ops-math, `conversion/concat_d`.

use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, I32, I64, F16, I16, I8, U8, F64, Complex64, Bool])
    .and_910b(&[Bf16])
    .and_950(&[
        U16, U32, U64, F8E4m3fn, F8E5m2, Hifloat8, F8E8m0, F4E1m2, F4E2m1,
    ]);

/// Copies the tensors of the list one behind the other along `dim`, in the type in which they meet. Tensors of shape `[0]` are not there; if all are,
/// or the list is empty, nothing is done, and `out` may be null.
#[aclnn]
fn aclnnCat(tensors: Inputs, dim: i64, out: Option<Output>) -> Planned {
    contract::concatenated(TYPES, &tensors, dim, out.as_ref())
}
