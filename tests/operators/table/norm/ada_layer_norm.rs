//! The rows of `aclnnAdaLayerNorm` and `aclnnAdaLayerNormV2`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::adaptive;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::adaptive::{CASES, SHORT};
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

fn norm() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, shape, scale): &(Dtype, &[i64], &[i64])| {
        let columns = &shape[shape.len() - 1..];
        vec![
            varied(dtype, shape, 1),
            varied(dtype, scale, 2),
            varied(dtype, scale, 3),
            near_1(dtype, columns, 1),
            varied(dtype, columns, 4),
            Argument::Float(1e-5),
            write(dtype, shape),
        ]
    };
    let mut samples: Vec<_> = CASES.iter().map(sample).collect();
    let mut without = samples[0].clone();
    without[3] = Argument::Null;
    samples.push(without.clone());
    without[4] = Argument::Null;
    samples.push(without);
    samples
}

fn with_statistics() -> Vec<Vec<Argument>> {
    let mut samples = norm();
    for (number, sample) in samples.iter_mut().enumerate() {
        let x = &sample[0].tensors()[0];
        let mut shape = x.shape.clone();
        *shape.last_mut().expect("a dimension") = 1;
        let statistics = write(x.dtype, &shape);
        sample.push(match number {
            1 => Argument::Null,
            _ => statistics.clone(),
        });
        sample.push(statistics);
    }
    samples
}

const NORM: &[(&str, &str)] = &[
    ("x", SHORT),
    ("scale", "as x"),
    ("shift", "as x"),
    ("weightOptional", "as x"),
    ("biasOptional", "as weightOptional"),
    ("out", "as x"),
];
const STATISTICS: &[(&str, &str)] = &[
    ("x", SHORT),
    ("scale", "as x"),
    ("shift", "as x"),
    ("weightOptional", "f32"),
    ("biasOptional", "as weightOptional"),
    ("out", "as x"),
    ("meanOutOptional", "as x"),
    ("rstdOutOptional", "as x"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdaLayerNorm", norm)
            .accepts(NORM)
            .whole(adaptive::norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnAdaLayerNormV2", with_statistics)
            .accepts(STATISTICS)
            .whole(adaptive::norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
