//! The row of `aclnnSigmoidBackward`.

use crate::reference::gradients;
use crate::table::shared::gradients::{EQUAL, NUMBERS, NUMBERS_EVERYWHERE, broadcast};
use crate::table::{Accuracy, BROADCAST, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSigmoidBackward", broadcast)
            .accepts(&[
                ("gradOutput", NUMBERS),
                ("output", NUMBERS_EVERYWHERE),
                ("gradInput", "castable: f32 f16 f64 bf16 c64 c128"),
            ])
            .computes(computes::promoted)
            .elements(gradients::sigmoid_backward)
            .accuracy(Accuracy::Bounds("sigmoid_backward"))
            .holds(EQUAL | BROADCAST),
    ]
}
