//! Gradients beside finite differences of the results.

use hostnpu::tensor::Dtype;

use super::*;
use crate::argument::{Contents, Tensor};
use crate::arguments::Arguments;
use crate::table::entry;

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

/// A call with queries and keys of two parts, and a sink; all else is absent.
fn call(name: &str, operands: &[Vec<f64>; 7]) -> Arguments {
    let entry = entry(name);
    let mut all = Arguments::new(entry, &vec![Argument::Null; entry.parameters.len()]);
    let [query, key, value, shift, query_rope, key_rope, sink] = operands;
    all["query"] = tensor(&[1, 2, 3, 4], query);
    all[KEY] = tensor(&[1, 1, 5, 4], key);
    all["value"] = tensor(&[1, 1, 5, 2], value);
    all[SHIFT] = tensor(&[1, 2, 3, 5], shift);
    all["queryRopeOptional"] = tensor(&[1, 2, 3, 3], query_rope);
    all["keyRopeOptional"] = tensor(&[1, 1, 5, 3], key_rope);
    all[SINK] = tensor(&[2], sink);
    all["scaleValue"] = Argument::Float(0.7);
    all["keepProb"] = Argument::Float(1.0);
    all["headNum"] = Argument::Int(2);
    all["inputLayout"] = Argument::Text("BNSD");
    all["pseType"] = Argument::Int(1);
    for name in ["preTokens", "nextTokens", "sparseMode"] {
        all[name] = Argument::Int(0);
    }
    all
}

#[test]
fn gradients_are_those_of_finite_differences() {
    let operands = [24, 20, 10, 30, 18, 15, 2].map(|count| varied(count, count));
    let by_results = varied(12, 5);
    let outputs = |operands: &[Vec<f64>; 7]| {
        let real = |x: &Number| x.real().to_f64();
        let all = forward(&call("aclnnFlashAttentionScoreV4", operands));
        all.iter()
            .map(|x| x.iter().map(real).collect())
            .collect::<Vec<Vec<f64>>>()
    };
    let known = outputs(&operands);
    // Of the statistics one number is rounded to FLOAT, and the other one belongs to it.
    let mut arguments = call("aclnnFlashAttentionScoreGradV4", &operands);
    arguments["dy"] = tensor(&[1, 2, 3, 2], &by_results);
    arguments["softmaxMaxOptional"] = tensor(&[1, 2, 3, 8], &known[0]);
    arguments["softmaxSumOptional"] = tensor(&[1, 2, 3, 8], &known[1]);
    arguments["attentionInOptional"] = tensor(&[1, 2, 3, 2], &known[2]);
    let exact = gradients(&arguments);
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
