//! `aclnnNonzeroV2`: where elements are not 0. Source: ops-nn, `index/non_zero`.

use super::nonzero::indices_of_others;
use crate::abi::aclnn::prelude::*;
use crate::ops::select::Indices;

const TYPES: Dtypes =
    on_910(&[F32, F16, I8, U8, I16, U16, I32, U32, I64, U64, F64, Bool]).and_910b(&[Bf16]);

/// Writes the indices of the elements that are not 0, a column for each in row-major order; NaN is not 0. `out` is dense and has room for all elements;
/// the call gives it the shape `[rank, count]`.
#[aclnn]
fn aclnnNonzeroV2(self_: Input, out: Output) -> Planned {
    indices_of_others(TYPES, Indices::Columns, &self_, &out)
}
