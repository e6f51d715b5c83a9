//! The row of `aclnnArgsort`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::ordering;
use crate::table::shared::search::ordering::{INDEXED, sorts};
use crate::table::shared::search::whole_numbers;
use crate::table::{EMPTY, OVERLAP, RANK_0, RANK_8, Row, SHAPE, STRIDED};

fn argsorts() -> Vec<Vec<Argument>> {
    let without = |mut sample: Vec<Argument>| {
        sample.remove(4);
        sample.remove(1);
        sample
    };
    let counted = |sample: &Vec<Argument>| sample[0].dtype() != Some(Dtype::Bool);
    sorts().into_iter().filter(counted).map(without).collect()
}

pub fn rows() -> Vec<Row> {
    let all = STRIDED | OVERLAP | EMPTY | RANK_0 | SHAPE;
    vec![
        Row::new("aclnnArgsort", argsorts)
            .accepts(&[("self", INDEXED), ("out", "i64")])
            .computes(whole_numbers)
            .whole(ordering::argsort)
            .holds(all | RANK_8),
    ]
}
