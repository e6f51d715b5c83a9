//! Operators of ops-nn, `norm/`: a file for each header.

pub mod batch_norm_reduce;
pub mod embedding_renorm;
pub mod linalg_vector_norm;
#[allow(
    clippy::module_inception,
    reason = "named by its header, aclnn_norm.h, as all are"
)]
pub mod norm;
