//! Operators of ops-transformer, `mc2/`: rows on a communicator of one rank, and the same operators on several ranks, each a thread.

mod batches;
mod codes;
mod experts;
mod grouped;
mod halves;
mod products;
mod quantised;
mod workers;

use super::samples::{read, write};
use super::{Accuracy, Holds, Row, entry};
use crate::argument::Argument;
use crate::ranks::ONE_RANK;

/// Replaces the name of the communicator of one rank.
fn of_group(mut arguments: Vec<Argument>, name: &'static str) -> Vec<Argument> {
    for argument in &mut arguments {
        if matches!(argument, Argument::Text(ONE_RANK)) {
            *argument = Argument::Text(name);
        }
    }
    arguments
}

pub fn rows() -> Vec<Row> {
    [
        batches::rows(),
        codes::rows(),
        experts::rows(),
        grouped::rows(),
        halves::rows(),
        products::rows(),
        quantised::rows(),
        workers::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
