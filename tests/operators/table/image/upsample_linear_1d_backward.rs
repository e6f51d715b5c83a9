//! The row of `aclnnUpsampleLinear1dBackward`.

use crate::table::Row;
use crate::table::shared::image::{SHORT, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!("Linear1dBackward" "gradOut" "out" 1 Linear true 1 SHORT)]
}
