//! The rows of `aclnnLayerNorm`, `aclnnFastLayerNorm` and `aclnnLayerNormWithImplMode`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::norms;
use crate::table::samples::write;
use crate::table::shared::rows::norms::{CASES, SHORT, statistics};
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};
use crate::table::{Row, SHAPE};

fn layer() -> Vec<Vec<Argument>> {
    let sample = |x: Dtype, parameter: Dtype, out: Dtype, shape: &[i64], last: &[i64]| {
        let statistics = statistics(shape, last);
        vec![
            varied(x, shape, 1),
            Argument::Ints(last.to_vec()),
            near_1(parameter, last, 1),
            varied(parameter, last, 2),
            Argument::Float(1e-5),
            write(out, shape),
            write(Dtype::F32, &statistics),
            write(Dtype::F32, &statistics),
        ]
    };
    let case =
        |&(dtype, shape, last): &(Dtype, &[i64], &[i64])| sample(dtype, dtype, dtype, shape, last);
    let mut samples: Vec<_> = CASES.iter().map(case).collect();
    let mut without = samples[2].clone();
    without[2] = Argument::Null;
    without[7] = Argument::Null;
    samples.push(without.clone());
    without[3] = Argument::Null;
    without[6] = Argument::Null;
    samples.push(without);
    samples
}

fn layer_cast() -> Vec<Vec<Argument>> {
    let mut samples = layer();
    let mut mixed = samples[3].clone();
    mixed[2].set_dtype(Dtype::F32);
    mixed[3].set_dtype(Dtype::F32);
    mixed[5].set_dtype(Dtype::F32);
    samples.push(mixed);
    samples
}

fn with_mode() -> Vec<Vec<Argument>> {
    let mut samples = layer_cast();
    for (number, sample) in samples.iter_mut().enumerate() {
        sample.push(Argument::Int(number as i64 % 2));
    }
    samples
}

const LAYER: &[(&str, &str)] = &[
    ("input", SHORT),
    ("weightOptional", "f32"),
    ("biasOptional", "as weightOptional"),
    ("out", SHORT),
    ("meanOutOptional", SHORT),
    ("rstdOutOptional", SHORT),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLayerNorm", layer_cast)
            .accepts(LAYER)
            .whole(norms::layer_norm)
            .accuracy(ROWS)
            .holds(LAYOUT | SHAPE),
        Row::new("aclnnLayerNormWithImplMode", with_mode)
            .accepts(LAYER)
            .whole(norms::layer_norm)
            .accuracy(ROWS)
            .holds(LAYOUT | SHAPE),
        Row::new("aclnnFastLayerNorm", layer)
            .accepts(&[
                ("input", "f32 f16 bf16"),
                ("weightOptional", "f32 f16 bf16"),
                ("biasOptional", "as weightOptional"),
                ("out", "f32 f16 bf16"),
                ("meanOutOptional", "f32 f16 bf16"),
                ("rstdOutOptional", "f32 f16 bf16"),
            ])
            .whole(norms::layer_norm)
            .accuracy(ROWS)
            .holds(LAYOUT | SHAPE)
            .except(&[
                (
                    "dtypes input",
                    "another type than that of `out` gives 561103",
                ),
                (
                    "dtypes out",
                    "another type than that of `input` gives 561103",
                ),
            ]),
    ]
}
