//! Batch normalisations of several devices, of integers, and of each member of a batch by itself.

use crate::arguments::Arguments;
use crate::table::rows::LAYOUT;
use hostnpu::tensor::Dtype;

use super::{ROWS, Row, near_1, varied};
use crate::argument::Argument;
use crate::call::call;
use crate::chips;
use crate::number;
use crate::reference::rows::devices;
use crate::table::samples::{patterns, read, scalar, write};
use crate::table::{Accuracy, Holds, SHAPE, STRIDED, entry};

const SHORT: &str = "f32 f16 | 910B 950: + bf16";

/// A type and a shape.
const CASES: [(Dtype, &[i64]); 4] = [
    (Dtype::F32, &[3, 4, 5]),
    (Dtype::F32, &[2, 3, 50, 43]),
    (Dtype::F16, &[4, 3, 20]),
    (Dtype::Bf16, &[7, 5]),
];

fn by_input() -> Vec<Vec<Argument>> {
    let sample = |(at, &(dtype, shape)): (usize, &(Dtype, &[i64]))| {
        let channels = &shape[1..2];
        let (counts, kind) = [
            (&[100.0, 28.0][..], Dtype::F32),
            (&[50.0, 3.0, 2.0], Dtype::I32),
            (&[12.0], Dtype::F16),
        ][at % 3];
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            varied(Dtype::F32, channels, 3),
            near_1(Dtype::F32, channels, 4),
            near_1(dtype, channels, 5),
            varied(Dtype::F32, channels, 6),
            varied(Dtype::F32, channels, 7),
            read(kind, &[counts.len() as i64], counts),
            write(dtype, shape),
        ]
    };
    let mut samples: Vec<_> = CASES.iter().enumerate().map(sample).collect();
    let mut without = samples[0].clone();
    without[4] = Argument::Null;
    without[8] = write(Dtype::F16, &[3, 4, 5]);
    samples.push(without);
    samples
}

/// Statistics of so many devices and channels.
const DEVICES: [(Dtype, [i64; 2]); 4] = [
    (Dtype::F32, [2, 5]),
    (Dtype::F32, [1, 3]),
    (Dtype::F16, [7, 4]),
    (Dtype::Bf16, [3, 40]),
];

fn counts(dtype: Dtype, devices: i64) -> Argument {
    read(dtype, &[devices], &[30.0, 2.0, 17.0, 64.0])
}

fn of_statistics() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, [devices, channels]): &(Dtype, [i64; 2])| {
        vec![
            varied(dtype, &[2, channels], 1),
            varied(dtype, &[devices, channels], 2),
            near_1(dtype, &[devices, channels], 3),
            varied(dtype, &[channels], 4),
            near_1(dtype, &[channels], 5),
            Argument::Float(0.1),
            Argument::Float(1e-5),
            counts(Dtype::F32, devices),
            write(Dtype::F32, &[channels]),
            write(Dtype::F32, &[channels]),
        ]
    };
    let mut samples: Vec<_> = DEVICES.iter().map(sample).collect();
    let mut without = samples[0].clone();
    without[3..5].fill(Argument::Null);
    samples.push(without);
    samples
}

fn of_sums() -> Vec<Vec<Argument>> {
    let sample = |(at, &(dtype, [devices, channels])): (usize, &(Dtype, [i64; 2]))| {
        let result = [dtype, Dtype::F32][at % 2];
        let squares: Vec<f64> = (0..23).map(|i| 60.0 + f64::from(i) * 7.0).collect();
        vec![
            varied(dtype, &[devices, channels], 1),
            read(dtype, &[devices, channels], &squares),
            counts([Dtype::I32, Dtype::F32][at % 2], devices),
            varied(dtype, &[channels], 2),
            near_1(dtype, &[channels], 3),
            Argument::Float(0.25),
            Argument::Float(1e-3),
            write(result, &[channels]),
            write(result, &[channels]),
        ]
    };
    DEVICES.iter().enumerate().map(sample).collect()
}

fn of_integers() -> Vec<Vec<Argument>> {
    let sample = |dtype, shape: [i64; 4], [from, zero, to, other]: [f64; 4]| {
        let channels = &shape[1..2];
        vec![
            patterns(dtype, &shape, 1),
            varied(Dtype::F32, channels, 1),
            near_1(Dtype::F32, channels, 2),
            scalar(Dtype::F32, from),
            scalar(Dtype::I32, zero),
            scalar(Dtype::F32, to),
            scalar(Dtype::I32, other),
            near_1(Dtype::F32, channels, 3),
            varied(Dtype::F32, channels, 4),
            Argument::Float(1e-5),
            write(dtype, &shape),
        ]
    };
    let mut samples = vec![
        sample(Dtype::I8, [2, 3, 4, 5], [0.5, 3.0, 0.25, -7.0]),
        sample(Dtype::U8, [1, 2, 20, 70], [0.1, 128.0, 0.3, 100.0]),
        sample(Dtype::I32, [2, 3, 4, 5], [0.001, -5.0, 1000.0, 4.0]),
        sample(Dtype::I32, [2, 3, 4, 5], [1.0, 0.0, 0.25, 0.0]),
    ];
    // Exact halves: variances of 1, factors of 1/2.
    let mut halves = sample(Dtype::I8, [1, 1, 16, 16], [0.5, 0.0, 1.0, 0.0]);
    halves[1] = read(Dtype::F32, &[1], &[0.0]);
    halves[2] = read(Dtype::F32, &[1], &[1.0]);
    halves[7..9].fill(Argument::Null);
    halves[9] = Argument::Float(0.0);
    samples.push(halves);
    samples
}

fn of_members() -> Vec<Vec<Argument>> {
    let sample = |dtype, shape: [i64; 4], format| {
        let (channels, statistics) = match format {
            "NHWC" => (shape[3], [shape[0], 1, 1, shape[3]]),
            _ => (shape[1], [shape[0], shape[1], 1, 1]),
        };
        vec![
            varied(dtype, &shape, 1),
            near_1(dtype, &[channels], 2),
            varied(dtype, &[channels], 3),
            Argument::Text(format),
            Argument::Float(1e-5),
            write(dtype, &shape),
            write(dtype, &statistics),
            write(dtype, &statistics),
        ]
    };
    vec![
        sample(Dtype::F32, [2, 3, 4, 5], "NCHW"),
        sample(Dtype::F16, [2, 3, 40, 5], "NCHW"),
        sample(Dtype::F32, [2, 4, 5, 3], "NHWC"),
    ]
}

pub fn rows() -> Vec<Row> {
    const SUMS: &str = "f32 f16 | 950: + bf16";
    vec![
        Row::new("aclnnBatchNormElemtBackward", by_input)
            .accepts(&[
                ("gradOut", SHORT),
                ("input", SHORT),
                ("mean", SHORT),
                ("invstd", SHORT),
                ("weight", SHORT),
                ("sumDy", SHORT),
                ("sumDyXmu", SHORT),
                ("counter", "f32 f16 i32"),
                ("gradInput", SHORT),
            ])
            .whole(devices::by_input)
            .accuracy(ROWS)
            .holds(LAYOUT),
        Row::new("aclnnBatchNormGatherStatsWithCounts", of_statistics)
            .accepts(&[
                ("input", SHORT),
                ("mean", SHORT),
                ("invstd", SHORT),
                ("runningMean", SHORT),
                ("runningVar", SHORT),
                ("counts", SHORT),
                ("meanAll", SHORT),
                ("invstdAll", SHORT),
            ])
            .whole(devices::of_statistics)
            .accuracy(ROWS)
            .holds(STRIDED | SHAPE)
            .except(&[
                (
                    "dtypes mean",
                    "that of the running tensors on Ascend950, else 561103",
                ),
                (
                    "dtypes runningMean",
                    "that of `mean` on Ascend950, else 561103",
                ),
                (
                    "dtypes runningVar",
                    "that of `mean` on Ascend950, else 561103",
                ),
            ]),
        Row::new("aclnnSyncBatchNormGatherStats", of_sums)
            .accepts(&[
                ("totalSum", SUMS),
                ("totalSquareSum", "as totalSum"),
                ("sampleCount", "f32 f16 i32 | 950: + bf16"),
                ("mean", "as totalSum"),
                ("variance", "as totalSum"),
                ("batchMean", SUMS),
                ("batchInvstd", "as batchMean"),
            ])
            .whole(devices::of_sums)
            .accuracy(ROWS)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnQuantizedBatchNorm", of_integers)
            .accepts(&[
                ("input", "i8 u8 i32"),
                ("mean", "f32"),
                ("var", "f32"),
                ("inputScale", "f32"),
                ("inputZeroPoint", "i32"),
                ("outputScale", "f32"),
                ("outputZeroPoint", "i32"),
                ("weight", "f32"),
                ("bias", "f32"),
                ("output", "i8 u8 i32"),
            ])
            .whole(devices::of_integers)
            .holds(LAYOUT)
            .except(&[
                (
                    "dtypes input",
                    "another type than that of `output` gives 561103",
                ),
                (
                    "dtypes output",
                    "another type than that of `input` gives 561103",
                ),
            ]),
        Row::new("aclnnInstanceNorm", of_members)
            .accepts(&[
                ("x", "none | 310: f32 f16"),
                ("gamma", "as x"),
                ("beta", "as x"),
                ("y", "as x"),
                ("mean", "as x"),
                ("variance", "as x"),
            ])
            .held_by("table::rows::devices::instance_norm_on_310p")
            .accuracy(ROWS)
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
    ]
}

/// On a chip that has it, in a process of its own.
#[test]
fn instance_norm_on_310p() {
    if !chips::is("Ascend310P3", "table::rows::devices::instance_norm_on_310p") {
        return;
    }
    let Accuracy::Ulp { f32: ulp, .. } = ROWS else {
        panic!("a bound")
    };
    for sample in of_members() {
        let dtype = sample[0].dtype().unwrap();
        let outputs = call(entry("aclnnInstanceNorm"), &sample).unwrap();
        for (bytes, exact) in outputs.iter().zip(devices::of_members(&Arguments::new(
            entry("aclnnInstanceNorm"),
            &sample,
        ))) {
            for (bytes, exact) in bytes.chunks(dtype.bits() / 8).zip(exact) {
                let (got, exact) = (number::decode(bytes, dtype).real(), exact.real());
                let allowed = number::unit(&exact, dtype) * ulp;
                assert!(
                    (got.clone() - &exact).abs() <= allowed,
                    "{dtype}: {got} instead of {exact}"
                );
            }
        }
    }
}
