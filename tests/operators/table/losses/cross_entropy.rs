//! Cross entropy of rows of logits.

use crate::table::losses::LOSSES;
use crate::table::{ELEMENTWISE, OVERLAP, STRIDED};
use hostnpu::tensor::Dtype;

use super::{Row, SHORT, numbered, probable, varied};
use crate::argument::Argument;
use crate::reference::cross_entropy;
use crate::table::samples::{read, write};

fn distributions() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: [i64; 2], labels: [i64; 2]| {
        vec![
            varied(dtype, &shape, 1),
            probable(dtype, &labels, 2),
            write(dtype, &shape[..1]),
            write(dtype, &shape),
        ]
    };
    let mut samples = vec![
        call(Dtype::F32, [3, 4], [3, 4]),
        call(Dtype::F32, [17, 91], [1, 91]),
        call(Dtype::F32, [1, 4200], [1, 1]),
        call(Dtype::F16, [7, 33], [7, 33]),
        call(Dtype::Bf16, [7, 33], [7, 33]),
    ];
    // The probability of the class is nearly 1.
    let mut certain = call(Dtype::F32, [2, 3], [2, 3]);
    certain[0] = read(Dtype::F32, &[2, 3], &[30.0, 1.0, -4.0, 0.5, 12.0, 3.0]);
    certain[1] = read(Dtype::F32, &[2, 3], &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    samples.push(certain);
    samples
}

/// The type, rows and classes, the type of targets, whether classes are weighed, the reduction, the class that does not count, and what is spread.
type Case = (Dtype, [i64; 2], Dtype, bool, &'static str, i64, f64);

const CASES: [Case; 7] = [
    (Dtype::F32, [3, 4], Dtype::I64, true, "mean", -100, 0.0),
    (Dtype::F32, [9, 91], Dtype::I64, true, "none", 3, 0.125),
    (Dtype::F32, [2, 4200], Dtype::I32, false, "sum", -100, 0.25),
    (Dtype::F32, [9, 91], Dtype::I64, false, "mean", 5, 0.0),
    (Dtype::F16, [7, 33], Dtype::I64, true, "mean", -100, 0.0),
    (Dtype::F16, [7, 33], Dtype::I64, false, "none", -100, 0.5),
    (Dtype::Bf16, [7, 33], Dtype::I64, true, "sum", 2, 0.0),
];

/// Target and weight of a case.
fn targets(&(_, [count, classes], dtype, weighed, _, ignored, _): &Case) -> [Argument; 2] {
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
fn attributes(&(.., reduction, ignored, smoothing): &Case) -> [Argument; 4] {
    [
        Argument::Text(reduction),
        Argument::Int(ignored),
        Argument::Float(smoothing),
        Argument::Float(0.0),
    ]
}

/// Extents of a loss.
fn combined(case: &Case) -> [i64; 1] {
    [if case.4 == "none" { case.1[0] } else { 1 }]
}

fn hard() -> Vec<Vec<Argument>> {
    let call = |case: &Case| {
        let (dtype, shape) = (case.0, case.1);
        let mut call = vec![varied(dtype, &shape, 1)];
        call.extend(targets(case));
        call.extend(attributes(case));
        call.push(Argument::Bool(false));
        call.push(write(dtype, &combined(case)));
        call.push(write(dtype, &shape));
        call.extend([write(dtype, &[1]), write(dtype, &shape[..1])]);
        call
    };
    CASES.iter().map(call).collect()
}

fn slopes() -> Vec<Vec<Argument>> {
    let call = |case: &Case| {
        let (dtype, shape) = (case.0, case.1);
        // Logarithms of probabilities, of which they need not be.
        let logarithms = numbered(dtype, &shape, 1, |i| -(i as f64) / 64.0);
        let mut call = vec![varied(dtype, &combined(case), 3), logarithms];
        call.extend(targets(case));
        // Classes that do not count.
        call.extend([4, 5].map(|number| varied(dtype, &shape[..1], number)));
        call.extend(attributes(case));
        call.push(write(dtype, &shape));
        call
    };
    CASES.iter().map(call).collect()
}

pub fn rows() -> Vec<Row> {
    const TYPES: &str = "none | 910B 950: f16 f32 bf16";
    const TARGET: (&str, &str) = ("target", "none | 910B: i64 | 950: i64 i32");
    const WEIGHT: (&str, &str) = ("weightOptional", "none | 910B 950: f32");
    [
        Row::new("aclnnSoftmaxCrossEntropyWithLogits", distributions)
            .accepts(&[
                ("features", SHORT),
                ("labels", "as features"),
                ("loss", "as features"),
                ("backprop", "as features"),
            ])
            .whole(cross_entropy::soft)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE)
        .except(&[(
            "dtypes labels",
            "other types than that of `features` are refused where the kernel is chosen: 561002",
        )]),
        Row::new("aclnnCrossEntropyLoss", hard)
            .accepts(&[
                ("input", TYPES),
                TARGET,
                WEIGHT,
                ("lossOut", "as input"),
                ("logProbOut", "as input"),
                ("zlossOut", "as input"),
                ("lseForZlossOut", "as input"),
            ])
            .whole(cross_entropy::hard)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
        Row::new("aclnnCrossEntropyLossGrad", slopes)
            .accepts(&[
                ("gradLoss", "as logProb"),
                ("logProb", TYPES),
                TARGET,
                WEIGHT,
                ("gradZlossOptional", "as logProb"),
                ("lseForZlossOptional", "as logProb"),
                ("out", "as logProb"),
            ])
            .whole(cross_entropy::hard_slope)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
    ]
    .into_iter()
    .map(|row| {
        let name = row.entry.name;
        // Two outputs are not written, and so not where they lie over an input.
        row.holds(match name {
            "aclnnCrossEntropyLoss" => STRIDED,
            _ => STRIDED | OVERLAP,
        })
    })
    .collect()
}
