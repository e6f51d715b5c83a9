//! The row of `aclnnUpsampleBicubic2dAA`.

use crate::table::Row;
use crate::table::shared::image::{SHORT, forward};

pub fn rows() -> Vec<Row> {
    vec![forward!("Bicubic2dAA" "x" 2 WideCubic true 2 SHORT)]
}
