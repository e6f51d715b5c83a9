//! The row of `aclnnBinaryCrossEntropyWithLogits`.

use crate::reference::losses;
use crate::table::shared::losses::entropy::calls;
use crate::table::shared::losses::{LOSSES, SHORT, varied};
use crate::table::{ELEMENTWISE, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBinaryCrossEntropyWithLogits", || calls(varied, 2))
            .accepts(&[
                ("self", SHORT),
                ("target", SHORT),
                ("weightOptional", "standard"),
                ("posWeightOptional", "standard"),
                ("out", "as target"),
            ])
            .computes(computes::promoted)
            .whole(losses::bce_logits)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
    ]
}
