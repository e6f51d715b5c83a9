//! Operators of ops-nn, `activation/`: a file for each header.

pub mod erfinv;
pub mod logsigmoid;
pub mod sigmoid;
