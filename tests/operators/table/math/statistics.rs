//! Variances, deviations, logarithms of sums, pools, traces and groups.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype;

use super::reductions::{
    FLOATS, NUMBERS, Parts, REDUCES, SHORT, SUMS, long, numbers, over_axes, with_specials,
};
use crate::argument::Argument;
use crate::reference::{lists, reductions};
use crate::table::samples::{read, write};
use crate::table::{Accuracy, EMPTY, OVERLAP, Row, STRIDED, computes};

const FLOAT: &str = "f32 f16 | 910B 950: + bf16";
const FLOAT_950: &str = "f32 f16 | 950: + bf16";

pub fn rows() -> Vec<Row> {
    [spreads(), logarithms(), channels(), others()]
        .into_iter()
        .flatten()
        .collect()
}

/// With a correction, and one output.
fn corrected(correction: fn(usize) -> Argument) -> Vec<Vec<Argument>> {
    let mut samples = over_axes(&SHORT, numbers, |parts| {
        let out = write(parts.dtype, parts.out);
        vec![parts.tensor, parts.axes, parts.keep, out]
    });
    // In two passes, shared by threads.
    samples.push(one(long()));
    for (number, sample) in samples.iter_mut().enumerate() {
        sample.insert(2, correction(number));
    }
    samples
}

/// 1, 0, 1, 2, 5 and so on.
fn corrections() -> Vec<Vec<Argument>> {
    corrected(|number| Argument::Int([1, 0, 1, 2, 5, -3][number % 6]))
}

fn two_corrections() -> Vec<Vec<Argument>> {
    let mut samples = corrections();
    for sample in &mut samples {
        let out = sample[4].clone();
        sample.push(out);
    }
    samples
}

fn spreads() -> Vec<Row> {
    const ONE: &[(&str, &str)] = &[("self", FLOAT), ("out", FLOAT)];
    vec![
        Row::new("aclnnVar", || {
            corrected(|number| Argument::Bool(number % 2 == 0))
        })
        .accepts(ONE)
        .computes(computes::own)
        .whole(reductions::variance)
        .accuracy(SUMS)
        .holds(REDUCES),
        Row::new("aclnnVarCorrection", corrections)
            .accepts(ONE)
            .computes(computes::own)
            .whole(reductions::variance_filled)
            .accuracy(SUMS)
            .holds(REDUCES),
        Row::new("aclnnStd", corrections)
            .accepts(ONE)
            .computes(computes::own)
            .whole(reductions::deviation)
            .accuracy(SUMS)
            .holds(REDUCES),
        Row::new("aclnnVarMean", two_corrections)
            .accepts(&[
                ("self", FLOAT_950),
                ("varOut", FLOAT_950),
                ("meanOut", FLOAT_950),
            ])
            .computes(computes::own)
            .whole(reductions::variance_and_mean)
            .accuracy(SUMS)
            .holds(REDUCES),
        Row::new("aclnnStdMeanCorrection", two_corrections)
            .accepts(&[
                ("self", FLOAT),
                ("stdOut", "as self | 950: f32 f16 bf16"),
                ("meanOut", "as self | 950: f32 f16 bf16"),
            ])
            .computes(computes::own)
            .whole(reductions::deviation_and_mean)
            .accuracy(SUMS)
            .holds(REDUCES),
    ]
}

fn one(parts: Parts) -> Vec<Argument> {
    let out = write(parts.dtype, parts.out);
    vec![parts.tensor, parts.axes, parts.keep, out]
}

fn logarithms() -> Vec<Row> {
    vec![
        Row::new("aclnnReduceLogSum", || {
            let positive =
                |dtype, shape: &[i64]| read(dtype, shape, &[0.5, 3.0, 0.125, 7.25, 1.0, 0.75, 2.5]);
            let mut samples = over_axes(&SHORT, positive, one);
            samples
                .iter_mut()
                .for_each(|sample| sample.insert(3, Argument::Bool(false)));
            samples
        })
        .accepts(&[("data", FLOAT_950), ("reduce", "as data")])
        .computes(computes::own)
        .whole(reductions::log_sum)
        .accuracy(Accuracy::Bounds("log_sum"))
        .holds(REDUCES | EMPTY)
        .except(&[(
            "dtypes reduce",
            "another type than that of `data` gives 561103",
        )]),
        Row::new("aclnnLogSumExp", || {
            let mut samples = over_axes(&[Dtype::F32, Dtype::F16, Dtype::Bf16], numbers, one);
            samples.extend(over_axes(&[Dtype::F32], with_specials, one));
            let infinite = [f64::NEG_INFINITY];
            samples.push(vec![
                read(Dtype::F32, &[3, 4], &infinite),
                Argument::Ints(vec![0]),
                Argument::Bool(false),
                write(Dtype::F32, &[4]),
            ]);
            samples.push(vec![
                read(Dtype::I32, &[3, 4], &[100.0, 3.0, -1000.0]),
                Argument::Ints(vec![1]),
                Argument::Bool(false),
                write(Dtype::F16, &[3]),
            ]);
            samples
        })
        .accepts(&[
            ("self", "f32 f16 i8 i16 i32 i64 u8 bool | 910B 950: + bf16"),
            ("out", FLOAT),
        ])
        .computes(|_| Some(Dtype::F32))
        .whole(reductions::log_sum_exp)
        .accuracy(Accuracy::Bounds("log_sum"))
        .holds(REDUCES),
    ]
}

/// A tensor in format NCHW.
fn in_channels(mut tensor: Argument) -> Argument {
    tensor.tensors_mut()[0].format = aclFormat::ACL_FORMAT_NCHW;
    tensor
}

fn channels() -> Vec<Row> {
    let pools: fn() -> Vec<Vec<Argument>> = || {
        let sample = |&dtype: &Dtype| {
            vec![
                with_specials(dtype, &[2, 3, 7, 50]),
                write(dtype, &[2, 3, 1, 1]),
            ]
        };
        let mut samples: Vec<Vec<Argument>> = [Dtype::F32, Dtype::F16, Dtype::F64]
            .iter()
            .map(sample)
            .collect();
        samples.insert(
            0,
            vec![
                numbers(Dtype::F32, &[2, 2, 3, 4]),
                write(Dtype::F32, &[2, 2, 1, 1]),
            ],
        );
        samples
    };
    vec![
        Row::new("aclnnGlobalAveragePool", pools)
            .accepts(&[
                ("self", "f32 f16 f64 | 910B 950: + bf16"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(reductions::average_pool)
            .accuracy(SUMS)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnGlobalMaxPool", pools)
            .accepts(&[("self", "f32 f16 f64"), ("out", "as self")])
            .computes(computes::own)
            .whole(reductions::max_pool)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnBatchNormStats", || {
            let sample = |&dtype: &Dtype| {
                vec![
                    numbers(dtype, &[3, 5, 41]),
                    Argument::Float(1e-5),
                    write(Dtype::F32, &[5]),
                    write(Dtype::F32, &[5]),
                ]
            };
            SHORT.iter().map(sample).collect()
        })
        .accepts(&[("input", FLOAT_950), ("mean", "f32"), ("invstd", "f32")])
        .computes(|_| Some(Dtype::F32))
        .whole(reductions::batch_norm_stats)
        .accuracy(SUMS),
        Row::new("aclnnBatchNormReduce", || {
            let sample = |&dtype: &Dtype| {
                let x = in_channels(numbers(dtype, &[3, 5, 4, 41]));
                vec![x, write(Dtype::F32, &[5]), write(Dtype::F32, &[5])]
            };
            SHORT.iter().map(sample).collect()
        })
        .accepts(&[("x", "f32 f16 bf16"), ("sum", "f32"), ("squareSum", "f32")])
        .computes(|_| Some(Dtype::F32))
        .whole(reductions::batch_norm_reduce)
        .accuracy(SUMS),
    ]
}

/// Rows of groups, whose list is one of INT32 or INT64.
fn grouped() -> Vec<Vec<Argument>> {
    let sample =
        |dtype, list: Argument| vec![numbers(dtype, &[50, 21]), list, write(dtype, &[4, 21])];
    let ends = |dtype| read(dtype, &[4], &[7.0, 7.0, 40.0, 90.0]);
    vec![
        sample(Dtype::F32, ends(Dtype::I32)),
        sample(Dtype::F16, ends(Dtype::I64)),
        sample(Dtype::Bf16, ends(Dtype::I32)),
        vec![
            numbers(Dtype::F32, &[4, 30, 5]),
            Argument::Null,
            write(Dtype::F32, &[4, 5]),
        ],
    ]
}

fn others() -> Vec<Row> {
    const NOWHERE: &str = "none | 910B: f32 f16 bf16 | 950: f32 f16 bf16";
    const GROUPS: &[(&str, &str)] = &[
        ("gradY", NOWHERE),
        ("groupIdxOptional", "i32 i64"),
        ("out", "as gradY"),
    ];
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
        Row::new("aclnnGroupedBiasAddGrad", grouped)
            .accepts(GROUPS)
            .computes(computes::own)
            .whole(reductions::groups)
            .accuracy(SUMS),
        Row::new("aclnnGroupedBiasAddGradV2", || {
            let mut samples = grouped();
            samples
                .iter_mut()
                .for_each(|sample| sample.insert(2, Argument::Int(0)));
            let mut sizes = samples[0].clone();
            sizes[1] = read(Dtype::I64, &[4], &[7.0, 0.0, 3.0, 40.0]);
            sizes[2] = Argument::Int(1);
            samples.push(sizes);
            samples
        })
        .accepts(GROUPS)
        .computes(computes::own)
        .whole(reductions::groups)
        .accuracy(SUMS),
        Row::new("aclnnSum", || {
            let sample = |&dtype: &Dtype| {
                let tensors: Vec<_> = [&[3_i64, 4][..], &[4], &[3, 1]]
                    .iter()
                    .flat_map(|shape| numbers(dtype, shape).tensors().to_vec())
                    .collect();
                vec![Argument::Tensors(tensors), write(dtype, &[3, 4])]
            };
            [Dtype::F32, Dtype::F16, Dtype::I8, Dtype::I32, Dtype::U8]
                .iter()
                .map(sample)
                .collect()
        })
        .accepts(&[
            ("tensors", "f16 f32 i8 i32 u8"),
            ("out", "f16 f32 i8 i32 u8"),
        ])
        .computes(computes::own)
        .elements(lists::sum)
        .accuracy(SUMS)
        .holds(STRIDED)
        .except(&[
            (
                "dtypes tensors",
                "lists of one type, but for FLOAT16: else 561103",
            ),
            ("dtypes out", "another type than the list's gives 561103"),
        ]),
    ]
}
