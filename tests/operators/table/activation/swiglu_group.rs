//! The row of `aclnnSwigluGroup`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::gated;
use crate::table::samples::read;
use crate::table::shared::gated::{ONLY_950, THREE, groups, rows_of};
use crate::table::{Accuracy, OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwigluGroup", || {
            let mut samples = Vec::new();
            for (number, split) in rows_of(&THREE).iter().enumerate() {
                let count = split.half[0];
                let weight = match number % 3 {
                    0 => read(Dtype::F32, &[1, count], &[0.3, -1.7, 2.1]),
                    1 => Argument::Null,
                    _ => read(Dtype::F32, &[count], &[0.3, -1.7, 2.1]),
                };
                let groups = if number % 2 == 0 {
                    groups(&[1.0, 2.0])
                } else {
                    Argument::Null
                };
                let limit = Argument::Float([-1.0, 7.0, 0.5][number % 3]);
                samples.push(vec![split.x.clone(), weight, groups, limit, split.out()]);
            }
            samples
        })
        .accepts(&[
            ("x", ONLY_950),
            ("weightOptional", "f32"),
            ("groupIndexOptional", "i64"),
            ("out", "as x"),
        ])
        .computes(|arguments| match arguments["weightOptional"] {
            Argument::Null => arguments["x"].dtype(),
            _ => Some(Dtype::F32),
        })
        .whole(gated::swiglu_group)
        .accuracy(Accuracy::Bounds("activation"))
        .holds(STRIDED | OVERLAP),
    ]
}
