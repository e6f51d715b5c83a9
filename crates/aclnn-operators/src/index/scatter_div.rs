//! `aclnnScatterDiv`: rows combined where indices say. Source: ops-nn, `index/scatter_div`.

use crate::ops::indexing::Combine;
use crate::prelude::*;

/// Computes each element, divided by the updates of its row in turn, which `indices` name, in place, rounded once. Integers are cut off; one that is divided by 0 stays. An index outside the first
/// axis fails the task. `useLocking` changes nothing.
#[aclnn(generated)]
fn aclnnScatterDiv(var_ref: InOut, indices: Input, updates: Input, use_locking: bool) -> Planned {
    let _ = use_locking;
    contract::indexing::rows_in_place(Combine::Divide, &var_ref, &indices, &updates)
}
