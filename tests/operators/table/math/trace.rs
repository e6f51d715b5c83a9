//! The row of `aclnnTrace`.

use hostnpu::tensor::Dtype;

use crate::reference::reductions;
use crate::table::samples::write;
use crate::table::shared::math::reductions::{FLOATS, NUMBERS, SUMS, numbers};
use crate::table::{OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnTrace", || {
            let mut samples: Vec<_> = FLOATS.iter().map(|&dtype| (dtype, dtype)).collect();
            samples.extend([
                (Dtype::I8, Dtype::I64),
                (Dtype::Bool, Dtype::I64),
                (Dtype::I64, Dtype::I64),
                (Dtype::Complex64, Dtype::Complex64),
                (Dtype::Complex128, Dtype::Complex128),
            ]);
            let sample = |(from, to)| vec![numbers(from, &[33, 41]), write(to, &[])];
            samples.into_iter().map(sample).collect()
        })
        .accepts(&[("self", NUMBERS), ("out", "as self")])
        .computes(|arguments| arguments["out"].dtype())
        .whole(reductions::trace)
        .accuracy(SUMS)
        .holds(STRIDED | OVERLAP)
        .except(&[(
            "dtypes self",
            "the type of `out` follows: INT64 for integers and BOOL",
        )]),
    ]
}
