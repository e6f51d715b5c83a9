//! Operators of ops-nn, `norm/`: a file for each header.

pub mod batch_norm_reduce;
pub mod embedding_renorm;
pub mod linalg_vector_norm;
pub mod norm;
