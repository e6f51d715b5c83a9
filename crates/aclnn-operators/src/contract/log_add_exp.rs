//! Logarithms of sums of powers.

use super::sets::{REAL_NUMBERS_UNSIGNED_AND_BOOL, SHORT_FLOATING};
use super::{Dtypes, Place, one_format_on_950, up_to_rank_8};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output};
use crate::ops::tables::Binary;

const INPUTS: Dtypes = REAL_NUMBERS_UNSIGNED_AND_BOOL;
const OUTPUTS: Dtypes = SHORT_FLOATING;

/// The contract of both; the computation type is that of `out`.
pub fn log_add_exp(table: &'static Binary, self_: &Input, other: &Input, out: &Output) -> Planned {
    self_.dtype_in(INPUTS)?;
    other.dtype_in(INPUTS)?;
    out.dtype_in(OUTPUTS)?;
    let compute = out.dtype()?;
    self_.casts_to(compute)?;
    other.casts_to(compute)?;
    up_to_rank_8(&[self_, other])?;
    out.has_broadcast_shape(self_, other)?;
    one_format_on_950(&[self_, other, out])?;
    Place::Between(self_, out).binary(table, compute, other.read()?)
}
