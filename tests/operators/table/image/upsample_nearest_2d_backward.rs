//! The row of `aclnnUpsampleNearest2dBackward`.

use crate::table::Row;
use crate::table::shared::image::{LATE, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!("Nearest2dBackward" "gradOut" "gradInput" 2 Nearest false 2 LATE)]
}
