//! The row of `aclnnMaxPool3dWithArgmax`.

use crate::reference::pooling;
use crate::table::shared::pooling::largest::{FLOATS, volumes};
use crate::table::{Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaxPool3dWithArgmax", volumes)
            .accepts(&[
                ("self", FLOATS),
                ("out", "as self"),
                ("indices", "i32 | 950: + i64"),
            ])
            .whole(pooling::largest_even)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
