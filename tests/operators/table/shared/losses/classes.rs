//! Samples and checks of several operators: losses of classes.

use crate::argument::Argument;
use crate::reference::losses;
use crate::table::samples::{read, write};
use crate::table::shared::losses::LOSSES;
use crate::table::shared::losses::{Row, SHORT, numbered, varied, written};
use crate::table::{OVERLAP, STRIDED};
use hostnpu::tensor::Dtype;

/// The type, the shape of the elements and of the targets, the type of these, the reduction, and the class that does not count.
pub type Case = (Dtype, &'static [i64], &'static [i64], Dtype, i64, i64);

pub const ROWS: [Case; 8] = [
    (Dtype::F32, &[3, 4], &[3], Dtype::I64, 0, -100),
    (Dtype::F32, &[3000, 3], &[3000], Dtype::I64, 1, 1),
    (Dtype::F32, &[70, 9], &[70], Dtype::I32, 2, -100),
    (Dtype::F32, &[4], &[], Dtype::U8, 1, -100),
    (Dtype::F16, &[70, 9], &[70], Dtype::I64, 1, 2),
    (Dtype::F16, &[70, 9], &[70], Dtype::U8, 0, 2),
    (Dtype::Bf16, &[70, 9], &[70], Dtype::I64, 2, -100),
    // All targets are the class that does not count: a mean of nothing is NaN.
    (Dtype::F32, &[3, 1], &[3], Dtype::I64, 1, 0),
];

pub const PLANES: [Case; 4] = [
    // Small, so that outputs fit where other tensors lie.
    (Dtype::F32, &[1, 4, 2, 3], &[1, 2, 3], Dtype::I64, 0, 3),
    (Dtype::F32, &[2, 4, 9, 101], &[2, 9, 101], Dtype::I32, 1, 3),
    (Dtype::F16, &[2, 4, 3, 5], &[2, 3, 5], Dtype::I64, 2, 1),
    (Dtype::Bf16, &[1, 4, 7, 5], &[1, 7, 5], Dtype::U8, 0, -100),
];

/// Classes, and the label that does not count, unless the type has none below 0.
pub fn targets(dtype: Dtype, shape: &[i64], classes: i64, ignored: i64) -> Argument {
    let label = |i: i64| match i * 31 % (classes + 1) {
        class if class < classes => class,
        _ if dtype == Dtype::U8 => 0,
        _ => ignored,
    };
    let numbers: Vec<f64> = (0..97).map(|i| label(i) as f64).collect();
    let numbers = if shape.is_empty() {
        &[2.0]
    } else {
        &numbers[..]
    };
    read(dtype, shape, if classes == 1 { &[0.0] } else { numbers })
}

pub fn calls(cases: &[Case]) -> Vec<Vec<Argument>> {
    let call = |&(dtype, shape, of, target, reduction, ignored): &Case| {
        let classes = shape[(shape.len() - 1).min(1)];
        vec![
            varied(dtype, shape, 1),
            targets(target, of, classes, ignored),
            numbered(dtype, &[classes], 2, |i| 0.5 + i as f64 / 1008.0),
            Argument::Int(reduction),
            Argument::Int(ignored),
            written(dtype, reduction, of),
            write(dtype, &[1]),
        ]
    };
    cases.iter().map(call).collect()
}

pub fn slopes(cases: &[Case]) -> Vec<Vec<Argument>> {
    let mut calls = calls(cases);
    for (call, &(dtype, shape, of, _, reduction, _)) in calls.iter_mut().zip(cases) {
        call.truncate(5);
        call.insert(0, varied(dtype, if reduction == 0 { of } else { &[] }, 3));
        call.push(read(dtype, &[1], &[3.5]));
        call.push(write(dtype, shape));
    }
    calls
}

pub const TARGET: (&str, &str) = ("target", "i64 u8 i32");

/// The row of a loss. If losses are not added, the sum of the weights is not written, and so not over an input either.
#[track_caller]
pub fn of_loss(name: &str, samples: fn() -> Vec<Vec<Argument>>) -> Row {
    Row::new(name, samples)
        .accepts(&[
            ("self", SHORT),
            TARGET,
            ("weight", "as self"),
            ("out", "castable"),
            ("totalWeightOut", "castable"),
        ])
        .computes(|arguments| arguments["self"].dtype())
        .whole(losses::nll)
        .accuracy(LOSSES)
        .holds(STRIDED)
}

/// The row of its gradient.
#[track_caller]
pub fn of_backward(
    name: &str,
    samples: fn() -> Vec<Vec<Argument>>,
    accepts: &'static [(&'static str, &'static str)],
) -> Row {
    Row::new(name, samples)
        .accepts(accepts)
        .computes(|arguments| arguments["self"].dtype())
        .whole(losses::nll_backward)
        .accuracy(LOSSES)
        .holds(STRIDED | OVERLAP)
}
