//! Samples and checks of several operators: gated units and their gradients, quantised in blocks, by groups or by rows.

use crate::argument::Argument;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::microscaling::Accepts;
use hostnpu::tensor::Dtype::{self, *};

pub fn null() -> Argument {
    Argument::Null
}

pub fn bool(value: bool) -> Argument {
    Argument::Bool(value)
}

/// Numbers at the limits of the samples, and on both sides of them.
pub const EDGES: [f64; 11] = [
    0.5, -0.5, 1.0, -1.25, 2.0, -2.0, -3.0, 7.5, 0.125, 4.75, -4.75,
];

pub fn gradient(
    x: Dtype,
    [weight, groups, of_weight]: [bool; 3],
    limit: f64,
    plain: bool,
) -> Vec<Argument> {
    let optional = |given: bool, argument: Argument| if given { argument } else { null() };
    let rows: &[i64] = if plain { &[2, 3, 1] } else { &[2, 3] };
    vec![
        read(x, &[2, 3, 40], &NUMBERS[3..]),
        read(x, &[2, 3, 80], &EDGES),
        optional(weight, read(F32, rows, &POSITIVE)),
        optional(weight, read(x, &[2, 3, 40], &NUMBERS[2..])),
        optional(groups, read(I64, &[2], &[1.0, 3.0])),
        Argument::Float(limit),
        write(x, &[2, 3, 80]),
        optional(of_weight, write(F32, rows)),
    ]
}

pub fn gradient_samples(plain: bool) -> Vec<Vec<Argument>> {
    let none = if plain { 0.0 } else { -1.0 };
    let mut samples = vec![gradient(F16, [true, true, true], none, plain)];
    for x in [F32, F16, Bf16] {
        samples.push(gradient(x, [true, true, true], 4.75, plain));
        samples.push(gradient(x, [true, false, true], none, plain));
        samples.push(gradient(x, [false, true, false], 2.0, plain));
        samples.push(gradient(x, [false, false, false], none, plain));
    }
    samples
}

pub const HALVES: &str = "| 950: f16 bf16";
pub const FLOATS: &str = "| 950: f32 f16 bf16";
pub const CODES: &str = "| 950: e5m2 e4m3 e2m1 e1m2";

pub const GRADIENT: Accepts = &[
    ("gradY", FLOATS),
    ("x", "as gradY"),
    ("weightOptional", "| 950: f32"),
    ("yOriginOptional", "as gradY"),
    ("groupIndexOptional", "| 950: i64"),
    ("gradXOut", "as gradY"),
    ("gradWeightOutOptional", "| 950: f32"),
];
