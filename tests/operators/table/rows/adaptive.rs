//! Normalisations with a scale for each member of a batch, and slices scaled to a norm.

use crate::table::SHAPE;
use crate::table::rows::LAYOUT;
use crate::table::rows::ROWS;
use hostnpu::tensor::Dtype;

use super::{Row, near_1, varied};
use crate::argument::Argument;
use crate::reference::rows::adaptive;
use crate::table::samples::{in_place_of, scalar, write};

const SHORT: &str = "f32 f16 bf16";

/// A type, the shape of what is normalised, and that of its scale.
const CASES: [(Dtype, &[i64], &[i64]); 4] = [
    (Dtype::F32, &[2, 3, 5], &[2, 1, 5]),
    (Dtype::F32, &[2, 150, 9], &[2, 9]),
    (Dtype::F16, &[7, 33], &[1, 33]),
    (Dtype::Bf16, &[2, 3, 4, 9], &[2, 3, 9]),
];

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

fn backward() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, shape, scale): &(Dtype, &[i64], &[i64])| {
        let columns = &shape[shape.len() - 1..];
        let mut statistics = shape.to_vec();
        *statistics.last_mut().expect("a dimension") = 1;
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            Argument::Ints(columns.to_vec()),
            near_1(dtype, &statistics, 1),
            varied(dtype, &statistics, 3),
            varied(dtype, scale, 4),
            varied(dtype, scale, 5),
            near_1(dtype, columns, 2),
            varied(dtype, columns, 6),
            write(dtype, shape),
            write(dtype, scale),
            write(dtype, scale),
            write(dtype, columns),
            write(dtype, columns),
        ]
    };
    let mut samples: Vec<_> = CASES.iter().map(sample).collect();
    let mut without = samples[0].clone();
    for number in [7, 8, 10, 12] {
        without[number] = Argument::Null;
    }
    samples.push(without);
    samples
}

fn modulated() -> Vec<Vec<Argument>> {
    let sample = |dtype, shape: [i64; 3], scale: &[i64]| {
        vec![
            varied(dtype, &shape, 1),
            varied(dtype, scale, 2),
            varied(dtype, scale, 3),
            write(dtype, &shape),
        ]
    };
    vec![
        sample(Dtype::F32, [2, 3, 5], &[2, 5]),
        sample(Dtype::F16, [3, 4, 33], &[3, 1, 33]),
        sample(Dtype::Bf16, [1, 7, 9], &[1, 9]),
    ]
}

fn modulated_backward() -> Vec<Vec<Argument>> {
    let sample = |dtype, shape: [i64; 3]| {
        let scale = [shape[0], shape[2]];
        vec![
            varied(dtype, &shape, 1),
            varied(dtype, &shape, 2),
            varied(dtype, &scale, 3),
            varied(dtype, &scale, 4),
            write(dtype, &shape),
            write(dtype, &scale),
            write(dtype, &scale),
        ]
    };
    let mut samples = vec![
        sample(Dtype::F32, [2, 3, 5]),
        sample(Dtype::F16, [3, 140, 33]),
        sample(Dtype::Bf16, [1, 7, 9]),
    ];
    let mut without = samples[0].clone();
    without[5] = Argument::Null;
    samples.push(without.clone());
    without[6] = Argument::Null;
    samples.push(without);
    samples
}

fn queries_keys_and_values() -> Vec<Vec<Argument>> {
    let sample = |dtype, [members, rows, heads, head]: [i64; 4]| {
        let columns = 3 * heads * head;
        let output = write(dtype, &[members, heads, rows, head]);
        vec![
            varied(dtype, &[members, rows, columns], 1),
            varied(dtype, &[columns], 2),
            Argument::Int(heads),
            output.clone(),
            output.clone(),
            output,
        ]
    };
    vec![
        sample(Dtype::F32, [2, 3, 2, 5]),
        sample(Dtype::F16, [1, 7, 3, 8]),
        sample(Dtype::Bf16, [3, 2, 1, 4]),
    ]
}

fn renormed() -> Vec<Vec<Argument>> {
    let sample = |dtype, shape: &[i64], order: f64, dim: i64, most: f64| {
        vec![
            varied(dtype, shape, 1),
            scalar(Dtype::F32, order),
            Argument::Int(dim),
            scalar(Dtype::F32, most),
            write(dtype, shape),
        ]
    };
    vec![
        sample(Dtype::F32, &[3, 4], 2.0, 0, 3.0),
        sample(Dtype::F32, &[3, 5, 40], 1.0, 1, 100.0),
        sample(Dtype::F32, &[2, 5000], 2.0, 0, 1.0),
        sample(Dtype::F16, &[4, 9], 0.0, -1, 2.0),
        sample(Dtype::Bf16, &[4, 9], f64::INFINITY, 0, 3.5),
        sample(Dtype::F32, &[4, 9], 3.0, 0, 0.0),
        sample(Dtype::F32, &[4, 1], 0.5, 0, 1.0),
        sample(Dtype::F32, &[4, 9], 2.0, 1, 1e9),
    ]
}

pub fn rows() -> Vec<Row> {
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
    const MODULATED: &str = "none | 910B 950: f32 f16 bf16";
    const NUMBER: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";
    const RENORM: &str = "f32 f16 | 910B 950 310: + bf16";
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
        Row::new("aclnnAdaLayerNormBackward", backward)
            .accepts(&[
                ("gradOut", SHORT),
                ("input", "as gradOut"),
                ("rstd", "as gradOut"),
                ("mean", "as gradOut"),
                ("scale", "as gradOut"),
                ("shift", "as gradOut"),
                ("weightOptional", "f32"),
                ("biasOptional", "as weightOptional"),
                ("gradInputOut", "as gradOut"),
                ("gradScaleOut", "as gradOut"),
                ("gradShiftOut", "as gradOut"),
                ("gradWeightOut", "as weightOptional"),
                ("gradBiasOut", "as weightOptional"),
            ])
            .whole(adaptive::gradient)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnModulate", modulated)
            .accepts(&[
                ("self", MODULATED),
                ("scaleOptional", "as self"),
                ("shiftOptional", "as self"),
                ("out", "as self"),
            ])
            .whole(adaptive::modulate)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnModulateBackward", modulated_backward)
            .accepts(&[
                ("gradOutput", MODULATED),
                ("input", MODULATED),
                ("scale", MODULATED),
                ("shift", MODULATED),
                ("gradInput", MODULATED),
                ("gradScale", "as gradInput"),
                ("gradShift", "as gradInput"),
            ])
            .whole(adaptive::modulate_backward)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(&[
                (
                    "dtypes gradInput",
                    "another type than that of `gradScale` gives 561103",
                ),
                (
                    "dtypes gradScale",
                    "another type than that of `gradInput` gives 561103",
                ),
                (
                    "dtypes gradShift",
                    "another type than that of `gradInput` gives 561103",
                ),
            ]),
        Row::new("aclnnTransformBiasRescaleQkv", queries_keys_and_values)
            .accepts(&[
                ("qkv", MODULATED),
                ("qkvBias", "as qkv"),
                ("qOut", "as qkv"),
                ("kOut", "as qkv"),
                ("vOut", "as qkv"),
            ])
            .whole(adaptive::queries_keys_and_values)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnRenorm", renormed)
            .accepts(&[
                ("self", RENORM),
                ("p", NUMBER),
                ("maxNorm", NUMBER),
                ("out", "as self"),
            ])
            .whole(adaptive::renorm)
            .accuracy(ROWS)
            .holds(super::LAYOUT | SHAPE),
        Row::new("aclnnInplaceRenorm", || in_place_of(renormed()))
            .accepts(&[("selfRef", RENORM), ("p", NUMBER), ("maxNorm", NUMBER)])
            .whole(adaptive::renorm)
            .accuracy(ROWS),
    ]
}
