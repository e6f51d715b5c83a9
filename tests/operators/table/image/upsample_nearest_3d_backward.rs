//! The row of `aclnnUpsampleNearest3dBackward`.

use crate::table::Row;
use crate::table::shared::image::{WIDE, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!("Nearest3dBackward" "gradOut" "gradInput" 3 Nearest false 3 WIDE)]
}
