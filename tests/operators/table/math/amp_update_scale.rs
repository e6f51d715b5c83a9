//! The row of `aclnnAmpUpdateScale`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;
use crate::table::samples::{read, write};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

/// A factor, the steps, an overflow or none, and the interval.
fn steps() -> Vec<Vec<Argument>> {
    let cases = [
        (1024.0, 3, 0.0, 2000, F32),
        (1024.0, 1999, 0.0, 2000, F32),
        (1024.0, 7, 1.0, 2000, F32),
        (1000.5, 0, 0.0, 1, Bf16),
        (40000.0, 4, 0.0, 5, F16),
        (3.0e38, 4, 0.0, 5, F32),
        (0.3, 4, f64::NAN, 5, F32),
    ];
    let call = |(factor, count, found, interval, dtype): (f64, i32, f64, i64, Dtype)| {
        vec![
            read(dtype, &[1], &[factor]),
            read(I32, &[1], &[f64::from(count)]),
            read(dtype, &[1], &[found]),
            Argument::Float(2.0),
            Argument::Float(0.3),
            Argument::Int(interval),
            write(dtype, &[1]),
            write(I32, &[1]),
        ]
    };
    cases.into_iter().map(call).collect()
}

/// The factor and the steps after a step.
fn step(arguments: &Arguments) -> Vec<Vec<Number>> {
    let number = |k: &str| {
        crate::reference::search::numbers(&arguments[k])[0]
            .real()
            .to_f64()
    };
    let (Argument::Float(growth), Argument::Float(backoff), Argument::Int(interval)) = (
        &arguments["growthFactor"],
        &arguments["backoffFactor"],
        &arguments["growthInterval"],
    ) else {
        panic!("numbers")
    };
    let (factor, without) = (number("currentScale"), number("growthTracker") as i64 + 1);
    let largest = match arguments["currentScale"].dtype() {
        Some(F16) => 65504.0,
        _ => f64::from(f32::MAX),
    };
    let (factor, count) = match without == *interval {
        _ if number("foundInf") != 0.0 => (factor * backoff, 0),
        true if factor * growth <= largest => (factor * growth, 0),
        true => (factor, 0),
        false => (factor, without),
    };
    vec![vec![Number::from(factor)], vec![Number::Int(count.into())]]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAmpUpdateScale", steps)
            .accepts(&[
                ("currentScale", "f32 f16 bf16"),
                ("growthTracker", "i32"),
                ("foundInf", "as currentScale"),
                ("updatedScale", "as currentScale"),
                ("updatedGrowthTracker", "i32"),
            ])
            .computes(|arguments| arguments["currentScale"].dtype())
            .whole(step)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
