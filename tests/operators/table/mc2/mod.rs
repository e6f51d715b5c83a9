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
use super::{Accuracy, Holds, Reference, Row, STRIDED, entry};
use crate::argument::Argument;
use crate::ranks::ONE_RANK;

/// A row whose reference gives the bytes of all outputs.
fn exact(
    name: &str,
    samples: fn() -> Vec<Vec<Argument>>,
    accepts: &'static [(&'static str, &'static str)],
    bits: fn(&[Argument]) -> Vec<Vec<u8>>,
) -> Row {
    Row {
        entry: entry(name),
        samples,
        accepts,
        computes: |_| None,
        reference: Reference::Bits(bits),
        accuracy: Accuracy::RoundedOnce,
        holds: Holds(STRIDED.0),
        except: &[],
    }
}

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
