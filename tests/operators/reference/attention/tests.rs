//! Gradients beside finite differences of the results.

use hostnpu::tensor::Dtype;

use super::*;
use crate::argument::{Contents, Tensor};
use crate::arguments::Arguments;

fn tensor(shape: &[i64], numbers: &[f64]) -> Argument {
    Argument::Tensor(Tensor::new(
        Dtype::F64,
        shape,
        Contents::Numbers(numbers.to_vec()),
    ))
}

fn varied(count: usize, seed: usize) -> Vec<f64> {
    (0..count)
        .map(|i| (((i * 7919 + seed * 331) % 1009) as f64 - 500.0) / 512.0)
        .collect()
}

fn call(operands: &[Vec<f64>; 7], statistics: [&[f64]; 4]) -> Vec<Argument> {
    let [query, key, value, shift, query_rope, key_rope, sink] = operands;
    let [by_results, largest, sum, results] = statistics;
    let mut all = vec![
        tensor(&[1, 2, 3, 4], query),
        tensor(&[1, 1, 5, 4], key),
        tensor(&[1, 1, 5, 2], value),
        tensor(&[1, 2, 3, 2], by_results),
        tensor(&[1, 2, 3, 5], shift),
    ];
    all.extend([Argument::Null, Argument::Null, Argument::Null]);
    all.extend([
        tensor(&[1, 2, 3, 8], largest),
        tensor(&[1, 2, 3, 8], sum),
        Argument::Null,
    ]);
    all.extend([tensor(&[1, 2, 3, 2], results), Argument::Null]);
    all.extend([Argument::Float(0.7), Argument::Float(1.0)]);
    all.extend([0, 0, 2].map(Argument::Int));
    all.extend([Argument::Text("BNSD"), Argument::Int(0), Argument::Int(0)]);
    all.extend([
        tensor(&[1, 2, 3, 3], query_rope),
        tensor(&[1, 1, 5, 3], key_rope),
        tensor(&[2], sink),
    ]);
    all
}

#[test]
fn gradients_are_those_of_finite_differences() {
    let operands = [24, 20, 10, 30, 18, 15, 2].map(|count| varied(count, count));
    // Second parts of queries and keys, and a sink, stand behind the arguments of both forms.
    let with_parts = |form: Form, first: usize| Form {
        ropes: Some([first, first + 1]),
        sink: Some(first + 2),
        ..form
    };
    let by_results = varied(12, 5);
    let outputs = |operands: &[Vec<f64>; 7]| {
        let mut arguments = call(operands, [&by_results; 4]);
        arguments.remove(3);
        arguments.drain(7..11);
        let real = |x: &Number| x.real().to_f64();
        let all = forward(&Arguments::unnamed(&arguments), with_parts(SCORE, 16));
        all.iter()
            .map(|x| x.iter().map(real).collect())
            .collect::<Vec<Vec<f64>>>()
    };
    let known = outputs(&operands);
    // Of the statistics one number is rounded to FLOAT, and the other one belongs to it.
    let arguments = call(&operands, [&by_results, &known[0], &known[1], &known[2]]);
    let exact = gradients(&Arguments::unnamed(&arguments), with_parts(GRAD, 21));
    let value = |operands: &[Vec<f64>; 7]| -> f64 {
        outputs(operands)[2]
            .iter()
            .zip(&by_results)
            .map(|(x, g)| x * g)
            .sum()
    };
    const STEP: f64 = 1e-4;
    for (at, gradients) in exact.iter().take(operands.len()).enumerate() {
        for (i, gradient) in gradients.iter().enumerate() {
            let moved = |by: f64| {
                let mut moved = operands.clone();
                moved[at][i] += by;
                value(&moved)
            };
            let slope = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            assert!(
                (slope - gradient).abs() < 1e-7,
                "operand {at}, {i}: {gradient} instead of {slope}"
            );
        }
    }
}
