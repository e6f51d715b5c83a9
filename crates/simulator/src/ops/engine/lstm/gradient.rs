//! Gradients of a network by its inputs, parameters and states.

use super::{Network, Recurrence, part, picked, shared, turned};
use crate::error::Result;
use crate::kernels::lstm::{Row, gradients};
use crate::kernels::rows::add_scaled;
use crate::ops::engine::dense::{self, Operand, slice, slice_mut};
use crate::ops::engine::gemm::{Addend, Product, gemm};
use crate::ops::sequence::Sequence;
use crate::ops::{Arg, Call, Role};
use crate::tensor::Dtype;
use crate::tensor::scratch::{Scratch, with_alignment};

/// What gradients are computed of.
pub struct Given {
    /// The input.
    pub input: Arg,
    /// What is hidden, and the cells, before the first step.
    pub state: [Arg; 2],
    /// Weights and biases.
    pub parameters: Vec<Arg>,
    /// The gradients by the output, and by what is hidden and the cells after the last step; 0 where they are absent.
    pub by: [Option<Arg>; 3],
    /// For each layer and direction, by steps: input gates, candidates, forget gates, output gates, what is hidden, cells, and their hyperbolic tangents.
    pub states: [Vec<Arg>; 7],
}

/// Plans the gradients by the input, by what is hidden and the cells before the first step, and by the parameters.
pub fn gradient(
    of: Network,
    given: Given,
    by_given: [Arg; 3],
    by_parameters: Vec<Arg>,
) -> Result<Call> {
    let mut args = vec![given.input];
    args.extend(given.state);
    args.extend(given.parameters);
    let first_by = args.len();
    let has = given.by.each_ref().map(Option::is_some);
    args.extend(given.by.into_iter().flatten());
    let first_state = args.len();
    args.extend(given.states.into_iter().flatten());
    let first = args.len();
    args.extend(by_given);
    args.extend(by_parameters);
    let mut all = Sequence::new(args);
    let by = |all: &Sequence, number: usize| {
        let before = has[..number].iter().filter(|&&has| has).count();
        has[number].then(|| all.operand(first_by + before))
    };

    let Network {
        steps,
        batch,
        hidden,
        directions,
        ..
    } = of;
    let [t, b, h] = [steps, batch, hidden].map(|extent| extent as i64);
    let by_sums = all.temporary(Dtype::F64, &[t, b, 4 * h])?;
    let summed = all.temporary(Dtype::F64, &[4 * h, h])?;
    let mut by_output = by(&all, 0);
    if let Some(output) = by_output.take() {
        let layout = of.by_steps(&output.view.layout);
        by_output = Some(all.viewed(&output, layout)?);
    }
    for layer in (0..of.layers).rev() {
        let mut by_input: Option<Arg> = None;
        for direction in 0..directions {
            let number = layer * directions + direction;
            let state =
                |all: &Sequence, kind: usize| all.operand(first_state + kind * of.all() + number);
            let parameter = |at: usize| 3 + number * of.parameters() + at;
            let by_parameter = |at: usize| first + 3 + number * of.parameters() + at;

            let mut operands = vec![Operand::read(all.operand(parameter(1)), Dtype::F64)];
            // Input gates, forget gates, candidates, output gates, cells, their tangents.
            for kind in [0, 2, 1, 3, 5, 6] {
                operands.push(Operand::read(state(&all, kind), Dtype::F64));
            }
            let cells = all.operand(2);
            operands.push(Operand::read(picked(&mut all, &cells, number)?, Dtype::F64));
            if let Some(by_output) = &by_output {
                let own = part(&mut all, by_output, 2, direction * hidden, hidden)?;
                operands.push(Operand::read(own, Dtype::F64));
            }
            for at in [1, 2] {
                if let Some(by_state) = by(&all, at) {
                    operands.push(Operand::read(
                        picked(&mut all, &by_state, number)?,
                        Dtype::F64,
                    ));
                }
            }
            operands.push(Operand::write(by_sums.clone(), Dtype::F64));
            for at in [1, 2] {
                let by_state = all.operand(first + at);
                operands.push(Operand::write(
                    picked(&mut all, &by_state, number)?,
                    Dtype::F64,
                ));
            }
            for at in 2..of.parameters() {
                operands.push(Operand::write(all.operand(by_parameter(at)), Dtype::F64));
            }
            let kernel = Steps {
                of,
                direction,
                has: [by_output.is_some(), has[1], has[2]],
            };
            all.then(dense::plan(kernel, operands)?)?;

            // By the weights of inputs, which are the input or what is hidden in the layer below.
            let by_weights = all.operand(by_parameter(0));
            let sums = by_sums.clone().with_role(Role::Input);
            let product = || Product::new(Dtype::F64, Dtype::F64);
            let by_sums_turned = turned(&mut all, &sums)?;
            if layer == 0 {
                let input = all.operand(0);
                let layout = of.by_steps(&input.view.layout);
                let input = all.viewed(&input, layout)?;
                all.then(gemm(product().summed(), by_sums_turned, input, by_weights)?)?;
            } else {
                for below in 0..directions {
                    let hidden_state = (layer - 1) * directions + below;
                    let x = all.operand(first_state + 4 * of.all() + hidden_state);
                    let own = part(&mut all, &by_weights, 1, below * hidden, hidden)?;
                    all.then(gemm(product().summed(), by_sums_turned.clone(), x, own)?)?;
                }
            }

            // By the weights of what is hidden: that of the step before, of the first step that of the state.
            let by_weights = all.operand(by_parameter(1));
            let start = of.step(direction, 0);
            let later = if direction == 0 { [1, 0] } else { [0, 1] };
            let mut last = product();
            if steps > 1 {
                let sums = part(&mut all, &sums, 0, later[0], steps - 1)?;
                let sums = turned(&mut all, &sums)?;
                let x = state(&all, 4);
                let x = part(&mut all, &x, 0, later[1], steps - 1)?;
                all.then(gemm(product().summed(), sums, x, summed.clone())?)?;
                last = last.plus(Addend::Tensor(summed.clone()), 1.0);
            }
            let sums = picked(&mut all, &sums, start)?;
            let sums = turned(&mut all, &sums)?;
            let x = all.operand(1);
            let x = picked(&mut all, &x, number)?;
            all.then(gemm(last, sums, x, by_weights)?)?;

            // By inputs, of which both directions have the same.
            let is_last = direction + 1 == directions;
            let target = match layer == 0 && is_last {
                true => {
                    let output = all.operand(first);
                    let layout = of.by_steps(&output.view.layout);
                    all.viewed(&output, layout)?
                }
                false => {
                    let weights = all.operand(parameter(0));
                    let elements = weights.view.layout.shape()[1];
                    all.temporary(Dtype::F64, &[t, b, elements])?
                }
            };
            let mut product = product();
            if let Some(other) = by_input.take() {
                product = product.plus(Addend::Tensor(other), 1.0);
            }
            let weights = all.operand(parameter(0));
            let sums = by_sums.clone().with_role(Role::Input);
            all.then(gemm(product, sums, weights, target.clone())?)?;
            by_input = Some(target);
        }
        by_output = by_input;
    }
    Ok(all.finish_reading_first())
}

/// The gradients by sums of the gates, the states before the first step, and the biases. Its operands are the weights of what is hidden, the gates, cells and tangents
/// in each step, the cells before, the gradients that there are, and what is written.
struct Steps {
    of: Network,
    direction: usize,
    /// Whether there are gradients by the output, by what is hidden and by the cells after the last step.
    has: [bool; 3],
}

impl Steps {
    fn recurrence(&self) -> Recurrence {
        Recurrence::new(self.of.batch, 4 * self.of.hidden, self.of.hidden)
    }

    /// Bytes: packed weights, packed rows, products, the gradient by what is hidden and by the cells.
    fn sizes(&self) -> [usize; 5] {
        let of = self.recurrence();
        let state = self.of.batch * self.of.hidden * size_of::<f64>();
        [of.right.bytes(), of.left.bytes(), of.bytes(), state, state]
    }
}

impl dense::Kernel for Steps {
    fn cost(&self) -> usize {
        let row = 4 * self.of.hidden * (self.of.hidden / 4 + 16);
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
        let mut at = [0; 5];
        for (at, bytes) in at.iter_mut().zip(self.sizes()) {
            *at = scratch.take(bytes)?.expose_provenance();
        }
        let [weights, packed, products, by_hidden, by_cell] = at;
        let (row, of) = (hidden * size_of::<f64>(), self.recurrence());
        let given = |number: usize| {
            let before = self.has[..number].iter().filter(|&&has| has).count();
            self.has[number].then(|| places[8 + before])
        };
        let first = 8 + self.has.iter().filter(|&&has| has).count();
        // SAFETY: the caller's promise for the operands, which are dense doubles, and memory of this call's own.
        unsafe {
            of.right.pack_all((places[0], [8, row as isize]), weights);
            for (at, number) in [(by_hidden, 1), (by_cell, 2)] {
                let to = slice_mut::<f64>(at, batch * hidden);
                match given(number) {
                    Some(place) => to.copy_from_slice(slice(place, batch * hidden)),
                    None => to.fill(0.0),
                }
            }
            for number in (0..steps).rev() {
                let step = self.of.step(self.direction, number);
                shared(batch * hidden * 32, batch, |b| {
                    let place = step * batch + b;
                    let at = |number: usize| slice::<f64>(places[number] + place * row, hidden);
                    let before = match number {
                        0 => slice::<f64>(places[7] + b * row, hidden),
                        _ => {
                            let step = self.of.step(self.direction, number - 1);
                            slice(places[5] + (step * batch + b) * row, hidden)
                        }
                    };
                    let own = slice_mut::<f64>(by_hidden + b * row, hidden);
                    if let Some(output) = given(0) {
                        add_scaled(own, slice(output + place * row, hidden), 1.0);
                    }
                    let known = Row {
                        gates: [at(1), at(2), at(3), at(4)],
                        bounded: at(6),
                        before,
                        by_hidden: own,
                    };
                    let by_sums = slice_mut::<f64>(places[first] + 4 * place * row, 4 * hidden);
                    gradients(&known, slice_mut(by_cell + b * row, hidden), by_sums);
                });
                let rows = (places[first] + 4 * step * batch * row, 4 * row);
                of.multiply(rows, [packed, weights, products]);
                for b in 0..batch {
                    let product = slice::<f64>(products + b * of.pitch() * 8, hidden);
                    slice_mut::<f64>(by_hidden + b * row, hidden).copy_from_slice(product);
                }
            }
            for (number, at) in [(1, by_hidden), (2, by_cell)] {
                slice_mut::<f64>(places[first + number], batch * hidden)
                    .copy_from_slice(slice(at, batch * hidden));
            }
            for bias in 2..self.of.parameters() {
                let sums = slice_mut::<f64>(places[first + 1 + bias], 4 * hidden);
                sums.fill(0.0);
                for place in 0..steps * batch {
                    add_scaled(
                        sums,
                        slice(places[first] + 4 * place * row, 4 * hidden),
                        1.0,
                    );
                }
            }
        }
        Ok(())
    }
}
