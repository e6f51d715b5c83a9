//! Losses of an element and its target.

use crate::arguments::Arguments;
use crate::table::losses::LOSSES;
use std::f64::consts::{LN_2, LN_10};

use hostnpu::tensor::Dtype;

use super::{Row, SHORT, probable, varied, written};
use crate::argument::Argument;
use crate::reference::losses;
use crate::table::samples::{read, write};
use crate::table::{BROADCAST, ELEMENTWISE, computes};

/// The type of both inputs, their shapes, that to which they broadcast, and the reduction.
type Case = (Dtype, &'static [i64], &'static [i64], &'static [i64], i64);

const CASES: [Case; 9] = [
    (Dtype::F32, &[3, 4], &[3, 4], &[3, 4], 0),
    (Dtype::F32, &[9, 1], &[17], &[9, 17], 0),
    (Dtype::F32, &[3, 1500], &[3, 1500], &[3, 1500], 1),
    (Dtype::F32, &[1, 17], &[9, 1], &[9, 17], 2),
    (Dtype::F32, &[], &[], &[], 1),
    (Dtype::F16, &[7, 91], &[7, 91], &[7, 91], 0),
    (Dtype::F16, &[7, 91], &[91], &[7, 91], 1),
    (Dtype::Bf16, &[5, 3, 33], &[5, 3, 33], &[5, 3, 33], 0),
    (Dtype::Bf16, &[5, 3, 33], &[5, 3, 33], &[5, 3, 33], 2),
];

/// Calls of each case with what stands between the reduction and the output.
fn calls(target: fn(Dtype, &[i64], i64) -> Argument, others: &[Argument]) -> Vec<Vec<Argument>> {
    let call = |&(dtype, element, of, shape, reduction): &Case| {
        let mut call = vec![
            varied(dtype, element, 1),
            target(dtype, of, 2),
            Argument::Int(reduction),
        ];
        call.extend(others.iter().cloned());
        call.push(written(dtype, reduction, shape));
        call
    };
    CASES.iter().map(call).collect()
}

fn plain() -> Vec<Vec<Argument>> {
    calls(varied, &[])
}

/// Pieces for several threads, too.
fn long() -> Vec<Vec<Argument>> {
    let shape = [2, 16_500];
    let mut samples = plain();
    samples.push(vec![
        varied(Dtype::F32, &shape, 1),
        varied(Dtype::F32, &shape, 2),
        Argument::Int(2),
        write(Dtype::F32, &[]),
    ]);
    samples
}

/// The same calls without those that would combine all axes.
fn of_columns() -> Vec<Vec<Argument>> {
    let mut samples = plain();
    for (sample, case) in samples.iter_mut().zip(CASES) {
        if let (1 | 2, [_, rest @ ..]) = (case.4, case.3) {
            sample[3] = write(case.0, rest);
        }
    }
    samples
}

/// Integers, too, and results that wrap.
fn distances() -> Vec<Vec<Argument>> {
    let mut samples = plain();
    for reduction in [0, 2] {
        samples.push(vec![
            read(Dtype::I64, &[3, 4], &[1.0, -7.0, 4e18]),
            read(Dtype::I32, &[4], &[5.0, -2e9]),
            Argument::Int(reduction),
            written(Dtype::I64, reduction, &[3, 4]),
        ]);
    }
    samples
}

fn rounded_off() -> Vec<Vec<Argument>> {
    let with = |beta| calls(varied, &[Argument::Float(beta)]);
    let mut samples = with(1.0);
    samples.extend(with(0.0).into_iter().take(2));
    samples
}

fn divergences() -> Vec<Vec<Argument>> {
    let with =
        |log, target: fn(Dtype, &[i64], i64) -> Argument| calls(target, &[Argument::Bool(log)]);
    let mut samples = with(false, probable);
    samples.extend(with(true, varied));
    let mut by_batch = samples[2].clone();
    by_batch[2] = Argument::Int(3);
    samples.push(by_batch);
    // Near the logarithm of the target.
    samples.push(vec![
        read(Dtype::F32, &[3], &[-LN_2, -LN_10, -1e-7]),
        read(Dtype::F32, &[3], &[0.5, 0.1, 0.9999999]),
        Argument::Int(0),
        Argument::Bool(false),
        write(Dtype::F32, &[3]),
    ]);
    samples
}

/// Calls of the gradient of a loss of each case; that of each loss, or of their sum.
fn slopes(mut calls: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    for (call, case) in calls.iter_mut().zip(CASES.iter().cycle()) {
        let Argument::Int(reduction) = call[2] else {
            panic!("a reduction");
        };
        let shape = if reduction == 0 { case.3 } else { &[] };
        let last = call.len() - 1;
        call[last] = write(case.0, case.3);
        call.insert(0, varied(case.0, shape, 3));
    }
    calls
}

/// Gradients of divergences by an input, whose shape they have.
fn slopes_of(input: usize) -> Vec<Vec<Argument>> {
    let mut samples = divergences();
    samples.truncate(2 * CASES.len());
    let mut samples = slopes(samples);
    for sample in &mut samples {
        let of = sample[input].tensors()[0].clone();
        sample[5] = write(of.dtype, &of.shape);
    }
    samples
}

fn of_three(arguments: &Arguments) -> Option<Dtype> {
    computes::all_promoted(arguments, 3)
}

/// FLOAT16 if all inputs are, else FLOAT.
fn half_or_float(arguments: &Arguments) -> Option<Dtype> {
    let all_half = arguments[..3].iter().all(|x| x.dtype() == Some(Dtype::F16));
    Some(if all_half { Dtype::F16 } else { Dtype::F32 })
}

const MEETING: &str = "f32 f16 bf16 i8 u8 i16 i32 i64 bool";
const PAIR: [(&str, &str); 2] = [("self", SHORT), ("target", SHORT)];
const SLOPE: &[(&str, &str)] = &[("gradOutput", SHORT), PAIR[0], PAIR[1], ("out", SHORT)];
const LOSS: &[(&str, &str)] = &[PAIR[0], PAIR[1], ("out", SHORT)];

pub fn rows() -> Vec<Row> {
    let rows = vec![
        Row::new("aclnnMseLoss", long)
            .accepts(LOSS)
            .computes(computes::promoted)
            .whole(losses::mse)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
        Row::new("aclnnMseLossOut", of_columns)
            .accepts(LOSS)
            .computes(computes::promoted)
            .whole(losses::mse_of_columns)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
        Row::new("aclnnL1Loss", distances)
            .accepts(&[
                ("self", "f32 f16 bf16"),
                ("target", MEETING),
                ("out", "castable"),
            ])
            .computes(computes::promoted)
            .whole(losses::l1)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
        Row::new("aclnnSmoothL1Loss", rounded_off)
            .accepts(&[PAIR[0], PAIR[1], ("result", "castable")])
            .computes(computes::promoted)
            .whole(losses::smooth_l1)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
        Row::new("aclnnSoftMarginLoss", plain)
            .accepts(LOSS)
            .computes(computes::promoted)
            .whole(losses::soft_margin)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
        Row::new("aclnnKlDiv", divergences)
            .accepts(&[PAIR[0], PAIR[1], ("out", SHORT)])
            .computes(computes::promoted)
            .whole(losses::kl)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
        Row::new("aclnnMseLossBackward", || slopes(plain()))
            .accepts(&[
                ("gradOutput", "as self"),
                PAIR[0],
                ("target", "as self"),
                ("out", SHORT),
            ])
            .computes(|arguments| arguments["self"].dtype())
            .whole(losses::mse_slope)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
        Row::new("aclnnL1LossBackward", || slopes(plain()))
            .accepts(&[
                ("gradOutput", MEETING),
                ("self", MEETING),
                ("target", MEETING),
                ("gradInput", "castable"),
            ])
            .computes(of_three)
            .whole(losses::l1_slope)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
        Row::new("aclnnSmoothL1LossBackward", || slopes(rounded_off()))
            .accepts(&[("gradOut", SHORT), PAIR[0], PAIR[1], ("gradInput", SHORT)])
            .computes(of_three)
            .whole(losses::smooth_l1_slope)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
        Row::new("aclnnSoftMarginLossBackward", || slopes(plain()))
            .accepts(SLOPE)
            .computes(of_three)
            .whole(losses::soft_margin_slope)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
    ];
    let mut rows: Vec<Row> = rows
        .into_iter()
        .map(|row| row.holds(ELEMENTWISE | BROADCAST))
        .collect();
    rows.push(
        Row::new("aclnnKlDivBackward", || slopes_of(1))
            .accepts(SLOPE)
            .computes(half_or_float)
            .whole(losses::kl_slope)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
    );
    rows.push(
        Row::new("aclnnKlDivTargetBackward", || slopes_of(2))
            .accepts(&[
                ("gradOutput", "none | 910B 950: f32 f16 bf16"),
                ("self", "none | 910B 950: f32 f16 bf16"),
                ("target", "none | 910B 950: f32 f16 bf16"),
                ("gradTarget", "as target"),
            ])
            .computes(half_or_float)
            .whole(losses::kl_target_slope)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
    );
    rows
}
