//! What several tests need.

pub mod bounds;
pub mod inputs;
pub mod ulp;
