//! The row of `aclnnDropoutV3Grad`.

use crate::reference::draws;
use crate::table::Row;
use crate::table::shared::draws::by_mask;
use crate::table::shared::draws::samples::masked;

pub fn rows() -> Vec<Row> {
    vec![
        by_mask(
            "aclnnDropoutV3Grad",
            || masked(1.25),
            "gradY",
            "gradX",
            draws::by_mask_and_float,
        )
        .accepts(&[
            ("gradY", "none | 950: f32 f16 bf16"),
            ("mask", "u8"),
            ("gradX", "castable"),
        ]),
    ]
}
