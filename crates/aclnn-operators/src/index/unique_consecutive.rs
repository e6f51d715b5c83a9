//! `aclnnUniqueConsecutive`: each run of equal neighbours once. Source: ops-nn, `index/unique_consecutive`.

use crate::contract::Found;
use crate::ops::unique::{Slices, slices};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[
    U8, I8, U16, I16, U32, I32, U64, I64, F64, F32, F16, Complex64, Complex128, Bool,
])
.and_910b(&[Bf16]);

/// The `dim` that stands for no dimension.
const NONE: i64 = 1000;

/// The contract of values along a dimension, or of all elements; the shapes of the outputs are not compared with anything.
pub(super) fn values_along(
    types: Dtypes,
    how: Slices,
    (self_, dim): (&Input, Option<i64>),
    found: &Found,
) -> Planned {
    self_.dtype_in(types)?;
    found.numbers_are_int64()?;
    found.values.same_dtype(self_)?;
    self_.max_rank(8)?;
    let axis = dim
        .map(|dim| contract::axis("dim", dim, self_.rank().max(1)))
        .transpose()?;
    if self_.is_empty() {
        return found.nothing(self_);
    }
    if found.wants_inverse {
        let length = match axis {
            Some(axis) => self_.shape().get(axis).map_or(1, |&extent| extent as usize),
            None => self_.numel(),
        };
        if found.inverse.numel() != length {
            return Err(found
                .inverse
                .shape_refused(format!("one of {length} elements"))
                .into());
        }
    }
    Ok(slices(self_.read()?, axis, how, found.write()?)?)
}

/// Writes each run of equal neighbours of `self` once: of all elements if `dim` is 1000, else of slices along it. With `returnInverse` also for each element
/// or slice the number of its run, with `returnCounts` the lengths of runs. A NaN equals nothing. `valueOut` and `countsOut` are dense and have room for all;
/// the call gives them their shapes.
#[aclnn]
fn aclnnUniqueConsecutive(
    self_: Input,
    return_inverse: bool,
    return_counts: bool,
    dim: i64,
    value_out: Output,
    inverse_out: Output,
    counts_out: Output,
) -> Planned {
    let found = Found {
        values: &value_out,
        inverse: &inverse_out,
        wants_inverse: return_inverse,
        counts: Some(&counts_out),
        wants_counts: return_counts,
    };
    let dim = Some(dim).filter(|&dim| dim != NONE);
    values_along(TYPES, Slices::Neighbours, (&self_, dim), &found)
}
