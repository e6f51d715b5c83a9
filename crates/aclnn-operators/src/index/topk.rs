//! `aclnnTopk`: the largest or smallest elements along a dimension. Source: ops-nn, `index/gather_elements`.

use crate::abi::aclnn::contract::order::{dimension, in_order, nothing_in_order, number_of};
use crate::abi::aclnn::prelude::*;
use crate::ops::sort::Order;

const TYPES: Dtypes = on_910(&[F32, I32, I64, F16, I16, I8, U8, F64])
    .and_910b(&[Bf16])
    .and_950(&[U16, U32, U64]);

/// Writes the `k` largest elements along `dim`, falling, or the smallest ones, rising, and their indices. NaN is larger than every number; of equal elements the first ones are taken, in their
/// order. If all are taken and `sorted` is false, they stay as they are.
#[aclnn]
fn aclnnTopk(
    self_: Input,
    k: i64,
    dim: i64,
    largest: bool,
    sorted: bool,
    values_out: Output,
    indices_out: Output,
) -> Planned {
    let (axis, extent) = dimension(&self_, dim)?;
    let count = number_of(k, 0, extent)?;
    self_.dtype_in(TYPES)?;
    values_out.same_dtype(&self_)?;
    indices_out.dtype_is(I64)?;
    self_.max_rank(8)?;
    if self_.is_empty() || values_out.is_empty() || indices_out.is_empty() {
        return nothing_in_order(&self_, &[&values_out, &indices_out]);
    }
    let mut shape = self_.shape().to_vec();
    if let Some(extent) = shape.get_mut(axis) {
        *extent = k;
    }
    values_out.shape_fits(&shape, "that of `self` with k elements along the dimension")?;
    indices_out.shape_fits(&shape, "that of `self` with k elements along the dimension")?;
    let order = match k == extent && !sorted {
        true => Order::Kept,
        false => Order::falling(largest),
    };
    let wanted = (count, order);
    in_order(&self_, axis, wanted, Some(&values_out), &indices_out)
}
