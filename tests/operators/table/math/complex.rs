//! The row of `aclnnComplex`.

use crate::reference::signs;
use crate::table::Row;
use crate::table::shared::math::signs::{complex, to_complex};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnComplex", to_complex)
            .accepts(&[
                ("real", "f16 f32 f64"),
                ("imag", "as real"),
                ("out", "result"),
            ])
            .computes(complex)
            .elements(signs::complex),
    ]
}
