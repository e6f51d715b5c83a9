//! Long short-term memory, gate by gate, in double.

use super::objdetect::{boolean, real, shape, stored};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The output by steps and rows, and the last states. `rows[step]` are the numbers of inputs.
fn network(
    a: &Arguments,
    counts: &[usize],
    place: impl Fn(usize, usize) -> usize,
    outputs: usize,
) -> Vec<Vec<Number>> {
    let (has_bias, is_both) = (boolean(&a["isbias"]), boolean(&a["bidirection"]));
    let x = real(&a["x"]);
    let elements = *shape(&a["x"]).last().unwrap();
    let [directions, batch, hidden] = [0, 1, 2].map(|k| shape(&a["initH"])[k]);
    let (h, c) = (real(&a["initH"]), real(&a["initC"]));
    let (mut last_h, mut last_c) = (h.clone(), c.clone());
    let mut y = vec![0.0; outputs * directions * hidden];
    assert_eq!(directions, 1 + usize::from(is_both));
    for direction in 0..directions {
        let [ih, hh, b_ih, b_hh] = match direction {
            0 => ["wIh", "wHh", "bIhOptional", "bHhOptional"],
            _ => [
                "wIhReverseOptional",
                "wHhReverseOptional",
                "bIhReverseOptional",
                "bHhReverseOptional",
            ],
        };
        let (ih, hh) = (real(&a[ih]), real(&a[hh]));
        let biases: Vec<Vec<f64>> = match has_bias {
            true => vec![real(&a[b_ih]), real(&a[b_hh])],
            false => Vec::new(),
        };
        for row in 0..batch {
            let own = (direction * batch + row) * hidden;
            let (mut state, mut cell) =
                (h[own..own + hidden].to_vec(), c[own..own + hidden].to_vec());
            for number in 0..counts.len() {
                let step = if direction == 0 {
                    number
                } else {
                    counts.len() - 1 - number
                };
                if row >= counts[step] {
                    continue;
                }
                let at = place(step, row);
                let gate = |gate: usize, k: usize| {
                    let of = gate * hidden + k;
                    let inputs =
                        (0..elements).map(|e| x[at * elements + e] * ih[of * elements + e]);
                    let before = (0..hidden).map(|e| state[e] * hh[of * hidden + e]);
                    inputs.sum::<f64>()
                        + before.sum::<f64>()
                        + biases.iter().map(|b| b[of]).sum::<f64>()
                };
                let next: Vec<(f64, f64)> = (0..hidden)
                    .map(|k| {
                        let (i, f) = (sigmoid(gate(0, k)), sigmoid(gate(1, k)));
                        let (g, o) = (gate(2, k).tanh(), sigmoid(gate(3, k)));
                        let cell = f * cell[k] + i * g;
                        (o * cell.tanh(), cell)
                    })
                    .collect();
                (state, cell) = next.into_iter().unzip();
                let out = (at * directions + direction) * hidden;
                y[out..out + hidden].copy_from_slice(&state);
            }
            last_h[own..own + hidden].copy_from_slice(&state);
            last_c[own..own + hidden].copy_from_slice(&cell);
        }
    }
    [y, last_h, last_c].map(stored).to_vec()
}

pub fn first(a: &Arguments) -> Vec<Vec<Number>> {
    let extents = shape(&a["x"]);
    let (steps, batch) = (extents[0], extents[1]);
    network(
        a,
        &vec![batch; steps],
        |step, row| step * batch + row,
        steps * batch,
    )
}

pub fn second(a: &Arguments) -> Vec<Vec<Number>> {
    let extents = shape(&a["x"]);
    let batch = shape(&a["initH"])[1];
    let counts: Vec<usize> = match &a["batchSizeOptional"] {
        Argument::Null => vec![batch; extents[0]],
        counts => real(counts).into_iter().map(|x| x as usize).collect(),
    };
    let is_packed = extents.len() == 2;
    let rows = if is_packed {
        extents[0]
    } else {
        extents[0] * batch
    };
    let place = |step: usize, row: usize| match is_packed {
        true => counts[..step].iter().sum::<usize>() + row,
        false => step * batch + row,
    };
    network(a, &counts, place, rows)
}
