//! The row of `aclnnStdMeanCorrection`.

use crate::reference::reductions;
use crate::table::shared::math::reductions::{REDUCES, SUMS};
use crate::table::shared::math::statistics::{FLOAT, two_corrections};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnStdMeanCorrection", two_corrections)
            .accepts(&[
                ("self", FLOAT),
                ("stdOut", "as self | 950: f32 f16 bf16"),
                ("meanOut", "as self | 950: f32 f16 bf16"),
            ])
            .computes(computes::own)
            .whole(reductions::deviation_and_mean)
            .accuracy(SUMS)
            .holds(REDUCES),
    ]
}
