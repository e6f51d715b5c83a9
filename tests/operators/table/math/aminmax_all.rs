//! The row of `aclnnAminmaxAll`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::reductions;
use crate::table::samples::write;
use crate::table::shared::math::extremes::BOTH;
use crate::table::shared::math::reductions::{REAL, with_specials};
use crate::table::{EMPTY, RANK_0, Row, STRIDED, computes};

fn both_of_all() -> Vec<Vec<Argument>> {
    let sample = |&dtype: &Dtype| {
        vec![
            with_specials(dtype, &[33, 41]),
            write(dtype, &[]),
            write(dtype, &[1]),
        ]
    };
    REAL.iter().map(sample).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAminmaxAll", both_of_all)
            .accepts(BOTH)
            .computes(computes::own)
            .whole(reductions::min_and_max_of_all)
            .holds(STRIDED | EMPTY | RANK_0),
    ]
}
