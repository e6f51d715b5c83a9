//! The rows of `aclnnMaxPool2dWithMask` and `aclnnMaxPool2dWithIndices`.

use crate::reference::pooling;
use crate::table::shared::pooling::largest::{FLOATS, images};
use crate::table::shared::pooling::masks::forward;
use crate::table::{Holds, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaxPool2dWithIndices", images)
            .accepts(&[("self", FLOATS), ("out", "as self"), ("indices", "i32 i64")])
            .whole(pooling::largest_even)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnMaxPool2dWithMask", forward)
            .accepts(&[
                ("self", "f32 f16 | 910B: + bf16 | 950: none | 310: f32"),
                ("out", "as self"),
                ("indices", "i8"),
            ])
            .held_by("table::shared::pooling::masks::masks_on_910b")
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
    ]
}
