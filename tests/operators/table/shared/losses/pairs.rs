//! Samples and checks of several operators: losses of an element and its target.

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::table::computes;
use crate::table::samples::{read, write};
use crate::table::shared::losses::{SHORT, probable, varied, written};
use hostnpu::tensor::Dtype;
use std::f64::consts::{LN_2, LN_10};

/// The type of both inputs, their shapes, that to which they broadcast, and the reduction.
pub type Case = (Dtype, &'static [i64], &'static [i64], &'static [i64], i64);

pub const CASES: [Case; 9] = [
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
pub fn calls(
    target: fn(Dtype, &[i64], i64) -> Argument,
    others: &[Argument],
) -> Vec<Vec<Argument>> {
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

pub fn plain() -> Vec<Vec<Argument>> {
    calls(varied, &[])
}

pub fn rounded_off() -> Vec<Vec<Argument>> {
    let with = |beta| calls(varied, &[Argument::Float(beta)]);
    let mut samples = with(1.0);
    samples.extend(with(0.0).into_iter().take(2));
    samples
}

pub fn divergences() -> Vec<Vec<Argument>> {
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
pub fn slopes(mut calls: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
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
pub fn slopes_of(input: usize) -> Vec<Vec<Argument>> {
    let mut samples = divergences();
    samples.truncate(2 * CASES.len());
    let mut samples = slopes(samples);
    for sample in &mut samples {
        let of = sample[input].tensors()[0].clone();
        sample[5] = write(of.dtype, &of.shape);
    }
    samples
}

pub fn of_three(arguments: &Arguments) -> Option<Dtype> {
    computes::all_promoted(arguments, 3)
}

/// FLOAT16 if all inputs are, else FLOAT.
pub fn half_or_float(arguments: &Arguments) -> Option<Dtype> {
    let is_half = |name: &str| arguments[name].dtype() == Some(Dtype::F16);
    let all_half = ["gradOutput", "self", "target"].into_iter().all(is_half);
    Some(if all_half { Dtype::F16 } else { Dtype::F32 })
}

pub const MEETING: &str = "f32 f16 bf16 i8 u8 i16 i32 i64 bool";
pub const PAIR: [(&str, &str); 2] = [("self", SHORT), ("target", SHORT)];
pub const SLOPE: &[(&str, &str)] = &[("gradOutput", SHORT), PAIR[0], PAIR[1], ("out", SHORT)];
pub const LOSS: &[(&str, &str)] = &[PAIR[0], PAIR[1], ("out", SHORT)];
