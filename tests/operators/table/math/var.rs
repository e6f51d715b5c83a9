//! The rows of `aclnnVar` and `aclnnVarCorrection`.

use crate::argument::Argument;
use crate::reference::reductions;
use crate::table::shared::math::reductions::{REDUCES, SUMS};
use crate::table::shared::math::statistics::{ONE, corrected, corrections};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnVar", || {
            corrected(|number| Argument::Bool(number % 2 == 0))
        })
        .accepts(ONE)
        .computes(computes::own)
        .whole(reductions::variance)
        .accuracy(SUMS)
        .holds(REDUCES),
        Row::new("aclnnVarCorrection", corrections)
            .accepts(ONE)
            .computes(computes::own)
            .whole(reductions::variance_filled)
            .accuracy(SUMS)
            .holds(REDUCES),
    ]
}
