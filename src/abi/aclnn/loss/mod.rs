//! Operators of ops-nn, `loss/`: a file for each header.

pub mod logit;
