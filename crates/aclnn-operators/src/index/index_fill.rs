//! `aclnnIndexFill`, `aclnnInplaceIndexFill`: slices filled at indices of a tensor. Source: ops-nn, `index/index_fill_d`.

use crate::prelude::*;
use contract::indexing::{INDEX, axis, filled_slices};
use ops::indexing::Listed;

const TYPES: Dtypes = on_910(&[])
    .and_910b(&[I32, F16, F32, I64, Bool, Bf16])
    .and_950(&[I8, U8, I16, F64]);

fn filled(place: Place, dim: i64, index: &Input, value: &Scalar) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    out.same_dtype(self_)?;
    index.dtype_in(INDEX)?;
    let mut at = 0;
    if !self_.is_empty() {
        out.same_shape(self_)?;
        self_.max_rank(8)?;
        at = axis("dim", dim, self_.rank())?;
    }
    filled_slices(place, at, Listed::Tensor(index.read()?), value)
}

/// Computes `out` as `self` with `value` in the slices that the numbers of `index` name along axis `dim`. An index below 0 counts from the end; one outside the
/// axis names no slice.
#[aclnn(prologue = last)]
fn aclnnIndexFill(self_: Input, dim: i64, index: Input, value: Scalar, out: Output) -> Planned {
    filled((&self_, &out).into(), dim, &index, &value)
}

/// Writes `value` to the slices of `selfRef` that the numbers of `index` name along axis `dim`, as `aclnnIndexFill`.
#[aclnn(prologue = last)]
fn aclnnInplaceIndexFill(self_ref: InOut, dim: i64, index: Input, value: Scalar) -> Planned {
    filled((&self_ref).into(), dim, &index, &value)
}
