//! Operators of the category `rnn`, a file for each with its versions.

mod bidirection_lstm;
mod gru;
mod gru_backward;
mod lstm;
mod lstm_backward;
mod thnn_fused_lstm_cell;
mod thnn_fused_lstm_cell_backward;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        bidirection_lstm::rows(),
        gru::rows(),
        gru_backward::rows(),
        lstm::rows(),
        lstm_backward::rows(),
        thnn_fused_lstm_cell::rows(),
        thnn_fused_lstm_cell_backward::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
