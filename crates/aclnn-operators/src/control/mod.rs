//! Operators of ops-nn, `control/`: a file for each header.

pub mod sleep;
