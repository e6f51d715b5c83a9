//! The row of `aclnnSoftshrink`.

use crate::reference::gradients;
use crate::table::shared::gradients::{ANY, SHORT, float, single, with};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSoftshrink", || {
            with(single(), 1, &[&[float(0.3)], &[float(2.0)]])
        })
        .accepts(&[("self", SHORT), ("lambd", ANY), ("out", SHORT)])
        .computes(computes::own)
        .elements(gradients::softshrink),
    ]
}
