//! The row of `aclnnUpsampleNearestExact1dBackward`.

use crate::table::Row;
use crate::table::shared::image::{SHORT, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!("NearestExact1dBackward" "gradOutput" "out" 1 NearestExact false 1 SHORT)]
}
