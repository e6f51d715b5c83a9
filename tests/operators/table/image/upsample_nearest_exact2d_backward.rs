//! The row of `aclnnUpsampleNearestExact2dBackward`.

use crate::table::Row;
use crate::table::shared::image::{SHORT, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!("NearestExact2dBackward" "gradOutput" "out" 2 NearestExact false 2 SHORT)]
}
