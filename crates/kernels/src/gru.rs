//! The cell of a gated recurrent unit, and its gradients, in doubles.

use crate::math::{sigmoid, tanh};
use crate::simd;

/// Makes the next state of a row. Of `sums`, which are those of the reset gate, the update gate and the candidates by inputs, one behind the other, it makes the gates and the candidates;
/// `own` are the same sums by what is hidden.
pub fn next(sums: &mut [f64], own: &[f64], hidden: &mut [f64]) {
    let count = hidden.len();
    for (sum, own) in sums[..2 * count].iter_mut().zip(own) {
        *sum += own;
    }
    let mut gates = [0.0; 64];
    let mut activate = |x: &mut [f64], function: fn(&[f64], &mut [f64])| {
        for x in x.chunks_mut(gates.len()) {
            let gates = &mut gates[..x.len()];
            function(x, gates);
            x.copy_from_slice(gates);
        }
    };
    let (gates, candidates) = sums.split_at_mut(2 * count);
    activate(gates, sigmoid::f64);
    for j in 0..count {
        candidates[j] += gates[j] * own[2 * count + j];
    }
    activate(candidates, tanh::f64);
    for j in 0..count {
        let update = gates[count + j];
        hidden[j] = (1.0 - update) * candidates[j] + update * hidden[j];
    }
}

/// A row of what the gradients of a cell depend on.
pub struct Row<'a> {
    /// Reset gate, update gate, candidates, and the part of the candidates' sums by what was hidden, before the reset gate.
    pub gates: [&'a [f64]; 4],
    /// The hidden state before the step.
    pub before: &'a [f64],
}

/// Writes the gradients by the sums by inputs and by those by what was hidden, and leaves of the gradient by what is hidden what goes to the step before past the sums.
pub fn gradients(row: &Row, by_hidden: &mut [f64], by_sums: &mut [f64], by_own: &mut [f64]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            let count = by_hidden.len();
            let [reset, update, candidate, own] = row.gates.map(|gate| &gate[..count]);
            let before = &row.before[..count];
            let (gates, by_candidate) = by_sums.split_at_mut(2 * count);
            let (by_reset, by_update) = gates.split_at_mut(count);
            for j in 0..count {
                loops.step();
                let (r, z, n, h) = (reset[j], update[j], candidate[j], by_hidden[j]);
                let by_n = h * (1.0 - z) * (1.0 - n * n);
                by_candidate[j] = by_n;
                by_own[2 * count + j] = by_n * r;
                by_reset[j] = by_n * own[j] * (r * (1.0 - r));
                by_update[j] = h * (before[j] - n) * (z * (1.0 - z));
                by_hidden[j] = h * z;
            }
            by_own[..2 * count].copy_from_slice(gates);
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_are_those_of_finite_differences() {
        // What is hidden, as a function of three sums by inputs, three by what was hidden, and that.
        let value = |x: [f64; 7]| {
            let mut sums = [x[0], x[1], x[2]];
            let mut hidden = [x[6]];
            next(&mut sums, &x[3..6], &mut hidden);
            (0.7 * hidden[0], sums)
        };
        let x = [0.3, -0.8, 0.45, 1.2, -0.6, 0.25, 0.9];
        let (_, gates) = value(x);
        let row = Row {
            gates: [&gates[..1], &gates[1..2], &gates[2..], &x[5..6]],
            before: &x[6..],
        };
        let (mut by_hidden, mut by_sums, mut by_own) = ([0.7], [0.0; 3], [0.0; 3]);
        gradients(&row, &mut by_hidden, &mut by_sums, &mut by_own);
        let exact = [&by_sums[..], &by_own, &by_hidden].concat();
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
