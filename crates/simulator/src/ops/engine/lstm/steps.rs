//! The steps of a layer in one direction, and all layers.

use super::{Network, Recurrence, part, picked, shared, turned};
use crate::error::Result;
use crate::kernels::lstm;
use crate::kernels::rows::add_scaled;
use crate::ops::engine::dense::{self, Operand, slice, slice_mut};
use crate::ops::engine::gemm::{Product, gemm};
use crate::ops::engine::pointwise;
use crate::ops::sequence::Sequence;
use crate::ops::{Arg, Call, Role};
use crate::tensor::Dtype;
use crate::tensor::scratch::{Scratch, with_alignment};

/// What is computed.
pub struct Outputs {
    /// What is hidden in the last layer, in each step.
    pub output: Arg,
    /// What is hidden, and the cells, after the last step of each layer and direction.
    pub last: [Arg; 2],
    /// For each layer and direction, by steps: input gates, candidates, forget gates, output gates, what is hidden, cells, and their hyperbolic tangents.
    pub states: Option<[Vec<Arg>; 7]>,
}

/// Plans a network. `state` is what is hidden and the cells before the first step; 0 if it is absent.
pub fn forward(
    of: Network,
    input: Arg,
    parameters: Vec<Arg>,
    state: Option<[Arg; 2]>,
    outputs: Outputs,
) -> Result<Call> {
    let (counts, trains) = (parameters.len(), outputs.states.is_some());
    let has_state = state.is_some();
    let mut args = vec![input];
    args.extend(parameters);
    args.extend(state.into_iter().flatten());
    let first = args.len();
    args.push(outputs.output);
    args.extend(outputs.last);
    args.extend(outputs.states.into_iter().flatten().flatten());
    let mut all = Sequence::new(args);

    let Network {
        steps,
        batch,
        hidden,
        directions,
        ..
    } = of;
    let [t, b, h] = [steps, batch, hidden].map(|extent| extent as i64);
    let input = all.operand(0);
    let layout = of.by_steps(&input.view.layout);
    let mut x = all.viewed(&input, layout)?;
    let sums = all.temporary(Dtype::F64, &[t, b, 4 * h])?;
    for layer in 0..of.layers {
        let y = all.temporary(Dtype::F64, &[t, b, directions as i64 * h])?;
        for direction in 0..directions {
            let number = layer * directions + direction;
            let parameter = |at: usize| 1 + number * of.parameters() + at;
            let weights = all.operand(parameter(0));
            let weights = turned(&mut all, &weights)?;
            let product = Product::new(Dtype::F64, Dtype::F64);
            all.then(gemm(
                product,
                x.clone().with_role(Role::Input),
                weights,
                sums.clone(),
            )?)?;
            let mut operands = vec![Operand::read(sums.clone(), Dtype::F64)];
            for at in 1..of.parameters() {
                operands.push(Operand::read(all.operand(parameter(at)), Dtype::F64));
            }
            if has_state {
                for at in [1, 2] {
                    let state = all.operand(counts + at);
                    operands.push(Operand::read(picked(&mut all, &state, number)?, Dtype::F64));
                }
            }
            let own = part(&mut all, &y, 2, direction * hidden, hidden)?;
            operands.push(Operand::write(own, Dtype::F64));
            for at in [1, 2] {
                let last = all.operand(first + at);
                operands.push(Operand::write(picked(&mut all, &last, number)?, Dtype::F64));
            }
            if trains {
                let state = |kind: usize| first + 3 + kind * of.all() + number;
                operands.extend(
                    (0..7).map(|kind| Operand::write(all.operand(state(kind)), Dtype::F64)),
                );
            }
            all.then(dense::plan(
                Steps {
                    of,
                    direction,
                    has_state,
                    trains,
                },
                operands,
            )?)?;
        }
        x = y;
    }
    let output = all.operand(first);
    let layout = of.by_steps(&output.view.layout);
    let output = all.viewed(&output, layout)?;
    all.then(pointwise::copy(x.with_role(Role::Input), output)?)?;
    Ok(all.finish_reading_first())
}

/// The steps of a layer in a direction. Its operands are what inputs add to the gates, the weights of what is hidden, biases, the state before, what is hidden in each
/// step, the state after, and the states in each step.
struct Steps {
    of: Network,
    direction: usize,
    has_state: bool,
    trains: bool,
}

impl Steps {
    fn recurrence(&self) -> Recurrence {
        Recurrence::new(self.of.batch, self.of.hidden, 4 * self.of.hidden)
    }

    /// Bytes: packed weights, packed rows, products, the state, its tangents, sums and gates of each row.
    fn sizes(&self) -> [usize; 6] {
        let of = self.recurrence();
        let state = self.of.batch * self.of.hidden * size_of::<f64>();
        [
            of.right.bytes(),
            of.left.bytes(),
            of.bytes(),
            2 * state,
            state,
            8 * state,
        ]
    }
}

impl dense::Kernel for Steps {
    fn cost(&self) -> usize {
        let row = 4 * self.of.hidden * (self.of.hidden / 4 + 32);
        self.of
            .steps
            .saturating_mul(self.of.batch)
            .saturating_mul(row)
    }

    fn scratch(&self) -> usize {
        self.sizes().into_iter().map(with_alignment).sum()
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let Network {
            steps,
            batch,
            hidden,
            ..
        } = self.of;
        let mut at = [0; 6];
        for (at, bytes) in at.iter_mut().zip(self.sizes()) {
            *at = scratch.take(bytes)?.expose_provenance();
        }
        let [weights, packed, products, state, bounded, spare] = at;
        let (row, of) = (hidden * size_of::<f64>(), self.recurrence());
        let biases = self.of.parameters() - 2;
        let before = 2 + biases;
        let first = before + if self.has_state { 2 } else { 0 };
        let cells = state + batch * row;
        // SAFETY: the caller's promise for the operands, which are dense doubles, and memory of this call's own.
        unsafe {
            of.right.pack_all((places[1], [row as isize, 8]), weights);
            for (at, number) in [(state, before), (cells, before + 1)] {
                let to = slice_mut::<f64>(at, batch * hidden);
                match self.has_state {
                    true => to.copy_from_slice(slice(places[number], batch * hidden)),
                    false => to.fill(0.0),
                }
            }
            for number in 0..steps {
                let step = self.of.step(self.direction, number);
                of.multiply((state, row), [packed, weights, products]);
                shared(batch * hidden * 64, batch, |b| {
                    let [sums, gates] = [0, 4].map(|at| spare + (b * 8 + at) * row);
                    let (sums, gates) = (
                        slice_mut::<f64>(sums, 4 * hidden),
                        slice_mut::<f64>(gates, 4 * hidden),
                    );
                    let place = step * batch + b;
                    sums.copy_from_slice(slice(places[0] + 4 * place * row, 4 * hidden));
                    add_scaled(sums, slice(products + b * of.pitch() * 8, 4 * hidden), 1.0);
                    for bias in 0..biases {
                        add_scaled(sums, slice(places[2 + bias], 4 * hidden), 1.0);
                    }
                    lstm::activate(sums, gates);
                    let own = |at: usize| slice_mut::<f64>(at + b * row, hidden);
                    let (hidden_state, cell, tangent) = (own(state), own(cells), own(bounded));
                    lstm::next(gates, cell, tangent, hidden_state);
                    let store = |number: usize, x: &[f64]| {
                        slice_mut::<f64>(places[first + number] + place * row, hidden)
                            .copy_from_slice(x);
                    };
                    store(0, hidden_state);
                    if self.trains {
                        // Input gates, candidates, forget gates, output gates.
                        for (number, gate) in [0, 2, 1, 3].into_iter().enumerate() {
                            store(3 + number, &gates[gate * hidden..(gate + 1) * hidden]);
                        }
                        store(7, hidden_state);
                        store(8, cell);
                        store(9, tangent);
                    }
                });
            }
            for (number, at) in [(1, state), (2, cells)] {
                slice_mut::<f64>(places[first + number], batch * hidden)
                    .copy_from_slice(slice(at, batch * hidden));
            }
        }
        Ok(())
    }
}
