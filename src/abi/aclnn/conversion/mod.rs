//! Operators of ops-math, `conversion/`: a file for each header.

pub mod copy;
pub mod fill_scalar;
