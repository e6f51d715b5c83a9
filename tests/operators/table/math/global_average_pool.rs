//! The row of `aclnnGlobalAveragePool`.

use crate::reference::reductions;
use crate::table::shared::math::reductions::SUMS;
use crate::table::shared::math::statistics::pools;
use crate::table::{OVERLAP, Row, STRIDED, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGlobalAveragePool", pools)
            .accepts(&[
                ("self", "f32 f16 f64 | 910B 950: + bf16"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(reductions::average_pool)
            .accuracy(SUMS)
            .holds(STRIDED | OVERLAP),
    ]
}
