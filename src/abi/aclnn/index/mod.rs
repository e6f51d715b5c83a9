//! Operators of ops-nn, `index/`: a file for each header.

pub mod bucketize;
pub mod expand_into_jagged_permute;
pub mod max_unpool2d;
pub mod max_unpool2d_backward;
pub mod max_unpool3d;
pub mod max_unpool3d_backward;
pub mod median;
pub mod nonzero;
pub mod nonzero_v2;
pub mod repeat_interleave;
pub mod repeat_interleave_grad;
pub mod unique;
pub mod unique2;
pub mod unique_consecutive;
pub mod unique_dim;
