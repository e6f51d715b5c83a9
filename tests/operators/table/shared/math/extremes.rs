//! Samples and checks of several operators: the largest and the smallest elements, where they are, and whether elements are true.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::is_float;
use crate::table::samples::write;
use crate::table::shared::math::reductions::{
    FLOATS, Parts, REAL, REALS, along_axis, numbers, over_axes, with_specials,
};

pub const BOTH: &[(&str, &str)] = &[
    ("self", REALS),
    ("minOut", "as self"),
    ("maxOut", "as self"),
];

pub fn over() -> Vec<Vec<Argument>> {
    let mut samples = over_axes(&REAL, numbers, plain);
    samples.extend(over_axes(&FLOATS, with_specials, plain));
    samples
}

pub const FOUND: &str = "f32 f16 i64 bool | 910B 950: + bf16 | 950: + i32";

pub fn pair() -> Vec<Vec<Argument>> {
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
}

pub fn index() -> Vec<Vec<Argument>> {
    let mut samples = along_axis(&REAL, with_specials, |parts| {
        let out = write(Dtype::I64, parts.out);
        vec![parts.tensor, parts.axes, parts.keep, out]
    });
    samples[1][3].set_dtype(Dtype::I32);
    samples
}

pub const PAIR: &[(&str, &str)] = &[("self", FOUND), ("out", "as self"), ("indices", "i32 i64")];

pub const INDICES: &[(&str, &str)] = &[(
    "dtypes indices",
    "others give 161001 on Ascend950, elsewhere a cast",
)];

pub fn samples() -> Vec<Vec<Argument>> {
    let mut samples = over_axes(&REAL, with_specials, |parts| {
        let out = write(Dtype::Bool, parts.out);
        vec![parts.tensor, parts.axes, parts.keep, out]
    });
    samples[1][3].set_dtype(Dtype::U8);
    samples
}

pub const TYPES: &[(&str, &str)] = &[("self", REALS), ("out", "u8 bool")];

pub fn plain(parts: Parts) -> Vec<Argument> {
    let out = write(parts.dtype, parts.out);
    vec![parts.tensor, parts.axes, parts.keep, out]
}

pub fn of_all() -> Vec<Vec<Argument>> {
    let sample = |&dtype: &Dtype| vec![with_specials(dtype, &[33, 41]), write(dtype, &[])];
    let mut samples: Vec<Vec<Argument>> = REAL.iter().map(sample).collect();
    samples[0] = vec![numbers(Dtype::F32, &[3, 4]), write(Dtype::F32, &[1, 1])];
    samples.push(vec![numbers(Dtype::F32, &[70_001]), write(Dtype::F32, &[])]);
    samples.push(vec![numbers(Dtype::F32, &[30, 4]), write(Dtype::I32, &[1])]);
    samples
}

/// A type in which every value and every place is exact.
pub fn values_and_places(arguments: &Arguments) -> Option<Dtype> {
    Some(match is_float(arguments["self"].dtype()?) {
        true => Dtype::F64,
        false => Dtype::I64,
    })
}
