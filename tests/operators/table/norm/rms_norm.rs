//! The row of `aclnnRmsNorm`.

use crate::reference::rows::norms;
use crate::table::Row;
use crate::table::shared::rows::norms::{SHORT, rms};
use crate::table::shared::rows::{LAYOUT, ROWS};

const RMS: &[(&str, &str)] = &[
    ("x", SHORT),
    ("gamma", "as x | 910B 950: f32"),
    ("yOut", "as x"),
    ("rstdOut", "f32"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRmsNorm", rms)
            .accepts(RMS)
            .whole(norms::rms_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
