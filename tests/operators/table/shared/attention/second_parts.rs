//! Samples and checks of several operators: rows of attention whose queries and keys have two parts, or that has one more key of each head: the arguments of the reference are those of the version before,
//! with the added ones behind.

use crate::argument::Argument;
use crate::arguments::Arguments;

/// The arguments with those at some places moved behind the others.
pub fn moved(arguments: &Arguments, places: &[usize]) -> Vec<Argument> {
    let stays = arguments
        .iter()
        .enumerate()
        .filter(|(at, _)| !places.contains(at));
    let behind = places.iter().map(|&at| &arguments[at]);
    stays
        .map(|(_, argument)| argument)
        .chain(behind)
        .cloned()
        .collect()
}
