//! The row of `aclnnUpsampleNearest3d`.

use crate::table::Row;
use crate::table::shared::image::forward;

pub fn rows() -> Vec<Row> {
    vec![forward!("Nearest3d" "self" 3 Nearest false 3 "f32 f16 f64 bf16 | 950: + u8")]
}
