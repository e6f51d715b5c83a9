//! The row of `aclnnUpsampleNearestExact1d`.

use crate::table::Row;
use crate::table::shared::image::{BEFORE_950, forward};

pub fn rows() -> Vec<Row> {
    vec![forward!("NearestExact1d" "self" 1 NearestExact false 1 BEFORE_950)]
}
