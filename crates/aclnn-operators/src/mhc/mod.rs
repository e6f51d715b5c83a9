//! Operators of ops-transformer, `mhc/`: a file for each header.

pub mod mhc_post;
pub mod mhc_post_backward;
pub mod mhc_pre;
pub mod mhc_pre_backward;
pub mod mhc_pre_sinkhorn;
pub mod mhc_pre_sinkhorn_backward;
pub mod mhc_pre_v2;
pub mod mhc_sinkhorn;
pub mod mhc_sinkhorn_backward;
