//! The row of `aclnnUpsampleNearestExact3dBackward`.

use crate::table::Row;
use crate::table::shared::image::{SHORT, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!("NearestExact3dBackward" "gradOut" "gradInput" 3 NearestExact false 3 SHORT)]
}
