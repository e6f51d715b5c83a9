//! Operators that put the elements along a dimension in order.

use super::axis;
use crate::abi::aclnn::argument::{Input, Output};
use crate::abi::aclnn::phases::Planned;
use crate::error::{Error, Result};
use crate::ops::sort::{Order, sort};
use crate::ops::{Arg, Call};

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
