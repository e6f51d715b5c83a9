//! Operators of ops-nn, `rnn/`: a file for each header.

pub mod bidirection_lstm;
pub mod bidirection_lstmv2;
pub mod gru;
pub mod gru_backward;
pub mod lstm;
pub mod lstm_backward;
pub mod thnn_fused_lstm_cell;
pub mod thnn_fused_lstm_cell_backward;
