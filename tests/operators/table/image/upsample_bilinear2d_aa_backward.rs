//! The row of `aclnnUpsampleBilinear2dAABackward`.

use crate::table::Row;
use crate::table::shared::image::{SHORT, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!("Bilinear2dAABackward" "gradOutput" "out" 2 WideLinear true 2 SHORT)]
}
