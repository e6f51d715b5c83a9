//! The row of `aclnnNLLLoss2d`.

use crate::table::Row;
use crate::table::shared::losses::classes::{PLANES, calls, of_loss};

pub fn rows() -> Vec<Row> {
    vec![of_loss("aclnnNLLLoss2d", || calls(&PLANES))]
}
