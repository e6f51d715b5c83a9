//! The row of `aclnnHansEncode`.

use crate::table::shared::exponent_codes::{FLOATS, encoded};
use crate::table::shared::rows::ROWS;
use crate::table::{Holds, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnHansEncode", encoded)
            .accepts(&[
                ("inputTensor", FLOATS),
                ("pdfRef", "none | 910B 950: i32"),
                ("mantissaOut", "as inputTensor"),
                ("fixedOut", "as inputTensor"),
                ("varOut", "as inputTensor"),
            ])
            .held_by("table::shared::exponent_codes::what_is_stored_comes_back")
            .accuracy(ROWS)
            .holds(Holds(0))
            .except(&[(
                "dtypes inputTensor",
                "the stored bytes of another size are of another shape",
            )]),
    ]
}
