//! What several tests need.

pub mod bounds;
pub mod hard_sines;
pub mod inputs;
pub mod ulp;
