//! Samples and checks of several operators: operators whose outputs have a length that only the call knows.

use crate::argument::Argument;
use crate::table::samples::{NUMBERS, patterns, read, write};
use hostnpu::tensor::Dtype;

pub const SELECTED: &str =
    "f32 i32 i64 f16 i16 i8 u8 f64 bool | 910B: + bf16 | 950: + bf16 u16 u32 u64";
pub const SORTED: &str = "bool u8 i8 u16 i16 u32 i32 u64 i64 f64 f32 f16 | 910B 950: + bf16";
pub const DENSE: &str = "has to be dense: its new shape is";

/// Few values among many, all different ones, -0 and NaN, sorted or not, in every kind of type.
pub fn values() -> Vec<Vec<Argument>> {
    let call = |self_: Argument, inverse: bool| {
        let tensor = &self_.tensors()[0];
        let (dtype, shape) = (tensor.dtype, tensor.shape.clone());
        vec![
            self_,
            Argument::Bool(inverse),
            Argument::Bool(inverse),
            write(dtype, &[shape.iter().product()]),
            write(Dtype::I64, &shape),
        ]
    };
    let floats = [
        1.5,
        f64::NAN,
        -0.0,
        0.0,
        1.5,
        -2.0,
        f64::NAN,
        0.0,
        f64::INFINITY,
    ];
    let mut samples = vec![
        call(read(Dtype::F32, &[3, 4], &NUMBERS), true),
        call(read(Dtype::F32, &[3, 4], &floats), true),
        call(read(Dtype::F64, &[3, 4], &floats), false),
        call(read(Dtype::F16, &[], &floats), true),
        call(patterns(Dtype::I64, &[70_001], 1), false),
        call(patterns(Dtype::I64, &[251, 280], 1), true),
        call(patterns(Dtype::U64, &[2000], 1), true),
        call(patterns(Dtype::F16, &[70_001], 2), true),
    ];
    let types = [
        Dtype::I8,
        Dtype::U8,
        Dtype::Bool,
        Dtype::I16,
        Dtype::U16,
        Dtype::I32,
        Dtype::U32,
    ];
    for dtype in types {
        samples.push(call(patterns(dtype, &[3001], 3), dtype != Dtype::I32));
    }
    samples
}

/// Slices and elements with runs, in each kind of type, along each dimension; NaN and both zeros.
pub fn slices(dims: &[i64], is_sorted: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let floats = [1.0, 1.0, 2.0, 2.0, 2.0, 0.0, -0.0, 1.0, f64::NAN, f64::NAN];
    let whole = [3.0, 3.0, 1.0, 1.0, 3.0, 3.0];
    let tensors = [
        read(Dtype::F32, &[3, 4], &floats),
        read(Dtype::I64, &[6, 2], &whole),
        read(Dtype::Bool, &[3, 7, 2], &[0.0, 0.0, 1.0]),
        read(Dtype::F16, &[40, 3], &floats),
        read(Dtype::U8, &[5, 4001], &[1.0, 1.0, 2.0]),
    ];
    for (number, tensor) in tensors.into_iter().enumerate() {
        let (dtype, shape) = (tensor.tensors()[0].dtype, tensor.tensors()[0].shape.clone());
        for &dim in dims {
            let asked = number != 1;
            let length = match dim {
                1000 => shape.iter().product(),
                _ => shape[dim.rem_euclid(shape.len() as i64) as usize],
            };
            let values = if dim == 1000 {
                vec![length]
            } else {
                shape.clone()
            };
            let flags = [
                Argument::Bool(asked),
                Argument::Bool(if is_sorted { asked } else { true }),
            ];
            let mut sample = vec![tensor.clone()];
            sample.extend(flags);
            sample.push(Argument::Int(dim));
            sample.push(write(dtype, &values));
            sample.extend([write(Dtype::I64, &[length]), write(Dtype::I64, &[length])]);
            samples.push(sample);
        }
    }
    samples
}

pub const INVERSE: (&str, &str) = ("inverseOut", "i64");
pub const COUNTS: (&str, &str) = ("countsOut", "i64");
pub const VALUES: (&str, &str) = ("valueOut", "as self");
pub const OUT: &[(&str, &str)] = &[("strided out", DENSE)];
pub const FOUND: &[(&str, &str)] = &[("strided valueOut", DENSE), ("strided countsOut", DENSE)];
