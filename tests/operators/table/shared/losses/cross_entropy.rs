//! Samples and checks of several operators: cross entropy of rows of logits.

use crate::argument::Argument;
use crate::table::samples::read;
use crate::table::shared::losses::numbered;
use hostnpu::tensor::Dtype;

/// The type, rows and classes, the type of targets, whether classes are weighed, the reduction, the class that does not count, and what is spread.
pub type Case = (Dtype, [i64; 2], Dtype, bool, &'static str, i64, f64);

pub const CASES: [Case; 7] = [
    (Dtype::F32, [3, 4], Dtype::I64, true, "mean", -100, 0.0),
    (Dtype::F32, [9, 91], Dtype::I64, true, "none", 3, 0.125),
    (Dtype::F32, [2, 4200], Dtype::I32, false, "sum", -100, 0.25),
    (Dtype::F32, [9, 91], Dtype::I64, false, "mean", 5, 0.0),
    (Dtype::F16, [7, 33], Dtype::I64, true, "mean", -100, 0.0),
    (Dtype::F16, [7, 33], Dtype::I64, false, "none", -100, 0.5),
    (Dtype::Bf16, [7, 33], Dtype::I64, true, "sum", 2, 0.0),
];

/// Target and weight of a case.
pub fn targets(&(_, [count, classes], dtype, weighed, _, ignored, _): &Case) -> [Argument; 2] {
    let label = |i: i64| {
        if i % 7 == 1 {
            ignored
        } else {
            i * 31 % classes
        }
    };
    let numbers: Vec<f64> = (0..97).map(|i| label(i) as f64).collect();
    let weight = numbered(Dtype::F32, &[classes], 2, |i| 0.5 + i as f64 / 1008.0);
    [
        read(dtype, &[count], &numbers),
        if weighed { weight } else { Argument::Null },
    ]
}

/// Attributes of a case.
pub fn attributes(&(.., reduction, ignored, smoothing): &Case) -> [Argument; 4] {
    [
        Argument::Text(reduction),
        Argument::Int(ignored),
        Argument::Float(smoothing),
        Argument::Float(0.0),
    ]
}

/// Extents of a loss.
pub fn combined(case: &Case) -> [i64; 1] {
    [if case.4 == "none" { case.1[0] } else { 1 }]
}

pub const TYPES: &str = "none | 910B 950: f16 f32 bf16";
pub const TARGET: (&str, &str) = ("target", "none | 910B: i64 | 950: i64 i32");
pub const WEIGHT: (&str, &str) = ("weightOptional", "none | 910B 950: f32");
