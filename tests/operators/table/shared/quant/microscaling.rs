//! Samples and checks of several operators: blocks of rows and columns, and scales of two levels.

use crate::argument::{Argument, Contents, Tensor};
use crate::table::samples::write;
use crate::table::shared::quant::given::code;
use hostnpu::tensor::Dtype::{self, *};

pub type Accepts = &'static [(&'static str, &'static str)];

pub const BY_CODE: &str = "its code must be dstType: each type is a sample";

/// Scales along an axis of a tensor of this shape.
pub fn scales(shape: &[i64], axis: usize) -> Argument {
    let mut shape = shape.to_vec();
    shape[axis] = (shape[axis] + 63) / 64;
    shape.push(2);
    write(F8E8m0, &shape)
}

/// Numbers that are neither very small nor special.
pub fn ordinary(dtype: Dtype, shape: &[i64], seed: u64) -> Argument {
    Argument::Tensor(Tensor::new(dtype, shape, Contents::Specials(seed, 1 << 40)))
}

/// Types of codes and their rounding modes; null is "rint".
pub const FORMATS: [(Dtype, &str); 10] = [
    (F8E4m3fn, "rint"),
    (F8E5m2, "rint"),
    (F8E4m3fn, ""),
    (F4E2m1, "rint"),
    (F4E2m1, "round"),
    (F4E2m1, "floor"),
    (F4E1m2, "rint"),
    (F4E1m2, "round"),
    (F4E1m2, "floor"),
    (F4E1m2, ""),
];

pub fn mode(name: &'static str) -> Argument {
    match name {
        "" => Argument::Null,
        name => Argument::Text(name),
    }
}

pub fn block(x: Argument, to: Dtype, name: &'static str, alg: i64, max: f64) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let rank = shape.len();
    vec![
        x,
        mode(name),
        Argument::Int(code(to)),
        Argument::Int(alg),
        Argument::Float(max),
        write(to, &shape),
        scales(&shape, rank - 1),
        scales(&shape, rank - 2),
    ]
}

pub const HALVES: &str = "| 950: f16 bf16";

// A rounding mode goes with a type, too.
pub const CODES: Accepts = &[("dtypes yOut", BY_CODE)];
