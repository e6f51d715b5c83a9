//! The rows of `aclnnUpsampleBilinear2dBackward` and `aclnnUpsampleBilinear2dBackwardV2`.

use crate::table::Row;
use crate::table::shared::image::{LATE, gradient};

const LATEST: &str = "f32 f16 | 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        gradient!("Bilinear2dBackward" "gradOut" "out" 2 Linear true 2 LATEST),
        gradient!("Bilinear2dBackwardV2" "gradOut" "out" 2 Linear true 2 LATE),
    ]
}
