//! Operators of ops-nn, `loss/`: a file for each header.

pub mod logit;
pub mod logit_grad;
