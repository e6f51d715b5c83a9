//! The row of `aclnnUpsampleBicubic2dAAGrad`.

use crate::table::Row;
use crate::table::shared::image::{SHORT, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!("Bicubic2dAAGrad" "gradOutput" "out" 2 WideCubic true 2 SHORT)]
}
