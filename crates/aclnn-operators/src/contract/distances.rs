//! Distances between rows: their order, and all pairs of rows of one matrix.

use super::Dtypes;
use super::sets::FLOAT_AND_FLOAT16;
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output};
use crate::error::{Error, Result};
use crate::ops::distances::{self, Order};

const TYPES: Dtypes = FLOAT_AND_FLOAT16;

/// Returns the order of a norm; refuses one below 0 and what is no number.
pub fn norm_order(name: &'static str, order: f32) -> Result<f64> {
    match order >= 0.0 {
        true => Ok(order.into()),
        false => Err(Error::value(name, order, "0 or more")),
    }
}

/// Plans the distance of each row of a matrix to each one behind it.
pub fn pairs_of_rows(self_: &Input, out: &Output, name: &'static str, order: f32) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    out.same_dtype(self_)?;
    self_.rank_in(2..=2)?;
    out.rank_in(1..=1)?;
    let rows = self_.shape()[0];
    let pairs = i128::from(rows) * i128::from(rows - 1) / 2;
    out.shape_is(&[pairs as i64], "one for each pair of rows")?;
    let order = norm_order(name, order)?;
    let (input, output) = (self_.read()?, out.write()?);
    Ok(distances::pairs(Order(order), input, output)?)
}
