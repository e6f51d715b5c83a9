//! The row of `aclnnAmin`.

use crate::reference::reductions;
use crate::table::shared::math::extremes::over;
use crate::table::shared::math::reductions::{REALS, REDUCES};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAmin", over)
            .accepts(&[("self", REALS), ("out", "as self")])
            .computes(computes::own)
            .whole(reductions::min)
            .holds(REDUCES),
    ]
}
