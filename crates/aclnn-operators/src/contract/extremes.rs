//! The larger or the smaller of two elements.

use super::sets::REAL_NUMBERS_AND_BOOL;
use super::{Dtypes, broadcasts_to, compared};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output};
use crate::ops::pointwise;
use crate::ops::tables::Binary;
use crate::tensor::Dtype;

const REALS: Dtypes = REAL_NUMBERS_AND_BOOL;

/// The contract of aclnnMaximum and aclnnMinimum.
pub fn extreme(table: &'static Binary, self_: &Input, other: &Input, out: &Output) -> Planned {
    self_.dtype_in(REALS)?;
    other.dtype_in(REALS)?;
    out.dtype_in(REALS)?;
    let compute: Dtype = compared(self_, other)?;
    out.takes(compute)?;
    broadcasts_to(self_, other, out)?;
    let (a, b, out) = (self_.read()?, other.read()?, out.write()?);
    Ok(pointwise::binary(table, compute, &[], a, b, out)?)
}
