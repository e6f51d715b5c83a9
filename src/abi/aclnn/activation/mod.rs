//! Operators of ops-nn, `activation/`: a file for each header.

pub mod celu;
pub mod elu;
pub mod erfinv;
pub mod hardsigmoid;
pub mod hardswish;
pub mod leaky_relu;
pub mod logsigmoid;
pub mod mish;
pub mod relu;
pub mod selu;
pub mod sigmoid;
pub mod threshold;
