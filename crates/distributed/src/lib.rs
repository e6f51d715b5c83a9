//! Operators of several ranks: calls of `ops` and exchanges of a communicator, one after the other, in one task of a stream. No vendor, no entry point.
//!
//! A [`Joint`] is a sequence whose steps may be exchanges, of one communicator or of several. Its ranks first agree on what they called; from then on a rank whose part fails says so in place of its next
//! exchange, so that all of them end with an error and none waits.

pub mod batches;
mod exchange;
pub mod experts;
pub mod grouped;
pub mod halves;
mod joint;
pub mod products;
pub mod quantised;
pub mod workers;

pub use exchange::Exchange;
pub use joint::Joint;

use std::sync::Arc;

use hostnpu_base::error::Result;
pub use hostnpu_collective::Group;
use hostnpu_device::current_context;

/// Returns this rank of the communicator of this name, which the argument `arg` gives.
pub fn group(arg: &'static str, name: &str) -> Result<Arc<Group>> {
    let device = current_context().map_or(0, |context| context.device().id());
    hostnpu_collective::find(arg, name, device)
}
