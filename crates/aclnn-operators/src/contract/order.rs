//! Operators that put the elements along a dimension in order.

use super::{Dtypes, axis, on_910};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output};
use crate::error::{Error, Result};
use crate::ops::sort::{Order, sort};
use crate::ops::{Arg, Call};
use crate::tensor::Dtype;

/// The types of elements of which the largest are taken.
const RANKED: Dtypes = on_910(&[
    Dtype::F32,
    Dtype::I32,
    Dtype::I64,
    Dtype::F16,
    Dtype::I16,
    Dtype::I8,
    Dtype::U8,
    Dtype::F64,
])
.and_910b(&[Dtype::Bf16])
.and_950(&[Dtype::U16, Dtype::U32, Dtype::U64]);

/// Returns the dimension that `dim` names, and its extent; a tensor of rank 0 has one of 1.
pub fn dimension(self_: &Input, dim: i64) -> Result<(usize, i64)> {
    let axis = axis("dim", dim, self_.rank().max(1))?;
    Ok((axis, self_.shape().get(axis).copied().unwrap_or(1)))
}

/// Refuses a number of elements that is not from `least` to the extent of the dimension.
pub fn number_of(k: i64, least: i64, extent: i64) -> Result<usize> {
    match (least..=extent).contains(&k) {
        true => Ok(k as usize),
        false => {
            let allowed = format!("{least} to {extent}, the extent of the dimension");
            Err(Error::value("k", k, allowed))
        }
    }
}

/// Plans nothing.
pub fn nothing_in_order(self_: &Input, outputs: &[&Output]) -> Planned {
    let outputs = outputs.iter().map(|out| out.write());
    let args: Result<Vec<Arg>> = std::iter::once(self_.read()).chain(outputs).collect();
    Ok(Call::nothing(args?))
}

/// Plans the first elements along a dimension in order, and their indices.
pub fn in_order(
    self_: &Input,
    axis: usize,
    wanted: (usize, Order),
    values: Option<&Output>,
    indices: &Output,
) -> Planned {
    let values = values.map(|values| values.write()).transpose()?;
    Ok(sort(self_.read()?, axis, wanted, values, indices.write()?)?)
}

/// Plans the `k` largest elements along `dim`, or the smallest ones, and their indices; all of them as they are if all are taken and they need not be `sorted`.
pub fn top(
    self_: &Input,
    (k, dim): (i64, i64),
    (largest, sorted): (bool, bool),
    values: &Output,
    indices: &Output,
) -> Planned {
    let (axis, extent) = dimension(self_, dim)?;
    let count = number_of(k, 0, extent)?;
    self_.dtype_in(RANKED)?;
    values.same_dtype(self_)?;
    indices.dtype_is(Dtype::I64)?;
    self_.max_rank(8)?;
    if self_.is_empty() || values.is_empty() || indices.is_empty() {
        return nothing_in_order(self_, &[values, indices]);
    }
    let mut shape = self_.shape().to_vec();
    if let Some(extent) = shape.get_mut(axis) {
        *extent = k;
    }
    values.shape_fits(&shape, "that of `self` with k elements along the dimension")?;
    indices.shape_fits(&shape, "that of `self` with k elements along the dimension")?;
    let order = match k == extent && !sorted {
        true => Order::Kept,
        false => Order::falling(largest),
    };
    in_order(self_, axis, (count, order), Some(values), indices)
}
