//! Settings of a communicator, chosen before its ranks come together.

use std::time::Duration;

/// Choices of a program for a communicator.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Its name; none: one is made.
    pub name: Option<String>,
    /// Longest time that an operation waits for the other ranks; none: for ever.
    pub limit: Option<Duration>,
    /// Longest time that it waits for them to come into being.
    pub connect: Duration,
}
