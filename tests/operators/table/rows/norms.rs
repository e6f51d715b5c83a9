//! Normalisations of last dimensions, and their gradients.

use crate::table::SHAPE;
use crate::table::rows::LAYOUT;
use crate::table::rows::ROWS;
use hostnpu::tensor::Dtype;

use super::{Row, near_1, varied};
use crate::argument::Argument;
use crate::reference::rows::{gradients, norms};
use crate::table::samples::write;

const SHORT: &str = "f32 f16 | 910B 950: + bf16";

/// A type, the shape of what is normalised, and that of its parameters: short rows, long ones, several dimensions.
pub const CASES: [(Dtype, &[i64], &[i64]); 5] = [
    (Dtype::F32, &[3, 4], &[4]),
    (Dtype::F32, &[2, 4500], &[4500]),
    (Dtype::F32, &[150, 2, 7], &[2, 7]),
    (Dtype::F16, &[7, 33], &[33]),
    (Dtype::Bf16, &[3, 5, 9], &[5, 9]),
];

/// The shape of statistics.
pub fn statistics(shape: &[i64], parameters: &[i64]) -> Vec<i64> {
    let mut shape = shape.to_vec();
    let kept = shape.len() - parameters.len();
    shape[kept..].fill(1);
    shape
}

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

fn layer_gradients() -> Vec<Vec<Argument>> {
    let case = |&(dtype, shape, last): &(Dtype, &[i64], &[i64])| {
        let statistics = statistics(shape, last);
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            Argument::Ints(last.to_vec()),
            varied(Dtype::F32, &statistics, 3),
            near_1(Dtype::F32, &statistics, 1),
            near_1(dtype, last, 2),
            varied(dtype, last, 4),
            Argument::Bools(vec![true; 3]),
            write(dtype, shape),
            write(dtype, last),
            write(dtype, last),
        ]
    };
    let mut samples: Vec<_> = CASES.iter().map(case).collect();
    let mut masked = samples[0].clone();
    masked[5] = Argument::Null;
    masked[7] = Argument::Bools(vec![true, false, true]);
    masked[9] = Argument::Null;
    samples.push(masked);
    let mut cast = samples[3].clone();
    cast[8].set_dtype(Dtype::F32);
    cast[7] = Argument::Bools(vec![true, true, false]);
    samples.push(cast);
    samples
}

fn rms() -> Vec<Vec<Argument>> {
    let sample = |x: Dtype, parameter: Dtype, shape: &[i64], last: &[i64]| {
        vec![
            varied(x, shape, 1),
            near_1(parameter, last, 1),
            Argument::Float(1e-6),
            write(x, shape),
            write(Dtype::F32, &statistics(shape, last)),
        ]
    };
    let case = |&(dtype, shape, last): &(Dtype, &[i64], &[i64])| sample(dtype, dtype, shape, last);
    let mut samples: Vec<_> = CASES.iter().map(case).collect();
    samples.push(sample(Dtype::F16, Dtype::F32, &[7, 33], &[33]));
    // Statistics without the dimensions that are normalised.
    let mut short_of = sample(Dtype::F32, Dtype::F32, &[7, 33], &[33]);
    short_of[4] = write(Dtype::F32, &[7]);
    samples.push(short_of);
    samples
}

fn rms_gradients() -> Vec<Vec<Argument>> {
    let sample = |x: Dtype, parameter: Dtype, shape: &[i64], last: &[i64]| {
        vec![
            varied(x, shape, 1),
            varied(x, shape, 2),
            near_1(Dtype::F32, &statistics(shape, last), 1),
            near_1(parameter, last, 2),
            write(x, shape),
            write(Dtype::F32, last),
        ]
    };
    let case = |&(dtype, shape, last): &(Dtype, &[i64], &[i64])| sample(dtype, dtype, shape, last);
    let mut samples: Vec<_> = CASES.iter().map(case).collect();
    samples.push(sample(Dtype::Bf16, Dtype::F32, &[7, 33], &[33]));
    samples
}

pub fn rows() -> Vec<Row> {
    const LAYER: &[(&str, &str)] = &[
        ("input", SHORT),
        ("weightOptional", "f32"),
        ("biasOptional", "as weightOptional"),
        ("out", SHORT),
        ("meanOutOptional", SHORT),
        ("rstdOutOptional", SHORT),
    ];
    const RMS: &[(&str, &str)] = &[
        ("x", SHORT),
        ("gamma", "as x | 910B 950: f32"),
        ("yOut", "as x"),
        ("rstdOut", "f32"),
    ];
    vec![
        Row::new("aclnnLayerNorm", layer_cast)
            .accepts(LAYER)
            .whole(norms::layer_norm)
            .accuracy(ROWS)
            .holds(super::LAYOUT | SHAPE),
        Row::new("aclnnLayerNormWithImplMode", with_mode)
            .accepts(LAYER)
            .whole(norms::layer_norm)
            .accuracy(ROWS)
            .holds(super::LAYOUT | SHAPE),
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
            .holds(super::LAYOUT | SHAPE)
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
        Row::new("aclnnLayerNormBackward", layer_gradients)
            .accepts(&[
                ("gradOut", "f32 f16 bf16"),
                ("input", "as gradOut"),
                ("mean", "f32 f16 bf16"),
                ("rstd", "f32 f16 bf16"),
                ("weightOptional", "f32"),
                ("biasOptional", "f32 f16 bf16"),
                ("gradInputOut", "f32 f16 bf16"),
                ("gradWeightOut", "f32 f16 bf16"),
                ("gradBiasOut", "f32 f16 bf16"),
            ])
            .whole(gradients::layer_norm)
            .accuracy(ROWS)
            .holds(super::LAYOUT),
        Row::new("aclnnRmsNorm", rms)
            .accepts(RMS)
            .whole(norms::rms_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnGemmaRmsNorm", rms)
            .accepts(&[
                ("x", "f32 f16 bf16 | 910 310: none"),
                ("gamma", "as x | 950: f32"),
                ("yOut", "as x"),
                ("rstdOut", "f32"),
            ])
            .whole(norms::gemma_rms_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnRmsNormGrad", rms_gradients)
            .accepts(&[
                ("dy", SHORT),
                ("x", "as dy"),
                ("rstd", "f32"),
                ("gamma", "as dy | 910B 950: f32"),
                ("dxOut", "as dy"),
                ("dgammaOut", "f32"),
            ])
            .whole(gradients::rms_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
