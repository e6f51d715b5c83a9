//! Reductions over axes.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::bounds;
use crate::reference::reductions;
use crate::table::samples::{patterns, read, write};
use crate::table::{
    Accuracy, EMPTY, Holds, OVERLAP, RANK_0, RANK_8, Row, SHAPE, STRIDED, computes,
};

/// Makes a tensor of a sample: of numbers alone, or with some NaN.
pub type Numbers = fn(Dtype, &[i64]) -> Argument;

/// Numbers of both signs that do not repeat soon, which every type has; integers fill their type.
pub fn numbers(dtype: Dtype, shape: &[i64]) -> Argument {
    if dtype.is_integer() || dtype == Dtype::Bool {
        return patterns(dtype, shape, 11);
    }
    let number = |i: i64| ((i * 7919) % 1009 - 500) as f64 / 64.0;
    let numbers: Vec<f64> = (0..1009).map(number).collect();
    read(dtype, shape, &numbers)
}

/// The same with NaN, infinities and zeros here and there.
pub fn with_specials(dtype: Dtype, shape: &[i64]) -> Argument {
    let mut numbers = numbers(dtype, shape);
    if let [
        Tensor {
            contents: Contents::Numbers(numbers),
            ..
        },
    ] = numbers.tensors_mut()
    {
        for (i, special) in [f64::NAN, -0.0, 0.0, f64::INFINITY, f64::NEG_INFINITY]
            .iter()
            .enumerate()
        {
            numbers[97 + 191 * i] = *special;
        }
    }
    numbers
}

/// Factors whose products stay within every type.
pub fn factors(dtype: Dtype, shape: &[i64]) -> Argument {
    if dtype.is_integer() || dtype == Dtype::Bool {
        return patterns(dtype, shape, 11);
    }
    read(dtype, shape, &[1.25, -0.75, 1.1, 0.9, -1.3, 0.8, 1.0])
}

/// A tensor's shape, axes, whether they are kept, and what is left.
type Case = (&'static [i64], &'static [i64], bool, &'static [i64]);

/// Inner, outer, mixed and all axes, short and long.
pub const CASES: [Case; 9] = [
    (&[3, 4], &[-1], true, &[3, 1]),
    (&[3, 4], &[], false, &[]),
    (&[5, 70, 9], &[0, 2], false, &[70]),
    (&[5, 70, 9], &[-2], false, &[5, 9]),
    (&[2, 4999], &[1], false, &[2]),
    (&[4999, 5], &[0], true, &[1, 5]),
    (&[3, 2, 130, 1, 5], &[1, 4], false, &[3, 130, 1]),
    (&[300, 3], &[1], false, &[300]),
    (&[4, 1], &[1], false, &[4]),
];

/// A sample: the tensor, axes, true if they are kept, the type of the output, and its shape.
pub struct Parts {
    pub tensor: Argument,
    pub axes: Argument,
    pub keep: Argument,
    pub dtype: Dtype,
    pub out: &'static [i64],
}

/// Samples of every case in the first type, and of the mixed axes in the others.
pub fn over_axes(
    types: &[Dtype],
    contents: Numbers,
    build: fn(Parts) -> Vec<Argument>,
) -> Vec<Vec<Argument>> {
    samples(types, contents, build, |axes| {
        Some(Argument::Ints(axes.to_vec()))
    })
}

/// The same of one axis.
pub fn along_axis(
    types: &[Dtype],
    contents: Numbers,
    build: fn(Parts) -> Vec<Argument>,
) -> Vec<Vec<Argument>> {
    samples(types, contents, build, |axes| match axes {
        [axis] => Some(Argument::Int(*axis)),
        _ => None,
    })
}

/// One result of so many elements that threads share them.
pub fn long() -> Parts {
    Parts {
        tensor: numbers(Dtype::F32, &[70_001]),
        axes: Argument::Ints(vec![0]),
        keep: Argument::Bool(false),
        dtype: Dtype::F32,
        out: &[],
    }
}

fn samples(
    types: &[Dtype],
    contents: Numbers,
    build: fn(Parts) -> Vec<Argument>,
    named: fn(&[i64]) -> Option<Argument>,
) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (number, &dtype) in types.iter().enumerate() {
        for (at, &(shape, axes, keep, out)) in CASES.iter().enumerate() {
            if number > 0 && ![2, 3, 4].contains(&at) {
                continue;
            }
            samples.extend(named(axes).map(|axes| {
                build(Parts {
                    tensor: contents(dtype, shape),
                    axes,
                    keep: Argument::Bool(keep),
                    dtype,
                    out,
                })
            }));
        }
    }
    samples
}

pub const FLOATS: [Dtype; 4] = [Dtype::F32, Dtype::F16, Dtype::Bf16, Dtype::F64];
pub const SHORT: [Dtype; 3] = [Dtype::F32, Dtype::F16, Dtype::Bf16];
pub const REAL: [Dtype; 9] = [
    Dtype::F32,
    Dtype::F16,
    Dtype::Bf16,
    Dtype::F64,
    Dtype::I8,
    Dtype::U8,
    Dtype::I16,
    Dtype::I32,
    Dtype::I64,
];
const ALL: [Dtype; 12] = [
    Dtype::F32,
    Dtype::F16,
    Dtype::Bf16,
    Dtype::F64,
    Dtype::I8,
    Dtype::U8,
    Dtype::I16,
    Dtype::I32,
    Dtype::I64,
    Dtype::Bool,
    Dtype::Complex64,
    Dtype::Complex128,
];

/// Promises of reductions whose output has the shape of the rest.
pub const REDUCES: Holds = Holds(STRIDED.0 | RANK_0.0 | RANK_8.0 | OVERLAP.0 | SHAPE.0);

/// Sums and what is made of them: rounded once from doubles, of doubles from two.
pub const SUMS: Accuracy = Accuracy::Ulp {
    f32: bounds::REDUCTIONS[0],
    f64: bounds::REDUCTIONS[1],
};

pub fn rows() -> Vec<Row> {
    sums()
}

pub const NUMBERS: &str = "f32 f16 f64 c64 c128 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
const NO_BOOL: &str = "f32 f16 f64 c64 c128 i8 i16 i32 i64 u8 | 910B 950: + bf16";
pub const REALS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
const NAN_SUMMED: &str = "none | 910B: f32 f16 bf16 i8 i16 i32 i64 u8 bool | 950: f32 f16 bf16";
const CASTABLE: &str = "castable: f32 f16 f64 c64 c128 i8 i16 i32 i64 u8 | 910B 950: + bf16";

fn typed(parts: Parts) -> Vec<Argument> {
    let (dtype, out) = (
        Argument::DataType(parts.dtype),
        write(parts.dtype, parts.out),
    );
    vec![parts.tensor, parts.axes, parts.keep, dtype, out]
}

/// From one type to another.
fn from_to(from: Dtype, to: Dtype) -> Vec<Argument> {
    vec![
        numbers(from, &[5, 70, 9]),
        Argument::Ints(vec![2, 0]),
        Argument::Bool(true),
        Argument::DataType(to),
        write(to, &[1, 70, 1]),
    ]
}

fn sums() -> Vec<Row> {
    let of_type = |arguments: &Arguments| arguments["dtype"].dtype();
    vec![
        Row::new("aclnnReduceSum", || {
            let mut samples = over_axes(&ALL, numbers, typed);
            samples.extend(over_axes(&FLOATS, with_specials, typed));
            samples.push(typed(long()));
            for (from, to) in [
                (Dtype::I8, Dtype::I64),
                (Dtype::Bool, Dtype::I64),
                (Dtype::F32, Dtype::I32),
                (Dtype::F64, Dtype::F16),
                (Dtype::F32, Dtype::I8),
                (Dtype::Complex64, Dtype::F32),
                (Dtype::F32, Dtype::Complex128),
                (Dtype::F32, Dtype::Bool),
                (Dtype::I64, Dtype::Bf16),
            ] {
                samples.push(from_to(from, to));
            }
            samples
        })
        .accepts(&[("self", NUMBERS), ("out", "as dtype")])
        .computes(of_type)
        .whole(reductions::sum)
        .accuracy(SUMS)
        .holds(REDUCES | EMPTY),
        Row::new("aclnnReduceNansum", || {
            over_axes(&SHORT, with_specials, typed)
        })
        .accepts(&[
            (
                "self",
                "none | 910B: f32 f16 bf16 i8 i16 i32 i64 u8 bool | 950: f32 f16 bf16",
            ),
            ("out", "as dtype"),
        ])
        .computes(of_type)
        .whole(reductions::nan_sum)
        .accuracy(SUMS)
        .holds(REDUCES | EMPTY),
        Row::new("aclnnMean", || {
            let mut samples = vec![from_to(Dtype::F32, Dtype::Complex64)];
            samples[0][1] = Argument::Ints(vec![-1]);
            samples[0][4] = write(Dtype::Complex64, &[5, 70, 1]);
            samples.extend(over_axes(&REAL, numbers, typed));
            samples.extend(over_axes(
                &[Dtype::Complex64, Dtype::Complex128],
                numbers,
                typed,
            ));
            samples.push(from_to(Dtype::I32, Dtype::F32));
            let mut wider = from_to(Dtype::F16, Dtype::F16);
            wider[4].set_dtype(Dtype::F64);
            samples.push(wider);
            samples
        })
        .accepts(&[
            ("self", NO_BOOL),
            (
                "out",
                "castable: f32 f16 f64 c64 c128 i8 i16 i32 i64 u8 | 910B 950: + bf16",
            ),
        ])
        .computes(of_type)
        .whole(reductions::mean)
        .accuracy(SUMS)
        .holds(REDUCES),
        Row::new("aclnnMeanV2", || {
            over_axes(&[Dtype::F32, Dtype::I32, Dtype::F64], numbers, |parts| {
                let out = write(parts.dtype, parts.out);
                vec![
                    parts.tensor,
                    parts.axes,
                    parts.keep,
                    Argument::Bool(false),
                    out,
                ]
            })
        })
        .accepts(&[("self", NO_BOOL), ("out", "as self")])
        .computes(computes::own)
        .whole(reductions::mean)
        .accuracy(SUMS)
        .holds(REDUCES | EMPTY),
        Row::new("aclnnProdDim", || along_axis(&ALL, factors, typed))
            .accepts(&[("self", NUMBERS), ("out", "as dtype")])
            .computes(of_type)
            .whole(reductions::product)
            .accuracy(Accuracy::Bounds("product"))
            .holds(REDUCES | EMPTY),
        Row::new("aclnnProd", || {
            let sample = |&dtype: &Dtype| {
                vec![
                    factors(dtype, &[5, 7, 3]),
                    Argument::DataType(dtype),
                    write(dtype, &[]),
                ]
            };
            ALL.iter().map(sample).collect()
        })
        .accepts(&[("self", NUMBERS), ("out", "as dtype")])
        .computes(|arguments| arguments["dtype"].dtype())
        .whole(reductions::product)
        .accuracy(Accuracy::Bounds("product"))
        .holds(STRIDED | OVERLAP),
    ]
}
