//! The rows of `aclnnUpsampleNearest1d` and `aclnnUpsampleNearest1dV2`.

use crate::table::Row;
use crate::table::shared::image::{NEAREST, forward};

pub fn rows() -> Vec<Row> {
    vec![
        forward!("Nearest1d" "self" 1 Nearest false 0 NEAREST),
        forward!("Nearest1dV2" "self" 1 Nearest false 1 NEAREST),
    ]
}
