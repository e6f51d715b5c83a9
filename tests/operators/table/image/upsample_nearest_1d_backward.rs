//! The row of `aclnnUpsampleNearest1dBackward`.

use crate::table::Row;
use crate::table::shared::image::{WIDE, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!("Nearest1dBackward" "gradOut" "out" 1 Nearest false 1 WIDE)]
}
