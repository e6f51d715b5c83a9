//! Operators of ops-transformer, `attention/`: a file for each header.

pub mod flash_attention_score;
pub mod flash_attention_score_grad;
