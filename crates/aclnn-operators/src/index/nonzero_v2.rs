//! `aclnnNonzeroV2`: where elements are not 0. Source: ops-nn, `index/non_zero`.

use super::nonzero::indices_of_others;
use crate::ops::select::Indices;
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS_UNSIGNED_AND_BOOL;

/// Writes the indices of the elements that are not 0, a column for each in row-major order; NaN is not 0. `out` is dense and has room for all elements;
/// the call gives it the shape `[rank, count]`.
#[aclnn]
fn aclnnNonzeroV2(self_: Input, out: Output) -> Planned {
    indices_of_others(TYPES, Indices::Columns, &self_, &out)
}
