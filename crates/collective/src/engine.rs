//! The interface of the ways between ranks.

use super::{Cancel, Operation, Windows};
use hostnpu_base::error::{Error, Result};

/// Number of an operation of a communicator; the same on all ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// All ranks count the same ones.
    Collective(u64),
    /// Messages are counted for each pair of ranks and direction.
    Messages {
        /// Of each send.
        sends: Vec<u64>,
        /// Of each receive.
        receives: Vec<u64>,
    },
}

/// A way between the ranks of a communicator, for one of them.
pub trait Engine: Send + Sync {
    /// Takes part in an operation, and returns when this rank's part is done, has failed or was cancelled. What has begun to move
    /// is not cancelled.
    fn run(&self, number: &Number, operation: &Operation, cancel: &Cancel<'_>) -> Result<()>;

    /// Ends waits for this rank with `reason`, here and on the other ranks; later operations fail.
    fn leave(&self, reason: &Error);

    /// Returns why ranks can no longer come together, if that is so.
    fn failure(&self) -> Option<Error>;

    /// Returns why the communicator is broken, if it is. A rank that has left in order breaks nothing.
    fn broken(&self) -> Option<Error>;

    /// Returns the memory of the ranks to which others write, where all of them are in this process.
    fn windows(&self) -> Option<&Windows> {
        None
    }
}
