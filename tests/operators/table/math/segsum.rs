//! The row of `aclnnExpSegsum`.

use hostnpu::tensor::Dtype;

use crate::reference::scans;
use crate::table::samples::{read, write};
use crate::table::shared::math::reductions::SHORT;
use crate::table::shared::math::scans::SEGMENTED;
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnExpSegsum", || {
            let sample = |&dtype: &Dtype| {
                let x = read(
                    dtype,
                    &[2, 3, 17],
                    &[0.5, -0.75, 0.125, -1.5, 1.0, 0.25, -0.0625],
                );
                vec![x, write(dtype, &[2, 3, 17, 17])]
            };
            SHORT.iter().map(sample).collect()
        })
        .accepts(&[("self", SEGMENTED), ("out", "as self")])
        .computes(computes::own)
        .whole(scans::segments)
        .ulp(0.51, 1.0),
    ]
}
