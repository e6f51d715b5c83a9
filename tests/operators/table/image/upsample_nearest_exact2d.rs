//! The row of `aclnnUpsampleNearestExact2d`.

use crate::table::Row;
use crate::table::shared::image::{BEFORE_950, forward};

pub fn rows() -> Vec<Row> {
    vec![forward!("NearestExact2d" "self" 2 NearestExact false 2 BEFORE_950)]
}
