//! Number formats: what their bits mean, and how a number is rounded into them.

pub mod narrow;
