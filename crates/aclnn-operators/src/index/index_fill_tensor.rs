//! `aclnnIndexFillTensor`, `aclnnInplaceIndexFillTensor`: slices filled at indices of an array. Source: ops-nn, `index/index_fill_d`.

use crate::prelude::*;
use contract::indexing::{axis, filled_slices};
use ops::indexing::Listed;

const TYPES: Dtypes = on_all(&[I32, F16, F32, I64, Bool])
    .and_910b(&[Bf16])
    .and_950(&[I8, U8, I16, F64]);

fn filled(place: Place, dim: i64, index: &Ints, value: &Scalar) -> Planned {
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(TYPES)?;
    out.same_dtype(self_)?;
    let mut at = 0;
    if !self_.is_empty() {
        out.same_shape(self_)?;
        self_.max_rank(8)?;
        at = axis("dim", dim, self_.rank())?;
        let extent = contract::indexing::vector(self_.shape())[at];
        if let Some(outside) = index
            .iter()
            .find(|index| !(-extent..extent).contains(*index))
        {
            let allowed = format!("{} to {}", -extent, extent - 1);
            return Err(Error::value(index.name(), outside, allowed).into());
        }
    }
    if value.dtype().is_complex() {
        return Err(Error::dtype(value.name(), value.dtype(), "a real type").into());
    }
    filled_slices(place, at, Listed::Numbers(index.to_vec()), value)
}

/// Computes `out` as `self` with `value` in the slices that the numbers of `index` name along axis `dim`. An index below 0 counts from the end.
#[aclnn]
fn aclnnIndexFillTensor(
    self_: Input,
    dim: i64,
    index: Ints,
    value: Scalar,
    out: Output,
) -> Planned {
    filled((&self_, &out).into(), dim, &index, &value)
}

/// Writes `value` to the slices of `selfRef` that the numbers of `index` name along axis `dim`. An index below 0 counts from the end.
#[aclnn]
fn aclnnInplaceIndexFillTensor(self_ref: InOut, dim: i64, index: Ints, value: Scalar) -> Planned {
    filled((&self_ref).into(), dim, &index, &value)
}
