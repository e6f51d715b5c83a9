//! The row of `aclnnUpsampleTrilinear3dBackward`.

use crate::table::Row;
use crate::table::shared::image::{WIDE, gradient};

pub fn rows() -> Vec<Row> {
    vec![gradient!("Trilinear3dBackward" "gradOut" "gradInput" 3 Linear true 3 WIDE)]
}
