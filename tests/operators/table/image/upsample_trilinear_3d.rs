//! The row of `aclnnUpsampleTrilinear3d`.

use crate::table::Row;
use crate::table::shared::image::forward;

pub fn rows() -> Vec<Row> {
    vec![forward!("Trilinear3d" "self" 3 Linear true 3 "f32 f16 f64 bf16 | 950: f32 f16 bf16")]
}
