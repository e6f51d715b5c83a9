//! The row of `aclnnBinaryCrossEntropyBackward`.

use crate::reference::losses;
use crate::table::shared::losses::entropy::{calls, slopes};
use crate::table::shared::losses::{LOSSES, SHORT, probable};
use crate::table::{ELEMENTWISE, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBinaryCrossEntropyBackward", || {
            slopes(calls(probable, 1))
        })
        .accepts(&[
            ("gradOutput", SHORT),
            ("self", SHORT),
            ("target", SHORT),
            ("weightOptional", SHORT),
            ("out", SHORT),
        ])
        .computes(|arguments| computes::all_promoted(arguments, 4))
        .whole(losses::bce_backward)
        .accuracy(LOSSES)
        .holds(ELEMENTWISE),
    ]
}
