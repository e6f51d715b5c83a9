//! The row of `aclnnGeluMul`.

use crate::argument::Argument;
use crate::reference::gated;
use crate::table::shared::gated::{LATER, Split, THREE, rows_of};
use crate::table::{Accuracy, OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGeluMul", || {
            let names = [
                Argument::Null,
                Argument::Text("tanh"),
                Argument::Text("none"),
            ];
            let sample = |(number, split): (usize, Split)| {
                vec![split.x.clone(), names[number % 3].clone(), split.out()]
            };
            rows_of(&THREE)
                .into_iter()
                .enumerate()
                .map(sample)
                .collect()
        })
        .accepts(&[("input", LATER), ("out", "as input")])
        .computes(|arguments| arguments["input"].dtype())
        .whole(gated::gelu_mul)
        .accuracy(Accuracy::Bounds("activation"))
        .holds(STRIDED | OVERLAP),
    ]
}
