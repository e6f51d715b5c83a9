//! Gated recurrent units and their gradients by their definitions, one number after the other.

use super::lstm::{Extents, lists, numbers, sigmoid};
use super::reductions::doubles;
use super::rows::boolean;
use crate::arguments::Arguments;
use crate::number::Number;

/// The product of a row of weights with a vector, and a bias.
fn sum(weights: &[f64], row: usize, x: &[f64], bias: Option<&Vec<f64>>) -> f64 {
    let own = &weights[row * x.len()..][..x.len()];
    let products = own.iter().zip(x).map(|(weight, x)| weight * x);
    products.sum::<f64>() + bias.map_or(0.0, |bias| bias[row])
}

/// The vectors of a tensor, by steps and sequences.
fn vectors(of: &Extents, x: &[f64], width: usize) -> Vec<Vec<Vec<f64>>> {
    let vector = |t, b| x[of.outer(t, b) * width..][..width].to_vec();
    let step = |t| (0..of.batch).map(|b| vector(t, b)).collect();
    (0..of.steps).map(step).collect()
}

/// The tensor of such vectors.
fn joined(of: &Extents, x: &[Vec<Vec<f64>>], width: usize) -> Vec<f64> {
    let mut all = vec![0.0; of.steps * of.batch * width];
    for (t, step) in x.iter().enumerate() {
        for (b, vector) in step.iter().enumerate() {
            all[of.outer(t, b) * width..][..width].copy_from_slice(vector);
        }
    }
    all
}

/// The output, the state, and, for training, reset gates, update gates, candidates, their sums by what was hidden, and what is hidden.
pub fn forward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let flags = [
        &arguments["hasBias"],
        &arguments["numLayers"],
        &arguments["bidirection"],
        &arguments["batchFirst"],
    ];
    let of = Extents::new(&arguments["input"], &arguments["params"], flags);
    let parameters = lists(&arguments["params"]);
    let state = lists(&arguments["hx"]).pop();
    let (all, hidden, batch) = (of.layers * of.directions, of.hidden, of.batch);
    let mut x = vectors(&of, &doubles(&arguments["input"].tensors()[0]), of.inputs);
    let mut kept = vec![vec![vec![0.0; of.steps * batch * hidden]; all]; 5];
    let mut last = vec![0.0; all * batch * hidden];
    for layer in 0..of.layers {
        let mut y = vec![vec![vec![0.0; of.directions * hidden]; batch]; of.steps];
        for direction in 0..of.directions {
            let number = layer * of.directions + direction;
            let own = &parameters[number * of.parameters..][..of.parameters];
            for b in 0..batch {
                let start = (number * batch + b) * hidden;
                let known = |state: &Vec<f64>| state[start..start + hidden].to_vec();
                let mut h = state.as_ref().map_or(vec![0.0; hidden], known);
                for t in of.order(direction) {
                    let by_input = |gate, j| sum(&own[0], gate * hidden + j, &x[t][b], own.get(2));
                    let by_hidden = |gate, j| sum(&own[1], gate * hidden + j, &h, own.get(3));
                    let unit = |j| {
                        let r = sigmoid(by_input(0, j) + by_hidden(0, j));
                        let z = sigmoid(by_input(1, j) + by_hidden(1, j));
                        let part = by_hidden(2, j);
                        let n = (by_input(2, j) + r * part).tanh();
                        [r, z, n, part, n + z * (h[j] - n)]
                    };
                    let units: Vec<[f64; 5]> = (0..hidden).map(unit).collect();
                    for (j, unit) in units.into_iter().enumerate() {
                        for (kind, number_of) in unit.into_iter().enumerate() {
                            kept[kind][number][(t * batch + b) * hidden + j] = number_of;
                        }
                        h[j] = unit[4];
                        y[t][b][direction * hidden + j] = h[j];
                    }
                }
                last[start..start + hidden].copy_from_slice(&h);
            }
        }
        x = y;
    }
    let mut outputs = vec![joined(&of, &x, of.directions * hidden), last];
    if boolean(&arguments["train"]) {
        outputs.extend(kept.into_iter().flatten());
    }
    outputs.into_iter().map(numbers).collect()
}

/// Gradients by the input, the state and the parameters.
pub fn backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let flags = [
        &arguments["hasBias"],
        &arguments["numLayers"],
        &arguments["bidirection"],
        &arguments["batchFirst"],
    ];
    let of = Extents::new(&arguments["input"], &arguments["params"], flags);
    let (all, hidden, batch) = (of.layers * of.directions, of.hidden, of.batch);
    let width = of.directions * hidden;
    let parameters = lists(&arguments["params"]);
    let [state, dy, dh] = ["hx", "dy", "dh"].map(|at| doubles(&arguments[at].tensors()[0]));
    let [r, z, n, part, h] = ["r", "z", "n", "hn", "h"].map(|at| lists(&arguments[at]));
    let input = vectors(&of, &doubles(&arguments["input"].tensors()[0]), of.inputs);
    let mut by_parameters: Vec<Vec<f64>> = parameters.iter().map(|x| vec![0.0; x.len()]).collect();
    let mut by_state = vec![0.0; all * batch * hidden];
    let mut by_output = vectors(&of, &dy, width);
    for layer in (0..of.layers).rev() {
        let elements = if layer == 0 { of.inputs } else { width };
        let mut by_input = vec![vec![vec![0.0; elements]; batch]; of.steps];
        for direction in 0..of.directions {
            let number = layer * of.directions + direction;
            let (first, order) = (number * of.parameters, of.order(direction));
            for b in 0..batch {
                let start = (number * batch + b) * hidden;
                let place = |t: usize, j: usize| (t * batch + b) * hidden + j;
                let mut by_h = dh[start..start + hidden].to_vec();
                for at in (0..of.steps).rev() {
                    let t = order[at];
                    let before = |j| match at {
                        0 => state[start + j],
                        _ => h[number][place(order[at - 1], j)],
                    };
                    // Of each sum: by the part of the inputs, and by that of what was hidden.
                    let mut by_sums = vec![[0.0; 2]; 3 * hidden];
                    let mut by_before = vec![0.0; hidden];
                    for j in 0..hidden {
                        let [r, z, n, part] = [&r, &z, &n, &part].map(|x| x[number][place(t, j)]);
                        let by = by_h[j] + by_output[t][b][direction * hidden + j];
                        let by_n = by * (1.0 - z) * (1.0 - n * n);
                        by_sums[j] = [by_n * part * r * (1.0 - r); 2];
                        by_sums[hidden + j] = [by * (before(j) - n) * z * (1.0 - z); 2];
                        by_sums[2 * hidden + j] = [by_n, by_n * r];
                        by_before[j] = by * z;
                    }
                    for (row, sums) in by_sums.into_iter().enumerate() {
                        for k in 0..elements {
                            let x = match layer {
                                0 => input[t][b][k],
                                _ => {
                                    h[(layer - 1) * of.directions + k / hidden]
                                        [place(t, k % hidden)]
                                }
                            };
                            by_parameters[first][row * elements + k] += sums[0] * x;
                            by_input[t][b][k] += sums[0] * parameters[first][row * elements + k];
                        }
                        for k in 0..hidden {
                            by_parameters[first + 1][row * hidden + k] += sums[1] * before(k);
                            by_before[k] += sums[1] * parameters[first + 1][row * hidden + k];
                        }
                        for bias in 2..of.parameters {
                            by_parameters[first + bias][row] += sums[bias - 2];
                        }
                    }
                    by_h = by_before;
                }
                by_state[start..start + hidden].copy_from_slice(&by_h);
            }
        }
        by_output = by_input;
    }
    let mut outputs = vec![joined(&of, &by_output, of.inputs), by_state];
    outputs.extend(by_parameters);
    outputs.into_iter().map(numbers).collect()
}
