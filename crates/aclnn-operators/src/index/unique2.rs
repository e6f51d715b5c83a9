//! `aclnnUnique2`: each value once, and how often it occurs. Source: ops-nn, `index/unique_consecutive`.

use super::unique::values_once;
use crate::contract::Found;
use crate::prelude::*;

/// Writes each value of `self` once, as `aclnnUnique` does, and with `returnCounts` how often it occurs. `valueOut` and `countsOut` are dense and have
/// room for all elements; the call gives them one dimension, of as many values as there are.
#[aclnn]
fn aclnnUnique2(
    self_: Input,
    sorted: bool,
    return_inverse: bool,
    return_counts: bool,
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
        wants_counts: return_counts,
    };
    values_once(&self_, &found)
}
