//! The row of `aclnnReduceLogSum`.

use crate::argument::Argument;
use crate::reference::reductions;
use crate::table::samples::read;
use crate::table::shared::math::reductions::{REDUCES, SHORT, over_axes};
use crate::table::shared::math::statistics::{FLOAT_950, one};
use crate::table::{Accuracy, EMPTY, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnReduceLogSum", || {
            let positive =
                |dtype, shape: &[i64]| read(dtype, shape, &[0.5, 3.0, 0.125, 7.25, 1.0, 0.75, 2.5]);
            let mut samples = over_axes(&SHORT, positive, one);
            samples
                .iter_mut()
                .for_each(|sample| sample.insert(3, Argument::Bool(false)));
            samples
        })
        .accepts(&[("data", FLOAT_950), ("reduce", "as data")])
        .computes(computes::own)
        .whole(reductions::log_sum)
        .accuracy(Accuracy::Bounds("log_sum"))
        .holds(REDUCES | EMPTY)
        .except(&[(
            "dtypes reduce",
            "another type than that of `data` gives 561103",
        )]),
    ]
}
