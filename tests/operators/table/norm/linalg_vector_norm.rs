//! The row of `aclnnLinalgVectorNorm`.

use crate::argument::Argument;
use crate::reference::reductions;
use crate::table::shared::math::reductions::{REDUCES, SUMS};
use crate::table::shared::norm::{ORDER, SELF, norms};
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLinalgVectorNorm", || {
            let mut samples = norms();
            for sample in &mut samples {
                let dtype = sample[4].dtype().expect("a tensor");
                sample.insert(4, Argument::DataType(dtype));
            }
            samples
        })
        .accepts(&[("self", SELF), ("ord", ORDER), ("out", "as dtype")])
        .computes(computes::own)
        .whole(reductions::norm)
        .accuracy(SUMS)
        .holds(REDUCES),
    ]
}
