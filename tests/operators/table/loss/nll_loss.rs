//! The row of `aclnnNLLLoss`.

use crate::table::Row;
use crate::table::shared::losses::classes::{ROWS, calls, of_loss};

pub fn rows() -> Vec<Row> {
    vec![of_loss("aclnnNLLLoss", || calls(&ROWS))]
}
