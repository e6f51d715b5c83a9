//! Operators of ops-transformer, `mc2/`: rows on a communicator of one rank, and the same operators on several ranks, each a thread.

pub mod batches;
pub mod codes;
pub mod experts;
pub mod grouped;
pub mod halves;
pub mod products;
pub mod quantised;
pub mod workers;

use crate::argument::Argument;
use crate::ranks::ONE_RANK;
use crate::table::samples::{read, write};
use crate::table::{Accuracy, Holds, Row, entry};

/// Replaces the name of the communicator of one rank.
pub fn of_group(mut arguments: Vec<Argument>, name: &'static str) -> Vec<Argument> {
    for argument in &mut arguments {
        if matches!(argument, Argument::Text(ONE_RANK)) {
            *argument = Argument::Text(name);
        }
    }
    arguments
}
