//! Long short-term memory and its gradients by their definitions, one number after the other.

use super::rows::{boolean, int};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;
use crate::reference::reductions::doubles;

pub(super) fn lists(argument: &Argument) -> Vec<Vec<f64>> {
    argument.tensors().iter().map(doubles).collect()
}

pub(super) fn numbers(x: Vec<f64>) -> Vec<Number> {
    x.into_iter().map(Number::from).collect()
}

/// The extents of a network, and where an element of its inputs and outputs is.
#[derive(Clone)]
pub(super) struct Extents {
    pub steps: usize,
    pub batch: usize,
    pub inputs: usize,
    pub hidden: usize,
    pub layers: usize,
    pub directions: usize,
    pub parameters: usize,
    is_batch_first: bool,
    /// Sequences of each step, where they are of several lengths.
    sizes: Vec<usize>,
}

impl Extents {
    /// `flags`: hasBias, numLayers, bidirectional, batchFirst.
    pub fn new(input: &Argument, parameters: &Argument, flags: [&Argument; 4]) -> Self {
        let [bias, layers, two, is_batch_first] = flags;
        let shape: Vec<usize> = input.tensors()[0]
            .shape
            .iter()
            .map(|&x| x as usize)
            .collect();
        let is_batch_first = boolean(is_batch_first);
        let (steps, batch) = if is_batch_first {
            (shape[1], shape[0])
        } else {
            (shape[0], *shape.get(2).map_or(&1, |_| &shape[1]))
        };
        Self {
            steps,
            batch,
            inputs: shape[shape.len() - 1],
            hidden: parameters.tensors()[1].shape[1] as usize,
            layers: int(layers) as usize,
            directions: if boolean(two) { 2 } else { 1 },
            parameters: if boolean(bias) { 4 } else { 2 },
            is_batch_first,
            sizes: Vec::new(),
        }
    }

    /// The same, with as many sequences in each step as the argument says.
    fn with_sizes(self, sizes: &Argument) -> Self {
        let Some(tensor) = sizes.tensors().first() else {
            return self;
        };
        let sizes: Vec<usize> = doubles(tensor).iter().map(|&size| size as usize).collect();
        Self {
            batch: self.steps / sizes.len(),
            steps: sizes.len(),
            is_batch_first: false,
            sizes,
            ..self
        }
    }

    /// True if a sequence has a step.
    fn has(&self, t: usize, b: usize) -> bool {
        self.sizes.get(t).is_none_or(|&size| b < size)
    }

    pub fn outer(&self, t: usize, b: usize) -> usize {
        if self.is_batch_first {
            b * self.steps + t
        } else {
            t * self.batch + b
        }
    }

    /// The steps of a direction in their order.
    pub fn order(&self, direction: usize) -> Vec<usize> {
        let all = 0..self.steps;
        if direction == 0 {
            all.collect()
        } else {
            all.rev().collect()
        }
    }
}

pub(super) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Outputs, states and, for training, the gates and states of each step.
pub fn forward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let flags = [
        &arguments["hasBias"],
        &arguments["numLayers"],
        &arguments["bidirectional"],
        &arguments["batchFirst"],
    ];
    let of = Extents::new(&arguments["input"], &arguments["params"], flags)
        .with_sizes(&arguments["batchSizes"]);
    let Extents {
        steps,
        batch,
        hidden,
        directions,
        ..
    } = of.clone();
    let parameters = lists(&arguments["params"]);
    let state = lists(&arguments["hx"]);
    let all = of.layers * directions;
    let input = doubles(&arguments["input"].tensors()[0]);
    // By steps, sequences and elements.
    let mut x: Vec<Vec<Vec<f64>>> = (0..steps)
        .map(|t| {
            (0..batch)
                .map(|b| input[of.outer(t, b) * of.inputs..][..of.inputs].to_vec())
                .collect()
        })
        .collect();
    let mut states: Vec<Vec<Vec<f64>>> = vec![vec![vec![0.0; steps * batch * hidden]; all]; 7];
    let mut last = [
        vec![0.0; all * batch * hidden],
        vec![0.0; all * batch * hidden],
    ];
    for layer in 0..of.layers {
        let mut y = vec![vec![vec![0.0; directions * hidden]; batch]; steps];
        for direction in 0..directions {
            let number = layer * directions + direction;
            let own = &parameters[number * of.parameters..][..of.parameters];
            for b in 0..batch {
                let start = (number * batch + b) * hidden;
                let known = |at: usize| {
                    state
                        .get(at)
                        .map_or(vec![0.0; hidden], |s| s[start..start + hidden].to_vec())
                };
                let (mut h, mut c) = (known(0), known(1));
                for t in of.order(direction) {
                    if !of.has(t, b) {
                        let place = (t * batch + b) * hidden;
                        states[4][number][place..][..hidden].copy_from_slice(&h);
                        states[5][number][place..][..hidden].copy_from_slice(&c);
                        continue;
                    }
                    let sum = |gate: usize, j: usize| {
                        let row = gate * hidden + j;
                        let product = |weights: &[f64], x: &[f64]| -> f64 {
                            x.iter()
                                .enumerate()
                                .map(|(k, x)| weights[row * x_len(weights, hidden) + k] * x)
                                .sum()
                        };
                        let bias: f64 = own[2..].iter().map(|bias| bias[row]).sum();
                        product(&own[0], &x[t][b]) + product(&own[1], &h) + bias
                    };
                    let gates: Vec<[f64; 4]> = (0..hidden)
                        .map(|j| {
                            [
                                sigmoid(sum(0, j)),
                                sigmoid(sum(1, j)),
                                sum(2, j).tanh(),
                                sigmoid(sum(3, j)),
                            ]
                        })
                        .collect();
                    for (j, [i, f, g, o]) in gates.into_iter().enumerate() {
                        c[j] = f * c[j] + i * g;
                        h[j] = o * c[j].tanh();
                        let place = (t * batch + b) * hidden + j;
                        for (kind, x) in [i, g, f, o, h[j], c[j], c[j].tanh()]
                            .into_iter()
                            .enumerate()
                        {
                            states[kind][number][place] = x;
                        }
                        y[t][b][direction * hidden + j] = h[j];
                    }
                }
                last[0][start..start + hidden].copy_from_slice(&h);
                last[1][start..start + hidden].copy_from_slice(&c);
            }
        }
        x = y;
    }
    let mut output = vec![0.0; steps * batch * directions * hidden];
    for t in 0..steps {
        for b in 0..batch {
            let width = directions * hidden;
            output[of.outer(t, b) * width..][..width].copy_from_slice(&x[t][b]);
        }
    }
    let mut outputs = vec![output];
    outputs.extend(last);
    if boolean(&arguments["train"]) {
        outputs.extend(states.into_iter().flatten());
    }
    outputs.into_iter().map(numbers).collect()
}

/// Elements of a row of weights of four gates.
fn x_len(weights: &[f64], hidden: usize) -> usize {
    weights.len() / (4 * hidden)
}

/// Gradients by the input, the states and the parameters.
pub fn backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let flags = [
        &arguments["hasBias"],
        &arguments["numLayers"],
        &arguments["bidirectional"],
        &arguments["batchFirst"],
    ];
    let of = Extents::new(&arguments["input"], &arguments["params"], flags)
        .with_sizes(&arguments["batchSizesOptional"]);
    let Extents {
        steps,
        batch,
        hidden,
        directions,
        ..
    } = of.clone();
    let all = of.layers * directions;
    let [state, parameters] = ["hx", "params"].map(|at| lists(&arguments[at]));
    let [dy, dh, dc] = ["dy", "dh", "dc"].map(|at| lists(&arguments[at]).pop());
    let [i, g, f, o, h, c, tangent] =
        ["i", "g", "f", "o", "h", "c", "tanhc"].map(|at| lists(&arguments[at]));
    let input = doubles(&arguments["input"].tensors()[0]);
    let mut by_parameters: Vec<Vec<f64>> = parameters.iter().map(|x| vec![0.0; x.len()]).collect();
    let mut by_state = [
        vec![0.0; all * batch * hidden],
        vec![0.0; all * batch * hidden],
    ];
    let width = directions * hidden;
    // By steps, sequences and elements.
    let mut by_output = vec![vec![vec![0.0; width]; batch]; steps];
    for (t, by_output) in by_output.iter_mut().enumerate() {
        for (b, by_output) in by_output.iter_mut().enumerate() {
            if let Some(dy) = &dy {
                by_output.copy_from_slice(&dy[of.outer(t, b) * width..][..width]);
            }
        }
    }
    for layer in (0..of.layers).rev() {
        let elements = if layer == 0 { of.inputs } else { width };
        let mut by_input = vec![vec![vec![0.0; elements]; batch]; steps];
        for direction in 0..directions {
            let number = layer * directions + direction;
            let first = number * of.parameters;
            let order = of.order(direction);
            for b in 0..batch {
                let start = (number * batch + b) * hidden;
                let known = |x: &Option<Vec<f64>>| {
                    x.as_ref()
                        .map_or(vec![0.0; hidden], |x| x[start..start + hidden].to_vec())
                };
                let (mut by_h, mut by_c) = (known(&dh), known(&dc));
                for at in (0..steps).rev() {
                    let t = order[at];
                    if !of.has(t, b) {
                        continue;
                    }
                    let place = |t: usize, j: usize| (t * batch + b) * hidden + j;
                    let before = |x: &Vec<f64>, j: usize, state: &Vec<f64>| match at {
                        0 => state[start + j],
                        _ => x[place(order[at - 1], j)],
                    };
                    let mut by_sums = vec![0.0; 4 * hidden];
                    for j in 0..hidden {
                        let [i, g, f, o, tangent] =
                            [&i, &g, &f, &o, &tangent].map(|x| x[number][place(t, j)]);
                        let by_hidden = by_h[j] + by_output[t][b][direction * hidden + j];
                        let by_cell = by_hidden * o * (1.0 - tangent * tangent) + by_c[j];
                        by_sums[j] = by_cell * g * i * (1.0 - i);
                        by_sums[hidden + j] =
                            by_cell * before(&c[number], j, &state[1]) * f * (1.0 - f);
                        by_sums[2 * hidden + j] = by_cell * i * (1.0 - g * g);
                        by_sums[3 * hidden + j] = by_hidden * tangent * o * (1.0 - o);
                        by_c[j] = by_cell * f;
                    }
                    by_h = vec![0.0; hidden];
                    for (row, &sum) in by_sums.iter().enumerate() {
                        for k in 0..elements {
                            let x = match layer {
                                0 => input[of.outer(t, b) * elements + k],
                                _ => h[(layer - 1) * directions + k / hidden][place(t, k % hidden)],
                            };
                            by_parameters[first][row * elements + k] += sum * x;
                            by_input[t][b][k] += sum * parameters[first][row * elements + k];
                        }
                        for k in 0..hidden {
                            by_parameters[first + 1][row * hidden + k] +=
                                sum * before(&h[number], k, &state[0]);
                            by_h[k] += sum * parameters[first + 1][row * hidden + k];
                        }
                        for bias in 2..of.parameters {
                            by_parameters[first + bias][row] += sum;
                        }
                    }
                }
                by_state[0][start..start + hidden].copy_from_slice(&by_h);
                by_state[1][start..start + hidden].copy_from_slice(&by_c);
            }
        }
        by_output = by_input;
    }
    let mut by_input = vec![0.0; input.len()];
    for t in 0..steps {
        for b in 0..batch {
            by_input[of.outer(t, b) * of.inputs..][..of.inputs].copy_from_slice(&by_output[t][b]);
        }
    }
    let mut outputs = vec![by_input];
    outputs.extend(by_state);
    outputs.extend(by_parameters);
    outputs.into_iter().map(numbers).collect()
}
