//! The row of `aclnnUpsampleNearestExact3d`.

use crate::table::Row;
use crate::table::shared::image::{SHORT, forward};

pub fn rows() -> Vec<Row> {
    vec![forward!("NearestExact3d" "self" 3 NearestExact false 3 SHORT)]
}
