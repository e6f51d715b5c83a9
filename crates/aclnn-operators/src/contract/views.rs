//! Checks of operators that move elements: dimensions, and the shapes of outputs.

use std::fmt::Display;

use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Ints, Output, TensorArg};
use crate::diagnostics::{check, hooks};
use crate::error::{Error, Result};
use crate::ops::Call;

/// Returns a dimension counted from the first; refuses one that a tensor of `rank` dimensions does not have.
pub fn axis(name: &'static str, dim: i64, rank: usize) -> Result<usize> {
    let rank = rank as i64;
    if (-rank..rank).contains(&dim) {
        return Ok(dim.rem_euclid(rank) as usize);
    }
    let allowed = match rank {
        0 => "none, for a tensor of rank 0".into(),
        _ => format!("{} to {}", -rank, rank - 1),
    };
    Err(Error::value(name, dim, allowed))
}

/// Returns dimensions counted from the first, as [`axis`]; refuses one that is there twice.
pub fn distinct_axes(dims: &Ints, rank: usize) -> Result<Vec<usize>> {
    let mut axes = Vec::with_capacity(dims.len());
    for &dim in dims.iter() {
        axes.push(axis(dims.name(), dim, rank)?);
    }
    for (k, axis) in axes.iter().enumerate() {
        if axes[..k].contains(axis) {
            let got = format!("{:?}, dimension {axis} twice", &**dims);
            return Err(Error::value(dims.name(), got, "each dimension once"));
        }
    }
    Ok(axes)
}

/// Refuses an array of another length.
pub fn length_is(array: &Ints, length: usize, reason: impl Display) -> Result<()> {
    if array.len() == length {
        return Ok(());
    }
    let got = format!("{:?}, of {} numbers", &**array, array.len());
    Err(Error::value(
        array.name(),
        got,
        format!("{length} numbers ({reason})"),
    ))
}

/// Refuses a tensor whose last two dimensions are no square matrix.
pub fn square(tensor: &TensorArg) -> Result<()> {
    tensor.rank_in(2..=8)?;
    let matrix = &tensor.shape()[tensor.rank() - 2..];
    match matrix[0] == matrix[1] {
        true => Ok(()),
        false => Err(tensor.shape_refused("as many rows as columns")),
    }
}

/// Refuses real numbers where `self_` is of complex ones.
pub fn complex_as(out: &TensorArg, self_: &TensorArg) -> Result<()> {
    let dtype = out.dtype()?;
    match self_.dtype()?.is_complex() && !dtype.is_complex() {
        true => Err(Error::dtype(
            out.name(),
            dtype,
            "complex numbers, as `self`",
        )),
        false => Ok(()),
    }
}

/// Refuses an array with a number below `least`.
pub fn at_least(array: &Ints, least: i64) -> Result<()> {
    match array.iter().find(|&&number| number < least) {
        None => Ok(()),
        Some(_) => {
            let got = format!("{:?}", &**array);
            Err(Error::value(
                array.name(),
                got,
                format!("numbers of {least} or more"),
            ))
        }
    }
}

/// Plans nothing, for tensors of which one is empty.
pub fn nothing(self_: &Input, out: &Output) -> Planned {
    Ok(Call::nothing([self_.read()?, out.write()?]))
}

/// Says of a call which of its inputs are numbers of something, with the first number that names nothing: it leaves out such elements, and those below 0.
/// Only where a check looks for them.
pub fn leaving_out(call: Call, inputs: &[(&'static str, i64)]) -> Call {
    match hooks::on() && check::is_on(check::MEMORY) {
        true => call.leaving_out(inputs),
        false => call,
    }
}
