//! `aclnnUniqueDim`: each slice along a dimension once. Source: ops-nn, `index/unique_with_counts_ext2`.

use super::unique_consecutive::values_along;
use crate::contract::Found;
use crate::ops::unique::Slices;
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS_UNSIGNED_AND_BOOL;

/// Writes each slice of `self` along `dim` once, in the order of their elements whatever `sorted` says, NaN last; how often each occurs; and with
/// `returnInverse` for each slice its number. A slice with a NaN equals none. `valueOut` and `countsOut` are dense and have room for all; the call gives them
/// their shapes.
#[aclnn]
fn aclnnUniqueDim(
    self_: Input,
    sorted: bool,
    return_inverse: bool,
    dim: i64,
    value_out: Output,
    inverse_out: Output,
    counts_out: Output,
) -> Planned {
    // Without it, any order would do.
    let _ = sorted;
    let found = Found {
        values: &value_out,
        inverse: &inverse_out,
        wants_inverse: return_inverse,
        counts: Some(&counts_out),
        wants_counts: true,
    };
    values_along(TYPES, Slices::Sorted, (&self_, Some(dim)), &found)
}
