//! Operators of ops-math, `conversion/`: a file for each header.

pub mod clamp;
pub mod copy;
pub mod fill_scalar;
pub mod hardtanh;
