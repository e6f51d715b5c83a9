//! Operators that select, sort, search, count and repeat.

mod lengths;
mod ordering;
mod places;
mod repeats;
mod sampling;
mod statistics;

use hostnpu::tensor::Dtype;

use super::{Accuracy, Holds, Reference, Row, entry};
use crate::argument::Argument;
use crate::number::Number;

pub fn rows() -> Vec<Row> {
    [
        lengths::rows(),
        ordering::rows(),
        places::rows(),
        repeats::rows(),
        sampling::rows(),
        statistics::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The row of an operator that moves elements, or counts them: exact, with a reference of whole tensors.
fn row(
    name: &str,
    samples: fn() -> Vec<Vec<Argument>>,
    accepts: &'static [(&'static str, &'static str)],
    reference: fn(&[Argument]) -> Vec<Vec<Number>>,
    holds: Holds,
    except: &'static [(&'static str, &'static str)],
) -> Row {
    Row {
        entry: entry(name),
        samples,
        accepts,
        // Each output in its own type.
        computes: |_| None,
        reference: Reference::Whole(reference),
        accuracy: Accuracy::RoundedOnce,
        holds,
        except,
    }
}

/// No type: results are what the reference says, converted to the output's type.
fn whole_numbers(_: &[Argument]) -> Option<Dtype> {
    Some(Dtype::I64)
}
