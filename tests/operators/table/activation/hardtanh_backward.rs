//! The row of `aclnnHardtanhBackward`.

use crate::reference::gradients;
use crate::table::shared::gradients::{ANY, EQUAL, SHORT, float, pairs, with};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnHardtanhBackward", || {
            with(
                pairs(),
                2,
                &[&[float(-1.0), float(2.0)], &[float(3.0), float(-3.0)]],
            )
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", "as gradOutput"),
            ("min", ANY),
            ("max", ANY),
            ("out", "as gradOutput"),
        ])
        .computes(computes::own)
        .elements(gradients::hardtanh_backward)
        .holds(EQUAL),
    ]
}
