//! The rows of `aclnnTril` and `aclnnInplaceTril`.

use crate::reference::movement;
use crate::table::shared::movement::triangles::{BETWEEN, IN_PLACE, between, in_place};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnTril", between)
            .accepts(BETWEEN)
            .computes(computes::own)
            .bits(movement::lower)
            .accuracy(Accuracy::Copied)
            .holds(holds),
        Row::new("aclnnInplaceTril", in_place)
            .accepts(IN_PLACE)
            .computes(computes::own)
            .bits(movement::lower)
            .accuracy(Accuracy::Copied),
    ]
}
