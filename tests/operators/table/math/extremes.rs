//! The largest and the smallest elements, where they are, and whether elements are true.

use hostnpu::tensor::Dtype;

use super::reductions::{
    FLOATS, Parts, REAL, REALS, REDUCES, along_axis, numbers, over_axes, with_specials,
};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::is_float;
use crate::reference::reductions;
use crate::table::samples::write;
use crate::table::{EMPTY, OVERLAP, RANK_0, RANK_8, Row, SHAPE, STRIDED, computes};

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
    vec![
        Row::new("aclnnAmax", over)
            .accepts(&[("self", REALS), ("out", "as self")])
            .computes(computes::own)
            .whole(reductions::max)
            .holds(REDUCES),
        Row::new("aclnnAmin", over)
            .accepts(&[("self", REALS), ("out", "as self")])
            .computes(computes::own)
            .whole(reductions::min)
            .holds(REDUCES),
        Row::new("aclnnMaxV2", || {
            let mut samples = over_axes(&[Dtype::F32, Dtype::I64], numbers, plain);
            samples
                .iter_mut()
                .for_each(|sample| sample.insert(3, Argument::Bool(false)));
            samples
        })
        .accepts(&[("self", REALS), ("out", "as self")])
        .computes(computes::own)
        .whole(reductions::max)
        .holds(REDUCES),
        Row::new("aclnnMax", of_all)
            .accepts(&[("self", REALS), ("out", REALS)])
            .computes(computes::own)
            .whole(reductions::max_of_all)
            .holds(STRIDED | EMPTY | RANK_0 | OVERLAP | SHAPE),
        Row::new("aclnnMin", of_all)
            .accepts(&[("self", REALS), ("out", REALS)])
            .computes(computes::own)
            .whole(reductions::min_of_all)
            .holds(STRIDED | EMPTY | RANK_0 | OVERLAP | SHAPE),
        Row::new("aclnnAminmaxAll", both_of_all)
            .accepts(BOTH)
            .computes(computes::own)
            .whole(reductions::min_and_max_of_all)
            .holds(STRIDED | EMPTY | RANK_0),
        Row::new("aclnnAminmaxDim", || {
            along_axis(&REAL, with_specials, |parts| {
                let out = write(parts.dtype, parts.out);
                vec![parts.tensor, parts.axes, parts.keep, out.clone(), out]
            })
        })
        .accepts(BOTH)
        .computes(computes::own)
        .whole(reductions::min_and_max)
        .holds(STRIDED | EMPTY | RANK_0 | RANK_8 | OVERLAP | SHAPE),
        Row::new("aclnnAminmax", || {
            let mut samples = over_axes(&[Dtype::F32, Dtype::I16], with_specials, |parts| {
                let out = write(parts.dtype, parts.out);
                vec![parts.tensor, parts.axes, parts.keep, out.clone(), out]
            });
            // No axes are none.
            samples[1][3] = write(Dtype::F32, &[3, 4]);
            samples[1][4] = write(Dtype::F32, &[3, 4]);
            samples
        })
        .accepts(BOTH)
        .computes(computes::own)
        .whole(reductions::min_and_max)
        .holds(REDUCES),
    ]
}

/// A type in which every value and every place is exact.
pub fn values_and_places(arguments: &Arguments) -> Option<Dtype> {
    Some(match is_float(arguments["self"].dtype()?) {
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
    let indices = &[(
        "dtypes indices",
        "others give 161001 on Ascend950, elsewhere a cast",
    )];
    vec![
        Row::new("aclnnMaxDim", pair)
            .accepts(PAIR)
            .computes(values_and_places)
            .whole(reductions::max_and_index)
            .holds(REDUCES | EMPTY)
            .except(indices),
        Row::new("aclnnMinDim", pair)
            .accepts(PAIR)
            .computes(values_and_places)
            .whole(reductions::min_and_index)
            .holds(REDUCES | EMPTY)
            .except(indices),
        Row::new("aclnnArgMax", index)
            .accepts(&[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16 | 950: + u16",
                ),
                ("out", "i32 i64"),
            ])
            .computes(|_| Some(Dtype::I64))
            .whole(reductions::arg_max)
            .holds(REDUCES | EMPTY)
            .except(&[(
                "dtypes out",
                "others give 561103 on Ascend950, elsewhere a cast",
            )]),
        Row::new("aclnnArgMin", index)
            .accepts(&[
                ("self", "f32 f16 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16"),
                ("out", "i32 i64"),
            ])
            .computes(|_| Some(Dtype::I64))
            .whole(reductions::arg_min)
            .holds(REDUCES),
    ]
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
    const TYPES: &[(&str, &str)] = &[("self", REALS), ("out", "u8 bool")];
    vec![
        Row::new("aclnnAll", samples)
            .accepts(TYPES)
            .computes(computes::boolean)
            .whole(reductions::all)
            .holds(REDUCES),
        Row::new("aclnnAny", samples)
            .accepts(TYPES)
            .computes(computes::boolean)
            .whole(reductions::any)
            .holds(REDUCES | EMPTY),
    ]
}
