//! The rows of `aclnnTriu` and `aclnnInplaceTriu`.

use crate::reference::movement;
use crate::table::shared::movement::triangles::{BETWEEN, IN_PLACE, between, in_place};
use crate::table::{Accuracy, EMPTY, OVERLAP, Row, SHAPE, STRIDED, computes};

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnTriu", between)
            .accepts(BETWEEN)
            .computes(computes::own)
            .bits(movement::upper)
            .accuracy(Accuracy::Copied)
            .holds(holds | EMPTY),
        Row::new("aclnnInplaceTriu", in_place)
            .accepts(IN_PLACE)
            .computes(computes::own)
            .bits(movement::upper)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | EMPTY),
    ]
}
