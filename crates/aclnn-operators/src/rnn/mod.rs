//! Operators of ops-nn, `rnn/`: a file for each header.

pub mod gru;
pub mod gru_backward;
pub mod lstm;
pub mod lstm_backward;
