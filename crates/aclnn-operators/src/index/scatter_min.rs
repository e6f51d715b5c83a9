//! `aclnnScatterMin`: rows combined where indices say. Source: ops-nn, `index/scatter_min`.

use crate::ops::indexing::Combine;
use crate::prelude::*;

/// Computes the smaller of each element and the updates of its row, which `indices` name, in place, rounded once. NaN wins. An index outside the first
/// axis fails the task. `useLocking` changes nothing.
#[aclnn(generated)]
fn aclnnScatterMin(var_ref: InOut, indices: Input, updates: Input, use_locking: bool) -> Planned {
    let _ = use_locking;
    contract::indexing::rows_in_place(Combine::Min, &var_ref, &indices, &updates)
}
