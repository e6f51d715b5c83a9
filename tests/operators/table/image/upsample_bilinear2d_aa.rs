//! The row of `aclnnUpsampleBilinear2dAA`.

use crate::table::Row;
use crate::table::shared::image::{SHORT, forward};

pub fn rows() -> Vec<Row> {
    vec![forward!("Bilinear2dAA" "input" 2 WideLinear true 2 SHORT)]
}
