//! `aclnnKthvalue`: the k-th smallest element along a dimension. Source: ops-nn, `index/gather_v2`.

use crate::contract::order::{dimension, nothing_in_order, number_of};
use crate::ops::median::{Choice, median};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, I32, I64, F16, I16, I8, U8])
    .and_910b(&[Bf16])
    .and_950(&[U16, U32, U64]);

/// Writes the element along `dim` that is number `k`, counted from 1, in rising order, and its index; of equal elements that which a stable sort puts there. NaN is larger than every
/// number.
#[aclnn]
fn aclnnKthvalue(
    self_: Input,
    k: i64,
    dim: i64,
    keepdim: bool,
    values_out: Output,
    indices_out: Output,
) -> Planned {
    let (axis, extent) = dimension(&self_, dim)?;
    let number = number_of(k, 1, extent)? - 1;
    self_.dtype_in(TYPES)?;
    values_out.same_dtype(&self_)?;
    indices_out.dtype_is(I64)?;
    self_.max_rank(8)?;
    if self_.is_empty() {
        return nothing_in_order(&self_, &[&values_out, &indices_out]);
    }
    let axes = ops::reductions::Axes::one(axis);
    for out in [&values_out, &indices_out] {
        out.holds_reduced(&self_, axes, keepdim)?;
    }
    let (values, indices) = (values_out.write()?, Some(indices_out.write()?));
    let choice = Choice::Nth(number);
    Ok(median(self_.read()?, Some(axis), choice, values, indices)?)
}
