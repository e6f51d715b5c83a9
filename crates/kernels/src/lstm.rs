//! The cell of a long short-term memory, and its gradients, in doubles.

use crate::math::{sigmoid, tanh};
use crate::simd;

/// Activates the gates of a row: of `sums`, which are those of the input gate, the forget gate, the candidates and the output gate, one behind the other.
pub fn activate(sums: &[f64], gates: &mut [f64]) {
    let count = sums.len() / 4;
    sigmoid::f64(&sums[..2 * count], &mut gates[..2 * count]);
    tanh::f64(
        &sums[2 * count..3 * count],
        &mut gates[2 * count..3 * count],
    );
    sigmoid::f64(&sums[3 * count..], &mut gates[3 * count..]);
}

/// Makes the next state of a row: of the cell, of its hyperbolic tangent, and what is hidden.
pub fn next(gates: &[f64], cell: &mut [f64], bounded: &mut [f64], hidden: &mut [f64]) {
    let count = cell.len();
    let ([input, forget], [candidate, output]) = parts(gates, count);
    for j in 0..count {
        cell[j] = forget[j] * cell[j] + input[j] * candidate[j];
    }
    tanh::f64(cell, bounded);
    for j in 0..count {
        hidden[j] = output[j] * bounded[j];
    }
}

/// The gates of a row: input and forget gate, candidates and output gate.
fn parts(gates: &[f64], count: usize) -> ([&[f64]; 2], [&[f64]; 2]) {
    let (first, second) = gates.split_at(2 * count);
    let ((input, forget), (candidate, output)) = (first.split_at(count), second.split_at(count));
    ([input, forget], [candidate, &output[..count]])
}

/// A row of what the gradients of a cell depend on.
pub struct Row<'a> {
    /// Input gate, forget gate, candidates, output gate.
    pub gates: [&'a [f64]; 4],
    /// The hyperbolic tangent of the cell.
    pub bounded: &'a [f64],
    /// The cell before.
    pub before: &'a [f64],
    /// The gradient by what is hidden.
    pub by_hidden: &'a [f64],
}

/// Writes the gradients by the sums of the gates, and makes of the gradient by the cell that by the one before.
pub fn gradients(row: &Row, by_cell: &mut [f64], by_sums: &mut [f64]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            let count = by_cell.len();
            let [input, forget, candidate, output] = row.gates.map(|gate| &gate[..count]);
            let [bounded, before, by_hidden] =
                [row.bounded, row.before, row.by_hidden].map(|x| &x[..count]);
            let (first, second) = by_sums.split_at_mut(2 * count);
            let (by_input, by_forget) = first.split_at_mut(count);
            let (by_candidate, by_output) = second.split_at_mut(count);
            for j in 0..count {
                loops.step();
                let (i, f, g, o, t, h) = (
                    input[j],
                    forget[j],
                    candidate[j],
                    output[j],
                    bounded[j],
                    by_hidden[j],
                );
                let c = h * o * (1.0 - t * t) + by_cell[j];
                by_output[j] = h * t * (o * (1.0 - o));
                by_candidate[j] = c * i * (1.0 - g * g);
                by_input[j] = c * g * (i * (1.0 - i));
                by_forget[j] = c * before[j] * (f * (1.0 - f));
                by_cell[j] = c * f;
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_are_those_of_finite_differences() {
        // The sum of what is hidden and of the cell, as a function of the four sums and the cell before.
        let value = |x: [f64; 5]| {
            let [mut gates, mut cell, mut bounded, mut hidden] =
                [vec![0.0; 4], vec![x[4]], vec![0.0], vec![0.0]];
            activate(&x[..4], &mut gates);
            next(&gates, &mut cell, &mut bounded, &mut hidden);
            (0.7 * hidden[0] - 0.4 * cell[0], gates, bounded)
        };
        let x = [0.3, -0.8, 0.45, 1.2, -0.6];
        let (_, gates, bounded) = value(x);
        let row = Row {
            gates: [0, 1, 2, 3].map(|at| &gates[at..at + 1]),
            bounded: &bounded,
            before: &x[4..],
            by_hidden: &[0.7],
        };
        let (mut by_cell, mut by_sums) = ([-0.4], [0.0; 4]);
        gradients(&row, &mut by_cell, &mut by_sums);
        let exact = [&by_sums[..], &by_cell].concat();
        for (at, exact) in exact.into_iter().enumerate() {
            let moved = |by: f64| {
                let mut moved = x;
                moved[at] += by;
                value(moved).0
            };
            let derivative = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!(
                (derivative - exact).abs() < 1e-9,
                "{at}: {exact} instead of {derivative}"
            );
        }
    }
}
