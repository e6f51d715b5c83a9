//! The row of `aclnnSoftshrinkBackward`.

use crate::reference::gradients;
use crate::table::shared::gradients::{ANY, SHORT, broadcast, float, with};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSoftshrinkBackward", || {
            with(broadcast(), 2, &[&[float(0.5)]])
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", SHORT),
            ("lambda", ANY),
            ("gradInput", "result"),
        ])
        .computes(computes::promoted)
        .elements(gradients::shrink_backward),
    ]
}
