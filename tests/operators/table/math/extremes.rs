//! The largest and the smallest elements, where they are, and whether elements are true.

use hostnpu::tensor::Dtype;

use super::reductions::{
    FLOATS, Parts, REAL, REALS, REDUCES, along_axis, numbers, over_axes, row, with_specials,
};
use crate::argument::Argument;
use crate::number::is_float;
use crate::reference::reductions;
use crate::table::samples::write;
use crate::table::{
    Accuracy, EMPTY, Holds, OVERLAP, RANK_0, RANK_8, Row, SHAPE, STRIDED, computes,
};

pub fn rows() -> Vec<Row> {
    [extremes(), with_index(), truths()]
        .into_iter()
        .flatten()
        .collect()
}

fn plain(parts: Parts) -> Vec<Argument> {
    let out = write(parts.dtype, parts.out);
    vec![parts.tensor, parts.axes, parts.keep, out]
}

fn of_all() -> Vec<Vec<Argument>> {
    let sample = |&dtype: &Dtype| vec![with_specials(dtype, &[33, 41]), write(dtype, &[])];
    let mut samples: Vec<Vec<Argument>> = REAL.iter().map(sample).collect();
    samples[0] = vec![numbers(Dtype::F32, &[3, 4]), write(Dtype::F32, &[1, 1])];
    samples.push(vec![numbers(Dtype::F32, &[70_001]), write(Dtype::F32, &[])]);
    samples.push(vec![numbers(Dtype::F32, &[30, 4]), write(Dtype::I32, &[1])]);
    samples
}

fn both_of_all() -> Vec<Vec<Argument>> {
    let sample = |&dtype: &Dtype| {
        vec![
            with_specials(dtype, &[33, 41]),
            write(dtype, &[]),
            write(dtype, &[1]),
        ]
    };
    REAL.iter().map(sample).collect()
}

fn extremes() -> Vec<Row> {
    const BOTH: &[(&str, &str)] = &[
        ("self", REALS),
        ("minOut", "as self"),
        ("maxOut", "as self"),
    ];
    let over: fn() -> Vec<Vec<Argument>> = || {
        let mut samples = over_axes(&REAL, numbers, plain);
        samples.extend(over_axes(&FLOATS, with_specials, plain));
        samples
    };
    let rounded = |row: Row| Row {
        accuracy: Accuracy::RoundedOnce,
        ..row
    };
    [
        row(
            "aclnnAmax",
            over,
            &[("self", REALS), ("out", "as self")],
            reductions::max,
        ),
        row(
            "aclnnAmin",
            over,
            &[("self", REALS), ("out", "as self")],
            reductions::min,
        ),
        row(
            "aclnnMaxV2",
            || {
                let mut samples = over_axes(&[Dtype::F32, Dtype::I64], numbers, plain);
                samples
                    .iter_mut()
                    .for_each(|sample| sample.insert(3, Argument::Bool(false)));
                samples
            },
            &[("self", REALS), ("out", "as self")],
            reductions::max,
        ),
        Row {
            holds: Holds(STRIDED.0 | EMPTY.0 | RANK_0.0 | OVERLAP.0 | SHAPE.0),
            ..row(
                "aclnnMax",
                of_all,
                &[("self", REALS), ("out", REALS)],
                reductions::max_of_all,
            )
        },
        Row {
            holds: Holds(STRIDED.0 | EMPTY.0 | RANK_0.0 | OVERLAP.0 | SHAPE.0),
            ..row(
                "aclnnMin",
                of_all,
                &[("self", REALS), ("out", REALS)],
                reductions::min_of_all,
            )
        },
        Row {
            holds: Holds(STRIDED.0 | EMPTY.0 | RANK_0.0),
            ..row(
                "aclnnAminmaxAll",
                both_of_all,
                BOTH,
                reductions::min_and_max_of_all,
            )
        },
        Row {
            holds: Holds(STRIDED.0 | EMPTY.0 | RANK_0.0 | RANK_8.0 | OVERLAP.0 | SHAPE.0),
            except: &[],
            ..row(
                "aclnnAminmaxDim",
                || {
                    along_axis(&REAL, with_specials, |parts| {
                        let out = write(parts.dtype, parts.out);
                        vec![parts.tensor, parts.axes, parts.keep, out.clone(), out]
                    })
                },
                BOTH,
                reductions::min_and_max,
            )
        },
        row(
            "aclnnAminmax",
            || {
                let mut samples = over_axes(&[Dtype::F32, Dtype::I16], with_specials, |parts| {
                    let out = write(parts.dtype, parts.out);
                    vec![parts.tensor, parts.axes, parts.keep, out.clone(), out]
                });
                // No axes are none.
                samples[1][3] = write(Dtype::F32, &[3, 4]);
                samples[1][4] = write(Dtype::F32, &[3, 4]);
                samples
            },
            BOTH,
            reductions::min_and_max,
        ),
    ]
    .into_iter()
    .map(rounded)
    .collect()
}

/// A type in which every value and every place is exact.
pub fn values_and_places(arguments: &[Argument]) -> Option<Dtype> {
    Some(match is_float(arguments[0].dtype()?) {
        true => Dtype::F64,
        false => Dtype::I64,
    })
}

fn with_index() -> Vec<Row> {
    const FOUND: &str = "f32 f16 i64 bool | 910B 950: + bf16 | 950: + i32";
    let pair: fn() -> Vec<Vec<Argument>> = || {
        let types = [
            Dtype::F32,
            Dtype::F16,
            Dtype::Bf16,
            Dtype::I64,
            Dtype::I32,
            Dtype::Bool,
        ];
        along_axis(&types, with_specials, |parts| {
            let (out, indices) = (write(parts.dtype, parts.out), write(Dtype::I32, parts.out));
            vec![parts.tensor, parts.axes, parts.keep, out, indices]
        })
    };
    let index: fn() -> Vec<Vec<Argument>> = || {
        let mut samples = along_axis(&REAL, with_specials, |parts| {
            let out = write(Dtype::I64, parts.out);
            vec![parts.tensor, parts.axes, parts.keep, out]
        });
        samples[1][3].set_dtype(Dtype::I32);
        samples
    };
    const PAIR: &[(&str, &str)] = &[("self", FOUND), ("out", "as self"), ("indices", "i32 i64")];
    let exact = |row: Row| Row {
        accuracy: Accuracy::RoundedOnce,
        ..row
    };
    let indices = &[(
        "dtypes indices",
        "others give 161001 on Ascend950, elsewhere a cast",
    )];
    [
        Row {
            except: indices,
            computes: values_and_places,
            holds: REDUCES | EMPTY,
            ..row("aclnnMaxDim", pair, PAIR, reductions::max_and_index)
        },
        Row {
            except: indices,
            computes: values_and_places,
            holds: REDUCES | EMPTY,
            ..row("aclnnMinDim", pair, PAIR, reductions::min_and_index)
        },
        Row {
            computes: |_| Some(Dtype::I64),
            holds: REDUCES | EMPTY,
            except: &[(
                "dtypes out",
                "others give 561103 on Ascend950, elsewhere a cast",
            )],
            ..row(
                "aclnnArgMax",
                index,
                &[
                    (
                        "self",
                        "f32 f16 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16 | 950: + u16",
                    ),
                    ("out", "i32 i64"),
                ],
                reductions::arg_max,
            )
        },
        Row {
            computes: |_| Some(Dtype::I64),
            ..row(
                "aclnnArgMin",
                index,
                &[
                    ("self", "f32 f16 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16"),
                    ("out", "i32 i64"),
                ],
                reductions::arg_min,
            )
        },
    ]
    .into_iter()
    .map(exact)
    .collect()
}

fn truths() -> Vec<Row> {
    let samples: fn() -> Vec<Vec<Argument>> = || {
        let mut samples = over_axes(&REAL, with_specials, |parts| {
            let out = write(Dtype::Bool, parts.out);
            vec![parts.tensor, parts.axes, parts.keep, out]
        });
        samples[1][3].set_dtype(Dtype::U8);
        samples
    };
    let boolean = |row: Row| Row {
        computes: computes::boolean,
        accuracy: Accuracy::RoundedOnce,
        ..row
    };
    const TYPES: &[(&str, &str)] = &[("self", REALS), ("out", "u8 bool")];
    [
        row("aclnnAll", samples, TYPES, reductions::all),
        Row {
            holds: REDUCES | EMPTY,
            ..row("aclnnAny", samples, TYPES, reductions::any)
        },
    ]
    .into_iter()
    .map(boolean)
    .collect()
}
