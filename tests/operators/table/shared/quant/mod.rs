//! Operators of ops-nn, `quant/`.

pub mod fused;
pub mod gated_blocks;
pub mod given;
pub mod microscaling;
pub mod normed;
pub mod rotations;

use crate::argument::Argument;
use crate::table::samples::{NUMBERS, read, write};
use hostnpu::tensor::Dtype;

pub const TESTS: &str = "tests/mx_golden.rs, tests/mx_properties.rs, c_tests/aclnn/mx_*.c";
pub const ELEMENTS: &str = "e5m2 e4m3 e2m1 e1m2";

pub const NO_DTYPES: &[(&str, &str)] = &[
    (
        "dtypes yOut",
        "its code must be dstType: c_tests/aclnn/mx_errors.c",
    ),
    (
        "dtypes y1Out",
        "its code must be dstType: c_tests/aclnn/mx_errors.c",
    ),
    (
        "dtypes y",
        "its code must be dstType: c_tests/aclnn/mx_errors.c",
    ),
];

pub fn floats(values: &[f64]) -> impl Iterator<Item = Argument> {
    values.iter().map(|&value| Argument::Float(value))
}

pub fn quantised(more: &[f64]) -> Vec<Argument> {
    let mut arguments = vec![
        read(Dtype::F16, &[4, 64], &NUMBERS),
        Argument::Int(-1),
        Argument::Text("rint"),
        Argument::Int(36),
        Argument::Int(32),
        Argument::Int(0),
    ];
    arguments.extend(floats(more));
    arguments.extend([
        write(Dtype::F8E4m3fn, &[4, 64]),
        write(Dtype::F8E8m0, &[4, 1, 2]),
    ]);
    arguments
}

pub fn dual(more: &[f64]) -> Vec<Argument> {
    let mut arguments = vec![
        read(Dtype::F16, &[4, 64], &NUMBERS),
        Argument::Text("rint"),
        Argument::Int(36),
        Argument::Int(0),
    ];
    arguments.extend(floats(more));
    arguments.extend([
        write(Dtype::F8E4m3fn, &[4, 64]),
        write(Dtype::F8E8m0, &[4, 1, 2]),
        write(Dtype::F8E4m3fn, &[4, 64]),
        write(Dtype::F8E8m0, &[1, 64, 2]),
    ]);
    arguments
}

pub fn grouped(second_version: bool) -> Vec<Argument> {
    let mut arguments = vec![
        read(Dtype::F16, &[4, 64], &NUMBERS),
        read(Dtype::I32, &[1], &[4.0]),
        Argument::Text("rint"),
        Argument::Int(36),
        Argument::Int(32),
    ];
    if second_version {
        arguments.extend([Argument::Int(0), Argument::Float(0.0)]);
    }
    arguments.extend([
        write(Dtype::F8E4m3fn, &[4, 64]),
        write(Dtype::F8E8m0, &[1, 64, 2]),
    ]);
    arguments
}
