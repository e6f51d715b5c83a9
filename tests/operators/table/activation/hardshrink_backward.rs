//! The row of `aclnnHardshrinkBackward`.

use crate::reference::gradients;
use crate::table::shared::gradients::{ANY, SHORT, broadcast, float, with};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnHardshrinkBackward", || {
            with(broadcast(), 2, &[&[float(0.5)], &[float(-3.0)]])
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", SHORT),
            ("lambd", ANY),
            ("gradInput", SHORT),
        ])
        .computes(computes::promoted)
        .elements(gradients::shrink_backward),
    ]
}
