//! Normalisations of groups of channels, and their gradients.

use crate::table::rows::LAYOUT;
use crate::table::rows::ROWS;
use hostnpu::tensor::Dtype;

use super::{Row, near_1, varied};
use crate::argument::Argument;
use crate::reference::rows::{gradients, norms};
use crate::table::samples::write;

const SHORT: &str = "f32 f16 | 910B 950: + bf16";

/// A type, a batch of channels, and the number of groups: small, long, without further dimensions.
const CASES: [(Dtype, &[i64], i64); 5] = [
    (Dtype::F32, &[2, 4, 2, 2], 2),
    (Dtype::F32, &[1, 4, 2500], 2),
    (Dtype::F32, &[5, 4], 2),
    (Dtype::F16, &[2, 4, 33], 4),
    (Dtype::Bf16, &[3, 6, 2, 2, 3], 1),
];

/// Inputs and outputs, without what C passes by value: the first three, and the last three.
fn forward(statistics: fn(Dtype) -> Dtype) -> Vec<([Argument; 3], [Argument; 3], i64)> {
    let sample = |&(dtype, shape, groups): &(Dtype, &[i64], i64)| {
        let channels = &shape[1..2];
        let of_groups = [shape[0], groups];
        let parameter = statistics(dtype);
        (
            [
                varied(dtype, shape, 1),
                near_1(parameter, channels, 1),
                varied(parameter, channels, 2),
            ],
            [
                write(dtype, shape),
                write(parameter, &of_groups),
                write(parameter, &of_groups),
            ],
            groups,
        )
    };
    CASES.iter().map(sample).collect()
}

/// The batch, the channels, and what is behind them.
fn extents(argument: &Argument) -> [Argument; 3] {
    let shape = &argument.tensors()[0].shape;
    [shape[0], shape[1], shape[2..].iter().product()].map(Argument::Int)
}

fn norm() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (inputs, outputs, groups) in forward(|dtype| dtype) {
        let mut sample = inputs.to_vec();
        sample.extend(extents(&sample[0]));
        sample.extend([Argument::Int(groups), Argument::Float(1e-5)]);
        sample.extend(outputs);
        samples.push(sample);
    }
    let mut without = samples[0].clone();
    without[1] = Argument::Null;
    samples.push(without.clone());
    without[2] = Argument::Null;
    samples.push(without);
    samples
}

fn silu() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let mixed = forward(|_| Dtype::F32).into_iter().skip(3);
    for (inputs, outputs, groups) in forward(|dtype| dtype).into_iter().chain(mixed) {
        let mut sample = inputs.to_vec();
        sample.extend([Argument::Int(groups), Argument::Float(1e-5)]);
        sample.extend(outputs);
        samples.push(sample);
    }
    samples
}

fn silu_or_not() -> Vec<Vec<Argument>> {
    let mut samples = silu();
    for (number, sample) in samples.iter_mut().enumerate() {
        sample.insert(5, Argument::Bool(number % 2 == 0));
    }
    samples
}

fn swish() -> Vec<Vec<Argument>> {
    let mut samples = silu();
    for (number, sample) in samples.iter_mut().enumerate() {
        sample.insert(
            4,
            [Argument::Text("NCHW"), Argument::Null][number % 2].clone(),
        );
        sample.insert(6, Argument::Bool(number != 1));
        sample.insert(7, Argument::Float([1.0, 1.5][number % 2]));
    }
    samples
}

fn backward() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, shape, groups): &(Dtype, &[i64], i64)| {
        let (channels, of_groups) = (&shape[1..2], [shape[0], groups]);
        let x = varied(dtype, shape, 2);
        let mut sample = vec![
            varied(dtype, shape, 1),
            x.clone(),
            varied(dtype, &of_groups, 3),
            near_1(dtype, &of_groups, 1),
            near_1(dtype, channels, 2),
        ];
        sample.extend(extents(&x));
        sample.extend([
            Argument::Int(groups),
            Argument::Bools(vec![true; 3]),
            write(dtype, shape),
            write(dtype, channels),
            write(dtype, channels),
        ]);
        sample
    };
    let mut samples: Vec<_> = CASES.iter().map(sample).collect();
    let mut masked = samples[0].clone();
    masked[4] = Argument::Null;
    masked[9] = Argument::Bools(vec![true, true, false]);
    masked[12] = Argument::Null;
    samples.push(masked);
    samples
}

fn swish_gradients() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, shape, groups): &(Dtype, &[i64], i64)| {
        let (channels, of_groups) = (&shape[1..2], [shape[0], groups]);
        vec![
            varied(dtype, shape, 1),
            varied(dtype, &of_groups, 3),
            near_1(dtype, &of_groups, 1),
            varied(dtype, shape, 2),
            near_1(dtype, channels, 2),
            varied(dtype, channels, 4),
            Argument::Int(groups),
            Argument::Text("NCHW"),
            Argument::Float(1.25),
            Argument::Bool(true),
            Argument::Bool(true),
            write(dtype, shape),
            write(dtype, channels),
            write(dtype, channels),
        ]
    };
    CASES.iter().map(sample).collect()
}

pub fn rows() -> Vec<Row> {
    const SILU: &[(&str, &str)] = &[
        ("self", "f32 f16 bf16 | 910: none | 310: f32 f16"),
        ("gamma", "as self"),
        ("beta", "as gamma"),
        ("out", "as self"),
        ("meanOut", "as gamma"),
        ("rstdOut", "as gamma"),
    ];
    const STATISTICS: &[(&str, &str)] = &[
        (
            "dtypes gamma",
            "FLOAT parameters of a shorter input have FLOAT statistics on Ascend950",
        ),
        (
            "dtypes meanOut",
            "on Ascend950 another type than that of the parameters gives 561103",
        ),
        ("dtypes rstdOut", "as `meanOut`"),
    ];
    vec![
        Row::new("aclnnGroupNorm", norm)
            .accepts(&[
                ("self", SHORT),
                ("gamma", "as self"),
                ("beta", "as self"),
                ("out", "as self"),
                ("meanOut", "as self"),
                ("rstdOut", "as self"),
            ])
            .whole(norms::group_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnGroupNormSilu", silu)
            .accepts(SILU)
            .whole(norms::group_norm_silu)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(STATISTICS),
        Row::new("aclnnGroupNormSiluV2", silu_or_not)
            .accepts(SILU)
            .whole(norms::group_norm_silu)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(STATISTICS),
        Row::new("aclnnGroupNormSwish", swish)
            .accepts(&[
                ("x", "f32 f16 bf16 | 910 310: none"),
                ("gamma", "as x"),
                ("beta", "as gamma"),
                ("yOut", "as x"),
                ("meanOut", "as gamma"),
                ("rstdOut", "as gamma"),
            ])
            .whole(norms::group_norm_swish)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(&[("dtypes gamma", "FLOAT with a shorter input, too")]),
        Row::new("aclnnGroupNormBackward", backward)
            .accepts(&[
                ("gradOut", SHORT),
                ("input", "as gradOut"),
                ("mean", "as gradOut"),
                ("rstd", "as mean"),
                ("gamma", "as mean"),
                ("gradInput", "as gradOut"),
                ("gradGammaOut", "as mean"),
                ("gradBetaOut", "as mean"),
            ])
            .whole(gradients::of_groups)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnGroupNormSwishGrad", swish_gradients)
            .accepts(&[
                ("dy", "f32 f16 bf16 | 910 310: none"),
                ("mean", "as dy"),
                ("rstd", "as dy"),
                ("x", "as dy"),
                ("gamma", "as dy"),
                ("beta", "as dy"),
                ("dxOut", "as dy"),
                ("dgammaOut", "as dy"),
                ("dbetaOut", "as dy"),
            ])
            .whole(gradients::swish_of_groups)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
