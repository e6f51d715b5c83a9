//! Operators of ops-transformer, `mamba/`: a file for each header.

pub mod causal_conv1d_fn;
pub mod causal_conv1d_update;
