//! Operators of the vendor's category `moe`: tokens are given to experts ([`gating`]), their rows are put in the order of experts ([`routing`], `map`),
//! and what the experts return is combined again ([`combine`], with its gradient [`spread`]).

#![forbid(unsafe_code)]

mod combine;
mod counting;
pub mod distribute;
mod gating;
mod gating_gradient;
mod links;
mod map;
mod order;
mod quantise;
mod re_routing;
mod routing;
mod spread;
mod update_expert;

pub use combine::{Combine, Special, combine};
pub use counting::expert_tokens;
pub use gating::{Gating, Groups, Hash, Mapping, Norm, gating};
pub use gating_gradient::{GatingGradient, gating_gradient};
pub use links::{Links, Order, Places};
pub use map::{MapPermute, map_permute};
pub(crate) use quantise::{Inputs, Quantiser};
pub use quantise::{Method, QuantiseRows};
pub use re_routing::{ReRouting, re_routing};
pub use routing::{Carried, Counts, Kept, Of, Outside, Rest, Routing, routing};
pub use spread::{Spread, spread};
pub use update_expert::{Instance, Pruning, UpdateExpert, update_expert};

use hostnpu_engine::grain;
use hostnpu_tensor::Dtype;

/// Numbers that are loaded at a time.
const TILE: usize = 512;

/// Rows of so many bytes that one thread takes at a time.
pub(crate) fn rows_at_once(bytes: usize) -> usize {
    (grain::MOVED_BYTES / bytes.max(1)).max(1)
}

/// The bytes of a row of so many elements.
fn row_bytes(dtype: Dtype, count: usize) -> usize {
    dtype.bytes(count).unwrap_or(0)
}
