//! The row of `aclnnThreeInterpolateBackward`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::regions as reference;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::rows::{LAYOUT, ROWS, varied};

fn threes() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, index, [b, c, n, m], is_flat) in [
        (F32, I32, [2, 3, 5, 6], true),
        (F16, I64, [1, 2, 40, 7], false),
        (F32, I64, [3, 4, 9, 1], true),
    ] {
        let neighbours: Vec<f64> = (0..b * n * 3).map(|k| (k * 7 % m) as f64).collect();
        let shape = |count: i64| match is_flat {
            true => vec![b, c, count],
            false => vec![b, c, count, 1],
        };
        samples.push(vec![
            varied(dtype, &shape(n), 1),
            read(index, &[b, n, 3], &neighbours),
            varied(dtype, &[b, n, 3], 2),
            Argument::Int(m),
            write(dtype, &shape(m)),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnThreeInterpolateBackward", threes)
            .accepts(&[
                ("gradX", "none | 910B 950: f32 f16"),
                ("idx", "none | 910B 950: i32 i64"),
                ("weight", "as gradX"),
                ("gradY", "as gradX"),
            ])
            .whole(reference::three)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
