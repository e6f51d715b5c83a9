//! Gradients of a network by its inputs, parameters and states.

use super::{Cell, HIDDEN, Network, Recurrence, part, picked, shared, turned};
use crate::engine::dense::{self, Operand, index_slice, slice, slice_mut};
use crate::engine::gemm::{Addend, Product, gemm};
use crate::sequence::Sequence;
use crate::{Arg, Call, Role};
use hostnpu_base::error::Result;
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::rows::add_scaled;
use hostnpu_kernels::{gru, lstm};
use hostnpu_tensor::Dtype;
use hostnpu_tensor::scratch::{Scratch, with_alignment};

/// What gradients are computed of.
pub struct Given {
    /// The input.
    pub input: Arg,
    /// The states before the first step.
    pub state: Vec<Arg>,
    /// Weights and biases.
    pub parameters: Vec<Arg>,
    /// The gradients by the output, and by the states after the last step; 0 where they are absent.
    pub by: Vec<Option<Arg>>,
    /// For each layer and direction, by steps, what the forward pass has kept.
    pub kept: Vec<Vec<Arg>>,
    /// How many sequences each step has, if they are of several lengths.
    pub sizes: Option<Arg>,
}

/// Plans the gradients by the input, by the states before the first step, and by the parameters.
pub fn gradient(
    of: Network,
    given: Given,
    by_given: Vec<Arg>,
    by_parameters: Vec<Arg>,
) -> Result<Call> {
    let mut args = vec![given.input];
    args.extend(given.state);
    args.extend(given.parameters);
    let first_by = args.len();
    let has: Vec<bool> = given.by.iter().map(Option::is_some).collect();
    args.extend(given.by.into_iter().flatten());
    let has_sizes = given.sizes.is_some();
    args.extend(given.sizes);
    let first_kept = args.len();
    args.extend(given.kept.into_iter().flatten());
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
        cell,
        ..
    } = of;
    let [t, b, h] = [steps, batch, hidden].map(|extent| extent as i64);
    let width = of.sums() as i64;
    let by_sums = all.temporary(Dtype::F64, &[t, b, width])?;
    // The sums of a memory are one for inputs and what is hidden; those of a gated unit are not.
    let by_own = match cell {
        Cell::Lstm => by_sums.clone(),
        Cell::Gru => all.temporary(Dtype::F64, &[t, b, width])?,
    };
    let summed = all.temporary(Dtype::F64, &[width, h])?;
    let mut by_output = by(&all, 0);
    if let Some(output) = by_output.take() {
        let layout = of.by_steps(&output.view.layout);
        by_output = Some(all.viewed(&output, layout)?);
    }
    for layer in (0..of.layers).rev() {
        let mut by_input: Option<Arg> = None;
        for direction in 0..directions {
            let number = layer * directions + direction;
            let kept =
                |all: &Sequence, kind: usize| all.operand(first_kept + kind * of.all() + number);
            let states = cell.states();
            let parameter = |at: usize| 1 + states + number * of.parameters() + at;
            let by_parameter = |at: usize| first + 1 + states + number * of.parameters() + at;

            let mut operands = vec![Operand::read(all.operand(parameter(1)), Dtype::F64)];
            for &kind in kinds(cell) {
                operands.push(Operand::read(kept(&all, kind), Dtype::F64));
            }
            let before = all.operand(states);
            operands.push(Operand::read(
                picked(&mut all, &before, number)?,
                Dtype::F64,
            ));
            if has_sizes {
                operands.push(Operand::read(all.operand(first_kept - 1), Dtype::I64));
            }
            if let Some(by_output) = &by_output {
                let own = part(&mut all, by_output, 2, direction * hidden, hidden)?;
                operands.push(Operand::read(own, Dtype::F64));
            }
            for at in 1..=states {
                if let Some(by_state) = by(&all, at) {
                    operands.push(Operand::read(
                        picked(&mut all, &by_state, number)?,
                        Dtype::F64,
                    ));
                }
            }
            operands.push(Operand::write(by_sums.clone(), Dtype::F64));
            if cell == Cell::Gru {
                operands.push(Operand::write(by_own.clone(), Dtype::F64));
            }
            for at in 1..=states {
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
                has_sizes,
                has: [by_output.is_some(), has[1], has.get(2) == Some(&true)],
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
                    let x = all.operand(first_kept + HIDDEN * of.all() + hidden_state);
                    let own = part(&mut all, &by_weights, 1, below * hidden, hidden)?;
                    all.then(gemm(product().summed(), by_sums_turned.clone(), x, own)?)?;
                }
            }

            // By the weights of what is hidden: that of the step before, of the first step that of the state.
            let by_weights = all.operand(by_parameter(1));
            let start = of.step(direction, 0);
            let later = if direction == 0 { [1, 0] } else { [0, 1] };
            let mut last = product();
            let own = by_own.clone().with_role(Role::Input);
            if steps > 1 {
                let sums = part(&mut all, &own, 0, later[0], steps - 1)?;
                let sums = turned(&mut all, &sums)?;
                let x = kept(&all, HIDDEN);
                let x = part(&mut all, &x, 0, later[1], steps - 1)?;
                all.then(gemm(product().summed(), sums, x, summed.clone())?)?;
                last = last.plus(Addend::Tensor(summed.clone()), 1.0);
            }
            let sums = picked(&mut all, &own, start)?;
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

/// What steps take of what was kept, in their order: four gates, what stays from step to step, and of a memory the tangents of its cells.
fn kinds(cell: Cell) -> &'static [usize] {
    match cell {
        Cell::Lstm => &[0, 2, 1, 3, 5, 6],
        Cell::Gru => &[0, 1, 2, 3, HIDDEN],
    }
}

/// The gradients by sums, by the states before the first step, and by the biases. Its operands are the weights of what is hidden, [`kinds`] in each step, what stays before the first
/// step, the number of sequences of each step, the gradients that there are, and what is written.
struct Steps {
    of: Network,
    direction: usize,
    has_sizes: bool,
    /// Whether there are gradients by the output, and by the states after the last step.
    has: [bool; 3],
}

impl Steps {
    fn recurrence(&self) -> Recurrence {
        Recurrence::new(self.of.batch, self.of.sums(), self.of.hidden)
    }

    /// Bytes: packed weights, packed rows, products, the gradients by the states.
    fn sizes(&self) -> [usize; 4] {
        let of = self.recurrence();
        let state = self.of.batch * self.of.hidden * size_of::<f64>();
        let numbers = [of.right.doubles(), of.left.doubles(), of.products()];
        let [weights, packed, products] = numbers.map(|count| count * size_of::<f64>());
        [weights, packed, products, 2 * state]
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
            cell,
            ..
        } = self.of;
        let mut at = [0; 4];
        for (at, bytes) in at.iter_mut().zip(self.sizes()) {
            *at = scratch.take(bytes)?.expose_provenance();
        }
        let [weights, packed, products, by_states] = at;
        let (width, row, of) = (self.of.sums(), hidden * size_of::<f64>(), self.recurrence());
        let before = 1 + kinds(cell).len();
        let first_given = before + 1 + usize::from(self.has_sizes);
        let given = |number: usize| {
            let before = self.has[..number].iter().filter(|&&has| has).count();
            self.has[number].then(|| places[first_given + before])
        };
        let by_sums = first_given + self.has.iter().filter(|&&has| has).count();
        let by_own = by_sums + usize::from(cell == Cell::Gru);
        let first = by_own + 1;
        let by_states = [by_states, by_states + batch * row];
        // SAFETY: the caller's promise for the operands, which are dense doubles, and memory of this call's own.
        unsafe {
            let weights = slice_mut(weights, of.right.doubles());
            of.pack_rows(slice(places[0], width * hidden), weights);
            for (at, number) in by_states.into_iter().zip(1..) {
                let to = slice_mut::<f64>(at, batch * hidden);
                match given(number) {
                    Some(place) => to.copy_from_slice(slice(place, batch * hidden)),
                    None => to.fill(0.0),
                }
            }
            for number in (0..steps).rev() {
                let step = self.of.step(self.direction, number);
                let count = match self.has_sizes {
                    true => index_slice::<i64>(places[before + 1], steps).get(step),
                    false => batch as i64,
                };
                let has = |b: usize| count > b as i64;
                shared(batch * width * 8, batch, |b| {
                    let place = step * batch + b;
                    let at = |number: usize| slice::<f64>(places[number] + place * row, hidden);
                    let sums =
                        |number: usize| slice_mut::<f64>(places[number] + place * width * 8, width);
                    if !has(b) {
                        sums(by_sums).fill(0.0);
                        sums(by_own).fill(0.0);
                        return;
                    }
                    let before = match number {
                        0 => slice::<f64>(places[before] + b * row, hidden),
                        _ => {
                            let step = self.of.step(self.direction, number - 1);
                            slice(places[5] + (step * batch + b) * row, hidden)
                        }
                    };
                    let [by_hidden, by_cell] = by_states.map(|at| slice_mut(at + b * row, hidden));
                    if let Some(output) = given(0) {
                        add_scaled(by_hidden, slice(output + place * row, hidden), 1.0);
                    }
                    let gates = [at(1), at(2), at(3), at(4)];
                    match cell {
                        Cell::Lstm => {
                            let known = lstm::Row {
                                gates,
                                bounded: at(6),
                                before,
                                by_hidden,
                            };
                            lstm::gradients(&known, by_cell, sums(by_sums));
                            one_nan(by_cell);
                            by_hidden.fill(0.0);
                        }
                        Cell::Gru => {
                            let known = gru::Row { gates, before };
                            gru::gradients(&known, by_hidden, sums(by_sums), sums(by_own));
                            one_nan(sums(by_own));
                        }
                    }
                    one_nan(sums(by_sums));
                });
                let rows = slice(places[by_own] + step * batch * width * 8, batch * width);
                let packed = slice_mut(packed, of.left.doubles());
                of.multiply_rows(rows, packed, weights, slice_mut(products, of.products()));
                for b in 0..batch {
                    let product = slice::<f64>(products + b * of.pitch() * 8, hidden);
                    let by_hidden = slice_mut(by_states[0] + b * row, hidden);
                    add_scaled(by_hidden, product, 1.0);
                    one_nan(by_hidden);
                }
            }
            for (number, at) in by_states[..cell.states()].iter().enumerate() {
                slice_mut::<f64>(places[first + number], batch * hidden)
                    .copy_from_slice(slice(*at, batch * hidden));
            }
            for bias in 0..self.of.parameters() - 2 {
                let sums = slice_mut::<f64>(places[first + cell.states() + bias], width);
                sums.fill(0.0);
                let by = places[if bias == 0 { by_sums } else { by_own }];
                for place in 0..steps * batch {
                    add_scaled(sums, slice(by + place * width * 8, width), 1.0);
                }
                one_nan(sums);
            }
        }
        Ok(())
    }
}
