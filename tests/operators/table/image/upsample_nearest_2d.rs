//! The rows of `aclnnUpsampleNearest2d` and `aclnnUpsampleNearest2dV2`.

use crate::table::Row;
use crate::table::shared::image::{NEAREST, forward};

pub fn rows() -> Vec<Row> {
    vec![
        forward!("Nearest2d" "self" 2 Nearest false 0 NEAREST),
        forward!("Nearest2dV2" "self" 2 Nearest false 2 NEAREST),
    ]
}
