//! The row of `aclnnPolar`.

use crate::reference::signs;
use crate::table::Row;
use crate::table::shared::math::signs::{NEAREST, complex, to_complex};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnPolar", to_complex)
            .accepts(&[("input", "f32"), ("angle", "f32"), ("out", "c64")])
            .computes(complex)
            .elements(signs::polar)
            .accuracy(NEAREST),
    ]
}
