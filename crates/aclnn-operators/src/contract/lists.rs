//! Checks that operators of a list of tensors share.

use super::Dtypes;
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Inputs, Output, TensorArg};
use crate::error::{Error, Result};
use crate::ops::tables::Binary;
use crate::ops::{Arg, lists};

/// Returns the first tensor of a list; refuses an empty one.
pub fn first_of(tensors: &Inputs) -> Result<&Input> {
    let name = tensors.name();
    let first = tensors.first();
    first.ok_or_else(|| Error::value(name, "an empty list", "a list of one tensor or more"))
}

/// Returns all tensors of a list as operands. Refuses memory that is not there: call it when all else is checked.
pub fn read_all(tensors: &Inputs) -> Result<Vec<Arg>> {
    tensors.iter().map(Input::read).collect()
}

/// The contract of the largest and the smallest of the elements of a list, all of the type of `out`, which has the shape that they broadcast to.
pub fn chosen_of_list(
    table: &'static Binary,
    types: Dtypes,
    tensors: &Inputs,
    out: &Output,
) -> Planned {
    out.dtype_in(types)?;
    for tensor in tensors.iter() {
        tensor.same_dtype(out)?;
    }
    for tensor in tensors.iter() {
        tensor.max_rank(8)?;
    }
    first_of(tensors)?;
    let inputs: Vec<&TensorArg> = tensors
        .iter()
        .map(|tensor| -> &TensorArg { tensor })
        .collect();
    out.has_shape_of_all(&inputs)?;
    let dtype = out.dtype()?;
    Ok(lists::fold(table, dtype, read_all(tensors)?, out.write()?)?)
}
