//! The row of `aclnnUpsampleBicubic2dBackward`.

use crate::table::Row;
use crate::table::shared::image::{LATE, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!("Bicubic2dBackward" "gradOut" "gradInput" 2 Cubic true 2 LATE)]
}
