//! `aclnnUnique`: each value once. Source: ops-nn, `index/unique_consecutive`.

use crate::contract::Found;
use crate::prelude::*;

const TYPES: Dtypes = REAL_NUMBERS_UNSIGNED_AND_BOOL;

/// The contract of both versions: the values of all elements, ascending.
pub(super) fn values_once(self_: &Input, found: &Found) -> Planned {
    self_.dtype_in(TYPES)?;
    found.numbers_are_int64()?;
    self_.max_rank(8)?;
    if found.wants_inverse || found.wants_counts {
        found.inverse.same_shape(self_)?;
    }
    if let (true, Some(counts)) = (found.wants_counts, found.counts) {
        counts.same_shape(found.values)?;
    }
    if self_.is_empty() {
        return found.nothing(self_);
    }
    found.values.same_dtype(self_)?;
    Ok(ops::unique::flat(self_.read()?, found.write()?)?)
}

/// Writes each value of `self` once, ascending whatever `sorted` says, NaN last and each by itself; and with `returnInverse` for each element the number of
/// its value. `valueOut` is dense and has room for all elements; the call gives it one dimension, of as many values as there are.
#[aclnn]
fn aclnnUnique(
    self_: Input,
    sorted: bool,
    return_inverse: bool,
    value_out: Output,
    inverse_out: Output,
) -> Planned {
    // Without it, any order would do.
    let _ = sorted;
    let found = Found {
        values: &value_out,
        inverse: &inverse_out,
        wants_inverse: return_inverse,
        counts: None,
        wants_counts: false,
    };
    values_once(&self_, &found)
}
