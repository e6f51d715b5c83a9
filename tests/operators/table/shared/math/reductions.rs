//! Samples and checks of several operators: reductions over axes.

use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::bounds;
use crate::table::samples::{patterns, read, write};
use hostnpu::tensor::Dtype;

use crate::table::{Accuracy, Holds, OVERLAP, RANK_0, RANK_8, SHAPE, STRIDED};

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
pub type Case = (&'static [i64], &'static [i64], bool, &'static [i64]);

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

pub fn samples(
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

pub const ALL: [Dtype; 12] = [
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
pub const NUMBERS: &str = "f32 f16 f64 c64 c128 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
pub const REALS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
pub const NAN_SUMMED: &str = "none | 910B: f32 f16 bf16 i8 i16 i32 i64 u8 bool | 950: f32 f16 bf16";
pub const CASTABLE: &str = "castable: f32 f16 f64 c64 c128 i8 i16 i32 i64 u8 | 910B 950: + bf16";

pub fn typed(parts: Parts) -> Vec<Argument> {
    let (dtype, out) = (
        Argument::DataType(parts.dtype),
        write(parts.dtype, parts.out),
    );
    vec![parts.tensor, parts.axes, parts.keep, dtype, out]
}

/// From one type to another.
pub fn from_to(from: Dtype, to: Dtype) -> Vec<Argument> {
    vec![
        numbers(from, &[5, 70, 9]),
        Argument::Ints(vec![2, 0]),
        Argument::Bool(true),
        Argument::DataType(to),
        write(to, &[1, 70, 1]),
    ]
}

pub fn of_type(arguments: &Arguments) -> Option<Dtype> {
    arguments["dtype"].dtype()
}
