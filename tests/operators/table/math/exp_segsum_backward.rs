//! The row of `aclnnExpSegsumBackward`.

use hostnpu::tensor::Dtype;

use crate::reference::scans;
use crate::table::samples::write;
use crate::table::shared::math::reductions::{SHORT, SUMS, factors, numbers};
use crate::table::shared::math::scans::SEGMENTED;
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnExpSegsumBackward", || {
            let sample = |&dtype: &Dtype| {
                let [a, b] = [
                    numbers(dtype, &[2, 3, 17, 17]),
                    factors(dtype, &[2, 3, 17, 17]),
                ];
                vec![a, b, write(dtype, &[2, 3, 17])]
            };
            SHORT.iter().map(sample).collect()
        })
        .accepts(&[
            ("gradOutput", SEGMENTED),
            ("gradSelf", "as gradOutput"),
            ("gradInput", "as gradOutput"),
        ])
        .computes(computes::own)
        .whole(scans::segment_gradients)
        .accuracy(SUMS)
        .except(&[(
            "dtypes gradSelf",
            "another type than that of `gradOutput` gives 561103",
        )]),
    ]
}
