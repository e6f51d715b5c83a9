//! The row of `aclnnShrink`.

use crate::reference::gradients;
use crate::table::shared::gradients::{ANY, EQUAL, float, single, with};
use crate::table::{RANK_8, Row, computes};

pub fn rows() -> Vec<Row> {
    let any_rank = EQUAL.without(RANK_8);
    vec![
        Row::new("aclnnShrink", || {
            with(
                single(),
                1,
                &[&[float(0.3), float(0.7)], &[float(2.0), float(-1.0)]],
            )
        })
        .accepts(&[
            ("self", "f32 f16"),
            ("lambd", ANY),
            ("bias", ANY),
            ("out", "f32 f16"),
        ])
        .computes(computes::own)
        .elements(gradients::shrink)
        .holds(any_rank),
    ]
}
