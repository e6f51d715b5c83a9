//! Operators of ops-nn, `activation/`: a file for each header.

pub mod add_relu;
pub mod celu;
pub mod elu;
pub mod erfinv;
pub mod hardsigmoid;
pub mod hardswish;
pub mod heaviside;
pub mod leaky_relu;
pub mod logsigmoid;
pub mod mish;
pub mod relu;
pub mod rrelu_with_noise;
pub mod selu;
pub mod sigmoid;
pub mod squared_relu;
pub mod threshold;
