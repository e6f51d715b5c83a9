//! The row of `aclnnBinaryCrossEntropyWithLogitsBackward`.

use crate::reference::losses;
use crate::table::shared::losses::entropy::{calls, slopes};
use crate::table::shared::losses::{LOSSES, SHORT, varied};
use crate::table::{ELEMENTWISE, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBinaryCrossEntropyWithLogitsBackward", || {
            slopes(calls(varied, 2))
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", SHORT),
            ("target", SHORT),
            ("weightOptional", SHORT),
            ("posWeightOptional", SHORT),
            ("out", "as target"),
        ])
        .computes(|arguments| computes::all_promoted(arguments, 5))
        .whole(losses::bce_logits_backward)
        .accuracy(LOSSES)
        .holds(ELEMENTWISE),
    ]
}
