//! What several tests need.

pub mod acceptance;
pub mod bounds;
pub mod hard_sines;
pub mod inputs;
pub mod record;
pub mod root;
pub mod same_hashes;
pub mod ulp;
