//! Operators of ops-nn, `norm/`: a file for each header.

pub mod embedding_renorm;
