//! The row of `aclnnVarMean`.

use crate::reference::reductions;
use crate::table::shared::math::reductions::{REDUCES, SUMS};
use crate::table::shared::math::statistics::{FLOAT_950, two_corrections};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnVarMean", two_corrections)
            .accepts(&[
                ("self", FLOAT_950),
                ("varOut", FLOAT_950),
                ("meanOut", FLOAT_950),
            ])
            .computes(computes::own)
            .whole(reductions::variance_and_mean)
            .accuracy(SUMS)
            .holds(REDUCES),
    ]
}
