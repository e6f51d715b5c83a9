//! The row of `aclnnXLogYScalarSelf`.

use crate::reference::scalars;
use crate::table::Row;
use crate::table::shared::math::scalars::{NEAR, XLOGY, XLOGY_SCALAR, scalar_first, xlogy};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnXLogYScalarSelf", scalar_first)
            .accepts(&[
                ("self", XLOGY_SCALAR),
                ("other", XLOGY),
                ("out", "castable"),
            ])
            .computes(xlogy)
            .elements(scalars::xlogy)
            .accuracy(NEAR),
    ]
}
