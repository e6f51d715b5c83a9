//! Normalisations: shapes of parameters and statistics, masks of outputs, and what generated operators look at.

use super::{Dtypes, on_all};
use crate::abi::aclnn::phases::Planned;
use crate::abi::failure::Outcome;
use crate::argument::{Bools, Output, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::creation::fill_each;
use crate::tensor::Dtype;

/// FLOAT.
pub const FLOAT: Dtypes = on_all(&[Dtype::F32]);

/// The number that kernels add to a variance.
pub fn epsilon(epsilon: f64) -> f64 {
    f64::from(epsilon as f32)
}

/// Refuses types of these tensors that are no row of the table, as generated operators do.
pub fn dtype_row<const N: usize>(tensors: [&TensorArg; N], table: &[[Dtype; N]]) -> Result<()> {
    let mut types = [Dtype::F32; N];
    for (dtype, tensor) in types.iter_mut().zip(tensors) {
        *dtype = tensor.dtype()?;
    }
    if table.contains(&types) {
        return Ok(());
    }
    // The first tensor whose type does not go with those before it.
    let fits = |count: usize| table.iter().any(|row| row[..count] == types[..count]);
    let at = (1..N).take_while(|&count| fits(count)).count();
    let rows = table.iter().filter(|row| row[..at] == types[..at]);
    let mut allowed: Vec<&str> = rows.map(|row| row[at].name()).collect();
    allowed.dedup();
    let allowed = format!("{} with those before it", allowed.join(" or "));
    Err(Error::dtype(tensors[at].name(), types[at], allowed))
}

/// Refuses a mask of other shape than that of `x`, but for extents of 1 in the first two of the four dimensions.
pub fn masks(mask: &TensorArg, x: &TensorArg) -> Result<()> {
    let mut pairs = mask.shape().iter().zip(x.shape()).enumerate();
    let fits = |(axis, (mask, x)): (usize, (&i64, &i64))| mask == x || (axis < 2 && *mask == 1);
    if pairs.all(fits) {
        return Ok(());
    }
    let allowed = format!(
        "{:?}, that of `{}`, of which the first two may be 1",
        x.shape(),
        x.name()
    );
    Err(mask.shape_refused(allowed))
}

/// Refuses rows of a masked softmax that are longer than the chip takes, or shorter than `least`.
pub fn masked_columns(x: &TensorArg, least: i64) -> Result<()> {
    let most = if super::on_950() { 8192 } else { 4096 };
    match x.shape().last() {
        Some(columns) if (least..=most).contains(columns) => Ok(()),
        _ => Err(x.shape_refused(format!("{least} to {most} for the last extent"))),
    }
}

/// Refuses the masks that the device would make itself, for which it has no kernel.
pub fn no_triangle(name: &'static str, is_asked_for: bool) -> Result<()> {
    match is_asked_for {
        true => Err(Error::value(name, is_asked_for, "false")),
        false => Ok(()),
    }
}

/// Returns an output that a mask asks for; refuses its absence.
pub fn masked<'a>(
    mask: &Bools,
    number: usize,
    output: &'a Option<Output>,
    name: &'static str,
) -> Result<Option<&'a Output>> {
    match (mask.get(number), output) {
        (Some(true), Some(output)) => Ok(Some(output)),
        (Some(true), None) => Err(Reason::Null { arg: name }.into()),
        _ => Ok(None),
    }
}

/// Refuses a mask of other than three outputs.
pub fn of_three(mask: &Bools) -> Result<()> {
    match mask.len() {
        3 => Ok(()),
        length => Err(Error::value(
            mask.name(),
            format!("an array of {length}"),
            "three elements, one for each output",
        )),
    }
}

/// Plans numbers for every element of outputs.
pub fn filled(outputs: &[(Option<&Output>, f64)]) -> Planned {
    let given = outputs
        .iter()
        .filter_map(|&(output, value)| Some((output?, value)));
    let given = given.map(|(output, value)| Ok((output.write()?, value)));
    Ok(fill_each(given.collect::<Result<Vec<_>>>()?)?)
}

/// Writes for each output that is given, as an operand.
pub fn given(output: Option<&Output>, dtype: Dtype) -> Outcome<Option<crate::ops::rows::Rounded>> {
    let write = |output: &Output| output.write().map(|arg| (arg, dtype));
    Ok(output.map(write).transpose()?)
}
