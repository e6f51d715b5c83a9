//! The rows of `aclnnMax` and `aclnnMaxV2`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::reductions;
use crate::table::shared::math::extremes::{of_all, plain};
use crate::table::shared::math::reductions::{REALS, REDUCES, numbers, over_axes};
use crate::table::{EMPTY, OVERLAP, RANK_0, Row, SHAPE, STRIDED, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaxV2", || {
            let mut samples = over_axes(&[Dtype::F32, Dtype::I64], numbers, plain);
            samples
                .iter_mut()
                .for_each(|sample| sample.insert(3, Argument::Bool(false)));
            samples
        })
        .accepts(&[("self", REALS), ("out", "as self")])
        .computes(computes::own)
        .whole(reductions::max)
        .holds(REDUCES),
        Row::new("aclnnMax", of_all)
            .accepts(&[("self", REALS), ("out", REALS)])
            .computes(computes::own)
            .whole(reductions::max_of_all)
            .holds(STRIDED | EMPTY | RANK_0 | OVERLAP | SHAPE),
    ]
}
