//! Samples and checks of several operators: binary cross entropy.

use crate::argument::Argument;
use crate::table::samples::write;
use crate::table::shared::losses::{numbered, probable, varied, written};
use hostnpu::tensor::Dtype;

/// The type, the shape, those of factors that are given, and the reduction.
pub type Case = (Dtype, &'static [i64], [Option<&'static [i64]>; 2], i64);

pub const CASES: [Case; 7] = [
    (Dtype::F32, &[3, 4], [Some(&[3, 4]), Some(&[3, 4])], 0),
    (Dtype::F32, &[3, 1500], [Some(&[3, 1500]), Some(&[1500])], 1),
    (Dtype::F32, &[9, 17], [None, Some(&[17])], 2),
    (Dtype::F32, &[9, 17], [Some(&[9, 17]), None], 0),
    (Dtype::F16, &[7, 91], [None, None], 1),
    (Dtype::F16, &[7, 91], [Some(&[7, 91]), None], 0),
    (
        Dtype::Bf16,
        &[5, 3, 33],
        [Some(&[5, 3, 33]), Some(&[33])],
        0,
    ),
];

/// Numbers from 0.5 to 1.5.
pub fn factor(dtype: Dtype, shape: Option<&[i64]>, number: i64) -> Argument {
    match shape {
        Some(shape) => numbered(dtype, shape, number, |i| 0.5 + i as f64 / 1008.0),
        None => Argument::Null,
    }
}

/// Calls with so many factors.
pub fn calls(element: fn(Dtype, &[i64], i64) -> Argument, factors: usize) -> Vec<Vec<Argument>> {
    let call = |&(dtype, shape, given, reduction): &Case| {
        let mut call = vec![element(dtype, shape, 1), probable(dtype, shape, 2)];
        let given = given.iter().take(factors).zip(4..);
        call.extend(given.map(|(shape, number)| factor(dtype, *shape, number)));
        call.push(Argument::Int(reduction));
        call.push(written(dtype, reduction, shape));
        call
    };
    CASES.iter().map(call).collect()
}

pub fn slopes(mut calls: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    for (call, (dtype, shape, _, reduction)) in calls.iter_mut().zip(CASES) {
        call.insert(
            0,
            varied(dtype, if reduction == 0 { shape } else { &[] }, 3),
        );
        let last = call.len() - 1;
        call[last] = write(dtype, shape);
    }
    calls
}
