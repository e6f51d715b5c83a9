//! Operators of ops-math, `math/`: a file for each header.

pub mod lgamma;
pub mod linspace;
pub mod logspace;
pub mod sin;
