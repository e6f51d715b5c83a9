//! The row of `aclnnUpsampleBicubic2d`.

use crate::table::Row;
use crate::table::shared::image::{LATE, forward};

pub fn rows() -> Vec<Row> {
    vec![forward!("Bicubic2d" "self" 2 Cubic true 2 LATE)]
}
