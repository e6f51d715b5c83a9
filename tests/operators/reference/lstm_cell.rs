//! One step of long short-term memory whose products are made before, in double.

use super::objdetect::{boolean, real, shape, stored};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

pub fn step(a: &Arguments) -> Vec<Vec<Number>> {
    let [rows, n] = [shape(&a["cx"])[0], shape(&a["cx"])[1]];
    let (input, hidden, cell) = (
        real(&a["inputGates"]),
        real(&a["hiddenGates"]),
        real(&a["cx"]),
    );
    let bias = |name: &str, k: usize| match &a[name] {
        Argument::Null => 0.0,
        bias => real(bias)[k],
    };
    let (mut hy, mut cy) = (vec![0.0; rows * n], vec![0.0; rows * n]);
    let mut gates = vec![0.0; rows * 4 * n];
    for r in 0..rows {
        for j in 0..n {
            let sum = |gate: usize| {
                let k = gate * n + j;
                input[r * 4 * n + k]
                    + hidden[r * 4 * n + k]
                    + bias("inputBiasOptional", k)
                    + bias("hiddenBiasOptional", k)
            };
            let of = [
                logistic(sum(0)),
                logistic(sum(1)),
                sum(2).tanh(),
                logistic(sum(3)),
            ];
            (0..4).for_each(|gate| gates[r * 4 * n + gate * n + j] = of[gate]);
            cy[r * n + j] = of[1] * cell[r * n + j] + of[0] * of[2];
            hy[r * n + j] = of[3] * cy[r * n + j].tanh();
        }
    }
    vec![stored(hy), stored(cy), stored(gates)]
}

pub fn gradients(a: &Arguments) -> Vec<Vec<Number>> {
    let [rows, n] = [shape(&a["cx"])[0], shape(&a["cx"])[1]];
    let [by_hidden, by_cell, before, next, gates] =
        ["gradHyOptional", "gradCOptional", "cx", "cy", "storage"].map(|k| real(&a[k]));
    let mut by_gates = vec![0.0; rows * 4 * n];
    let mut by_before = vec![0.0; rows * n];
    let mut by_bias = vec![0.0; 4 * n];
    for r in 0..rows {
        for j in 0..n {
            let k = r * n + j;
            let [i, f, g, o] = [0, 1, 2, 3].map(|gate| gates[r * 4 * n + gate * n + j]);
            let t = next[k].tanh();
            let c = by_cell[k] + by_hidden[k] * o * (1.0 - t * t);
            let of = [
                c * g * i * (1.0 - i),
                c * before[k] * f * (1.0 - f),
                c * i * (1.0 - g * g),
                by_hidden[k] * t * o * (1.0 - o),
            ];
            for gate in 0..4 {
                by_gates[r * 4 * n + gate * n + j] = of[gate];
                by_bias[gate * n + j] += of[gate];
            }
            by_before[k] = c * f;
        }
    }
    let mut all = vec![stored(by_gates), stored(by_before)];
    if boolean(&a["hasBias"]) {
        all.push(stored(by_bias));
    }
    all
}
