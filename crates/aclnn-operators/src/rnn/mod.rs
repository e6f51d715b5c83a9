//! Operators of ops-nn, `rnn/`: a file for each header.

pub mod lstm;
pub mod lstm_backward;
