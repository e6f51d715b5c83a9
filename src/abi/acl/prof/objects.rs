//! Objects of profiles: descriptions, stamps, steps and domains, in one table.

use std::time::Instant;

use crate::abi::handle::{Object, Table};
use crate::error::{Error, Result};

/// An object of profiles.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// The devices of a profile.
    Config(Vec<u32>),
    /// The descriptor to which records of operators go.
    Subscription(i32),
    /// A message.
    Stamp(String),
    /// When a step began.
    Step(Option<Instant>),
    /// The name of a domain.
    Domain(String),
}

static OBJECTS: Table<Item> = Table::new(Object::Profiling);

/// Takes an object in, and returns its handle.
pub(super) fn insert(item: Item) -> Result<usize> {
    OBJECTS.insert(item)
}

/// Shows the object of a handle to `visit`, which returns nothing for one of another kind.
pub(super) fn change<R>(
    arg: &'static str,
    handle: usize,
    visit: impl FnOnce(&mut Item) -> Option<R>,
) -> Result<R> {
    OBJECTS
        .change(arg, handle, visit)?
        .ok_or_else(|| other(arg))
}

/// Destroys an object, unless it is one of another kind.
pub(super) fn take(arg: &'static str, handle: usize, is_meant: fn(&Item) -> bool) -> Result<()> {
    let taken = OBJECTS.take_if(arg, handle, is_meant)?;
    taken.map(drop).ok_or_else(|| other(arg))
}

fn other(arg: &'static str) -> Error {
    Error::value(
        arg,
        "another object of profiles",
        "what the function that creates it returned",
    )
}
