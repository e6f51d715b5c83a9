//! The row of `aclnnNorm`.

use crate::reference::reductions;
use crate::table::shared::math::reductions::{REDUCES, SUMS};
use crate::table::shared::norm::{ORDER, SELF, norms};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNorm", norms)
            .accepts(&[("self", SELF), ("pScalar", ORDER), ("out", SELF)])
            .computes(computes::own)
            .whole(reductions::norm)
            .accuracy(SUMS)
            .holds(REDUCES)
            .except(&[(
                "dtypes out",
                "on Ascend950 another type than FLOAT and that of `self` gives 561103",
            )]),
    ]
}
