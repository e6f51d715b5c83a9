//! Memory of workers to which others send: shapes that calls give as numbers.

use std::sync::Arc;

use super::length_is;
use super::ranks::{group, is_of_group};
use crate::argument::{Ints, Text};
use crate::distributed::{Group, workers};
use crate::error::{Error, Result};
use crate::ops::workers::{Layout, Windows};

/// Returns this rank, and the memory of all. Refuses a number of ranks that the communicator has not, and ranks in other processes.
pub fn ranks(name: &Text, world_size: i64) -> Result<(Arc<Group>, Arc<dyn Windows>)> {
    let group = group(name)?;
    let what = "the ranks of `group`";
    is_of_group("worldSize", world_size, group.size(), what)?;
    let windows = workers::windows(group.clone())?;
    Ok((group, windows))
}

/// Returns the numbers of a shape; refuses another length, and numbers below 1.
pub fn shape<const N: usize>(array: &Ints, what: &str) -> Result<[i64; N]> {
    length_is(array, N, what)?;
    match array.iter().any(|&extent| extent < 1) {
        true => Err(refused(array, format!("numbers of 1 or more ({what})"))),
        false => {
            let mut shape = [0; N];
            shape.copy_from_slice(array);
            Ok(shape)
        }
    }
}

/// Says that the numbers of a shape are not what they must be.
pub fn refused(array: &Ints, allowed: String) -> Error {
    Error::value(array.name(), format!("{:?}", &**array), allowed)
}

/// Refuses memory of more bytes than there are.
pub fn fits(array: &Ints, layout: Layout) -> Result<Layout> {
    match layout.bytes() {
        Some(_) => Ok(layout),
        None => Err(refused(array, "fewer than 2^63 bytes".into())),
    }
}
