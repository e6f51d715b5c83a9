//! `aclnnNonzero`: where elements are not 0. Source: ops-nn, `index/non_zero`.

use crate::ops::select::Indices;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, I32, I64, F16, I16, I8, U8, F64, Bool])
    .and_910b(&[Bf16])
    .and_950(&[U16, U32, U64]);

/// The contract of both versions.
pub(super) fn indices_of_others(
    types: Dtypes,
    indices: Indices,
    self_: &Input,
    out: &Output,
) -> Planned {
    self_.dtype_in(types)?;
    out.dtype_is(I64)?;
    contract::up_to_rank_8(&[self_, out])?;
    if self_.shape().iter().any(|&extent| extent > i32::MAX.into()) {
        return Err(self_.shape_refused("extents below 2^31").into());
    }
    if self_.is_empty() || out.is_empty() {
        return contract::nothing(self_, out);
    }
    let (output, resize) = contract::unknown_length(out)?;
    Ok(ops::select::nonzero(
        self_.read()?,
        indices,
        output,
        resize,
    )?)
}

/// Writes the indices of the elements that are not 0, a row for each in row-major order; NaN is not 0. `out` is dense and has room for all elements;
/// the call gives it the shape `[count, rank]`.
#[aclnn]
fn aclnnNonzero(self_: Input, out: Output) -> Planned {
    indices_of_others(TYPES, Indices::Rows, &self_, &out)
}
