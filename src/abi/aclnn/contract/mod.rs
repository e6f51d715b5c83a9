//! Contracts: what operators check of their arguments, in the vendor's order. A family that many operators share is a file.

mod dtypes;
pub mod mx;

pub use dtypes::{Dtypes, on_910, on_all};
