//! The row of `aclnnGlobalMaxPool`.

use crate::reference::reductions;
use crate::table::shared::math::statistics::pools;
use crate::table::{OVERLAP, Row, STRIDED, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGlobalMaxPool", pools)
            .accepts(&[("self", "f32 f16 f64"), ("out", "as self")])
            .computes(computes::own)
            .whole(reductions::max_pool)
            .holds(STRIDED | OVERLAP),
    ]
}
