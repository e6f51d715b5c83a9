//! The row of `aclnnQuantMax`.

use crate::reference::rotations as reference;
use crate::table::shared::quant::microscaling::BY_CODE;
use crate::table::shared::quant::rotations::{FLOATS, maximum_samples};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantMax", || maximum_samples(false))
            .accepts(&[
                ("x", FLOATS),
                ("scale", "| 950: f32"),
                ("y", "| 950: hif8 e5m2 e4m3"),
                ("amax", "as x"),
            ])
            .bits(reference::quant_max)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[("dtypes y", BY_CODE)]),
    ]
}
