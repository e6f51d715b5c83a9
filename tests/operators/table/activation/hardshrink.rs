//! The row of `aclnnHardshrink`.

use crate::reference::gradients;
use crate::table::shared::gradients::{ANY, SHORT, float, single, with};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnHardshrink", || {
            with(single(), 1, &[&[float(0.5)], &[float(-3.0)], &[float(2.0)]])
        })
        .accepts(&[("self", SHORT), ("lambd", ANY), ("out", SHORT)])
        .computes(computes::own)
        .elements(gradients::hardshrink),
    ]
}
