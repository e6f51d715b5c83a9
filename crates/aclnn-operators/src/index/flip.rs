//! `aclnnFlip`: dimensions backwards. Source: ops-nn, `index/reverse_v2`.

use crate::prelude::*;

const TYPES: Dtypes = on_910(&[
    F32, I32, I64, F16, I16, I8, U8, Bool, F64, Complex64, Complex128,
])
.and_910b(&[Bf16])
.and_950(&[U16, U32, U64]);

/// Copies `self` with its dimensions `dims` backwards.
#[aclnn]
fn aclnnFlip(self_: Input, dims: Ints, out: Output) -> Planned {
    out.same_dtype(&self_)?;
    self_.dtype_in(TYPES)?;
    out.same_shape(&self_)?;
    self_.max_rank(8)?;
    let axes = contract::distinct_axes(&dims, self_.rank().max(1))?;
    let axes: Vec<usize> = axes
        .into_iter()
        .filter(|&axis| axis < self_.rank())
        .collect();
    Ok(ops::movement::flip(self_.read()?, &axes, out.write()?)?)
}
