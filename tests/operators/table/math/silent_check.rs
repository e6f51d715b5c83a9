//! Operators that find what computes wrongly.

use crate::arguments::Arguments;
use crate::table::shared::rows::ROWS;
use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::number::Number;
use crate::reference::objdetect::{float, int, real, stored};
use crate::table::Row;
use crate::table::samples::{read, write};

/// A number, the last one, the smallest and the largest, how many there were, and what faults do.
type Case = (f64, [f64; 3], i64, i64);

fn by_range() -> Vec<Vec<Argument>> {
    let cases: [Case; 9] = [
        (3.0, [1.0, 0.5, 4.0], 9, 1),
        (3.0, [0.0, 0.0, 0.0], 0, 1),
        (200.0, [1.0, 0.5, 4.0], 9, 1),
        (200.0, [1.0, 0.5, 4.0], 9, 2),
        (60.0, [1.0, 0.5, 4.0], 3, 1),
        (80.0, [1.0, 0.5, 4.0], 9, 3),
        (30.0, [1.0, 0.5, 4.0], 9, 1),
        (f64::INFINITY, [1.0, 0.5, 4.0], 9, 2),
        (f64::NAN, [1.0, 0.5, 4.0], 9, 2),
    ];
    let call = |(value, state, steps, detect): Case| {
        vec![
            read(F32, &[], &[value]),
            read(F32, &[2, 3], &[0.5, -0.25]),
            read(F32, &[3], &state),
            read(I64, &[1], &[steps as f64]),
            Argument::Int(7),
            Argument::Float(100.0),
            Argument::Float(20.0),
            Argument::Float(50.0),
            Argument::Float(8.0),
            Argument::Int(detect),
            write(I32, &[1]),
        ]
    };
    cases.into_iter().map(call).collect()
}

fn judged_by_range(a: &Arguments) -> Vec<Vec<Number>> {
    let (value, state, steps) = (
        real(&a["val"])[0],
        real(&a["sfdaRef"]),
        real(&a["stepRef"])[0],
    );
    let change = (value - state[0]).abs() / (state[2] - state[1]);
    let jumps = steps > int(&a["cMinSteps"]) as f64;
    let is_over =
        |most: usize, jump: usize| value > float(&a[most]) || jumps && change > float(&a[jump]);
    let result = match () {
        () if !value.is_finite() || is_over(5, 6) => 1,
        () if is_over(7, 8) => 2,
        () => 0,
    };
    let mut next = state.clone();
    let mut count = steps;
    if result != 1 || int(&a["npuAsdDetect"]) == 1 {
        next = match steps == 0.0 {
            true => vec![value; 3],
            false => vec![value, state[1].min(value), state[2].max(value)],
        };
        count += 1.0;
    }
    vec![
        stored(real(&a["inputGradRef"])),
        stored(next),
        vec![Number::Int(count as i128)],
        vec![Number::Int(result)],
    ]
}

fn by_mean() -> Vec<Vec<Argument>> {
    let cases: [(Dtype, f64, f64, i64, i64); 8] = [
        (F32, 3.0, 2.0, 0, 1),
        (F32, 21.0, 2.0, 0, 1),
        (F32, 21.0, 2.0, 0, 2),
        (F16, 9.0, 2.0, 0, 1),
        (F32, 3.0, 0.5, 4, 1),
        (Bf16, 30.0, 0.5, 4, 2),
        (F32, f64::NAN, 0.5, 4, 2),
        (F32, 9.0, 0.5, 4, 3),
    ];
    let call = |(dtype, value, mean, steps, detect): (Dtype, f64, f64, i64, i64)| {
        vec![
            read(dtype, &[1], &[value]),
            read(dtype, &[1], &[value]),
            read(dtype, &[1], &[mean]),
            read(dtype, &[2, 3], &[0.5, -0.25]),
            read(I64, &[1], &[steps as f64]),
            Argument::Ints(vec![2, 3]),
            Argument::Ints(vec![3, 1]),
            Argument::Ints(vec![0]),
            Argument::Float(10.0),
            Argument::Float(4.0),
            Argument::Float(0.875),
            Argument::Int(detect),
            write(I32, &[1]),
        ]
    };
    cases.into_iter().map(call).collect()
}

fn judged_by_mean(a: &Arguments) -> Vec<Vec<Number>> {
    let (value, mean, steps) = (
        real(&a["val"])[0],
        real(&a["avgRef"])[0],
        real(&a["stepRef"])[0],
    );
    let kept = float(&a["beta1"]);
    let corrected = match steps == 0.0 {
        true => mean,
        false => mean / (1.0 - kept.powf(steps)),
    };
    let result = match () {
        () if !value.is_finite() || value > corrected * float(&a["cThreshL1"]) => 1,
        () if value > corrected * float(&a["cThreshL2"]) => 2,
        () => 0,
    };
    let is_kept = result != 1 || int(&a["npuAsdDetect"]) == 1;
    let next = if is_kept {
        kept * mean + (1.0 - kept) * value
    } else {
        mean
    };
    let gradient = real(&a["inputGradRef"]);
    let gradient = match !is_kept && steps == 0.0 {
        true => vec![0.0; gradient.len()],
        false => gradient,
    };
    vec![
        stored(vec![next]),
        stored(gradient),
        vec![Number::Int(steps as i128 + i128::from(is_kept))],
        vec![Number::Int(result)],
    ]
}

pub fn rows() -> Vec<Row> {
    const FLOATS: &str = "none | 910B: f32 f16 bf16";
    vec![
        Row::new("aclnnSilentCheck", by_range)
            .accepts(&[
                ("val", FLOATS),
                ("inputGradRef", FLOATS),
                ("sfdaRef", "none | 910B: f32"),
                ("stepRef", "none | 910B: i64"),
                ("result", "none | 910B: i32"),
            ])
            .whole(judged_by_range)
            .accuracy(ROWS),
        Row::new("aclnnSilentCheckV2", by_mean)
            .accepts(&[
                ("val", FLOATS),
                ("max", FLOATS),
                ("avgRef", FLOATS),
                ("inputGradRef", FLOATS),
                ("stepRef", "none | 910B: i64"),
                ("result", "none | 910B: i32"),
            ])
            .whole(judged_by_mean)
            .accuracy(ROWS),
    ]
}
