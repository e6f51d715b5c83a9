//! `aclnnScatterMul`: rows combined where indices say. Source: ops-nn, `index/scatter_mul`.

use crate::ops::indexing::Combine;
use crate::prelude::*;

/// Computes each element times the updates of its row, which `indices` name, in place, rounded once. Integers wrap. An index outside the first
/// axis fails the task. `useLocking` changes nothing.
#[aclnn(generated)]
fn aclnnScatterMul(var_ref: InOut, indices: Input, updates: Input, use_locking: bool) -> Planned {
    let _ = use_locking;
    contract::indexing::rows_in_place(Combine::Multiply, &var_ref, &indices, &updates)
}
