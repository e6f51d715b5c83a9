//! Gradients of a network by its inputs, parameters and states.

#![forbid(unsafe_code)]

use super::{Cell, HIDDEN, Network, Recurrence, part, picked, turned};
use crate::gemm::{Addend, Product, gemm};
use crate::grain;
use crate::operands::{Read, ReadIndices, Temporary, Write, kernel, operands};
use crate::sequence::Sequence;
use crate::{Arg, Call, Role};
use hostnpu_base::error::Result;
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::rows::add_scaled;
use hostnpu_kernels::{gru, lstm};
use hostnpu_tensor::Dtype;
use hostnpu_tensor::cuts::{self, chunks};

/// Tensors that the forward direction has kept for gradients.
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
    /// Number of sequences of each step, if they are of several lengths.
    pub sizes: Option<Arg>,
}

operands! {
    /// The steps of a layer in a direction.
    struct Layer => LayerAt {
        /// Of what is hidden.
        weights: Read<f64>,
        /// [`kinds`] in each step.
        kept: Vec<Read<f64>>,
        /// The state that stays from step to step, before the first one.
        before: Read<f64>,
        /// Number of sequences of each step.
        counts: Option<ReadIndices<i64>>,
        by_output: Option<Read<f64>>,
        /// By the states after the last step; 0 where they are absent.
        by_after: Vec<Option<Read<f64>>>,
        by_sums: Write<f64>,
        /// By the sums of what is hidden, where they are others than those of inputs.
        by_own: Option<Write<f64>>,
        /// By the states before the first step.
        by_before: Vec<Write<f64>>,
        by_biases: Vec<Write<f64>>,
        packed_weights: Temporary<f64>,
        packed_rows: Temporary<f64>,
        products: Temporary<f64>,
        by_hidden: Temporary<f64>,
        by_cells: Temporary<f64>,
    }
}

/// Plans the gradients by the input, by the states before the first step, and by the parameters.
pub fn gradient(
    of: Network,
    given: Given,
    by_given: Vec<Arg>,
    by_parameters: Vec<Arg>,
) -> Result<Call> {
    let mut all = Sequence::default();
    let input = all.add(given.input);
    let state = all.add_all(given.state);
    let parameters = all.add_all(given.parameters);
    let by = given.by.into_iter();
    let by: Vec<Option<Arg>> = by.map(|by| by.map(|by| all.add(by))).collect();
    let counts = given.sizes.map(|sizes| all.add(sizes));
    let kept = given.kept.into_iter();
    let kept: Vec<Vec<Arg>> = kept.map(|kind| all.add_all(kind)).collect();
    let by_given = all.add_all(by_given);
    let by_parameters = all.add_all(by_parameters);

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
    let by_steps = |arg: &Arg| arg.with_layout(of.by_steps(&arg.view.layout));
    let mut by_output = by[0].as_ref().map(by_steps).transpose()?;
    let recurrence = Recurrence::new(batch, of.sums(), hidden);
    let states = cell.states();
    for layer in (0..of.layers).rev() {
        let mut by_input: Option<Arg> = None;
        for direction in 0..directions {
            let number = layer * directions + direction;
            let own = number * of.parameters()..(number + 1) * of.parameters();
            let (parameters, by_parameters) = (&parameters[own.clone()], &by_parameters[own]);
            let of_layer = |arg: &Arg| arg.with_layout(arg.view.layout.picked(0, number as i64));
            let by_output_part = match &by_output {
                Some(by) => Some(part(&mut all, by, 2, direction * hidden, hidden)?),
                None => None,
            };
            let by_after = by[1..=states].iter().map(|by| match by {
                Some(by) => Ok(Some(of_layer(by)?.into())),
                None => Ok(None),
            });
            let by_before = by_given[1..=states].iter();
            let by_biases = by_parameters[2..].iter().cloned();
            let operands = Layer {
                weights: parameters[1].clone().into(),
                kept: kinds(cell)
                    .iter()
                    .map(|&kind| kept[kind][number].clone().into())
                    .collect(),
                before: of_layer(&state[states - 1])?.into(),
                counts: counts.clone().map(ReadIndices::from),
                by_output: by_output_part.map(Read::from),
                by_after: by_after.collect::<Result<_>>()?,
                by_sums: by_sums.clone().into(),
                by_own: (cell == Cell::Gru).then(|| by_own.clone().into()),
                by_before: by_before
                    .map(|by| Ok(of_layer(by)?.into()))
                    .collect::<Result<_>>()?,
                by_biases: by_biases.map(Write::from).collect(),
                packed_weights: Temporary::of(recurrence.right.doubles()),
                packed_rows: Temporary::of(recurrence.left.doubles()),
                products: Temporary::of(recurrence.products()),
                by_hidden: Temporary::of(batch * hidden),
                by_cells: Temporary::of(batch * hidden),
            };
            let row = 4 * hidden * (hidden / 4 + 16);
            let cost = steps.saturating_mul(batch).saturating_mul(row);
            all.then(kernel(operands, cost, move |at: LayerAt| {
                run(of, direction, at);
                Ok(())
            })?)?;

            // By the weights of inputs, which are the input or what is hidden in the layer below.
            let by_weights = by_parameters[0].clone();
            let sums = by_sums.clone().with_role(Role::Input);
            let product = || Product::new(Dtype::F64, Dtype::F64);
            let by_sums_turned = turned(&mut all, &sums)?;
            if layer == 0 {
                let input = by_steps(&input)?;
                all.then(gemm(product().summed(), by_sums_turned, input, by_weights)?)?;
            } else {
                for below in 0..directions {
                    let hidden_state = (layer - 1) * directions + below;
                    let x = kept[HIDDEN][hidden_state].clone();
                    let own = part(&mut all, &by_weights, 1, below * hidden, hidden)?;
                    all.then(gemm(product().summed(), by_sums_turned.clone(), x, own)?)?;
                }
            }

            // By the weights of what is hidden: that of the step before, of the first step that of the state.
            let by_weights = by_parameters[1].clone();
            let start = of.step(direction, 0);
            let later = if direction == 0 { [1, 0] } else { [0, 1] };
            let mut last = product();
            let own = by_own.clone().with_role(Role::Input);
            if steps > 1 {
                let sums = part(&mut all, &own, 0, later[0], steps - 1)?;
                let sums = turned(&mut all, &sums)?;
                let x = part(&mut all, &kept[HIDDEN][number], 0, later[1], steps - 1)?;
                all.then(gemm(product().summed(), sums, x, summed.clone())?)?;
                last = last.plus(Addend::Tensor(summed.clone()), 1.0);
            }
            let sums = picked(&mut all, &own, start)?;
            let sums = turned(&mut all, &sums)?;
            let x = of_layer(&state[0])?;
            all.then(gemm(last, sums, x, by_weights)?)?;

            // By inputs, of which both directions have the same.
            let is_last = direction + 1 == directions;
            let target = match layer == 0 && is_last {
                true => by_steps(&by_given[0])?,
                false => {
                    let elements = parameters[0].view.layout.shape()[1];
                    all.temporary(Dtype::F64, &[t, b, elements])?
                }
            };
            let mut product = product();
            if let Some(other) = by_input.take() {
                product = product.plus(Addend::Tensor(other), 1.0);
            }
            let weights = parameters[0].clone();
            let sums = by_sums.clone().with_role(Role::Input);
            all.then(gemm(product, sums, weights, target.clone())?)?;
            by_input = Some(target);
        }
        by_output = by_input;
    }
    Ok(all.finish_reading_first())
}

/// Numbers of the kept tensors that steps take, in their order: four gates, the state that stays from step to step, and of a memory the tangents of its cells.
fn kinds(cell: Cell) -> &'static [usize] {
    match cell {
        Cell::Lstm => &[0, 2, 1, 3, 5, 6],
        Cell::Gru => &[0, 1, 2, 3, HIDDEN],
    }
}

/// Computes the gradients by sums, by the states before the first step, and by the biases.
fn run(of: Network, direction: usize, mut at: LayerAt) {
    let (batch, hidden, width) = (of.batch, of.hidden, of.sums());
    let recurrence = Recurrence::new(batch, width, hidden);
    recurrence.pack_rows(at.weights, at.packed_weights);
    let after = at.by_after.iter().copied().chain([None]);
    for (to, by) in [&mut *at.by_hidden, &mut *at.by_cells]
        .into_iter()
        .zip(after)
    {
        match by {
            Some(by) => to.copy_from_slice(by),
            None => to.fill(0.0),
        }
    }
    for number in (0..of.steps).rev() {
        let step = of.step(direction, number);
        let count = at.counts.map_or(batch, |counts| {
            counts.get(step).clamp(0, batch as i64) as usize
        });
        // What stayed from the step before.
        let before = match number {
            0 => at.before,
            _ => &at.kept[4][of.step(direction, number - 1) * batch * hidden..],
        };
        let rows = step * batch * width..(step + 1) * batch * width;
        let by_own = at.by_own.as_mut();
        let parts = (
            chunks(at.by_hidden, hidden),
            chunks(at.by_cells, hidden),
            chunks(&mut at.by_sums[rows.clone()], width),
            by_own.map(|by| chunks(&mut by[rows.clone()], width)),
        );
        let is_worth_it = batch * width * 8 > grain::SHARED_PRODUCTS;
        cuts::for_each_part_if(is_worth_it, parts, |b, (by_hidden, by_cells, sums, own)| {
            // Of an LSTM the sums of inputs are those of what is hidden.
            let own = own.unwrap_or_default();
            if b >= count {
                sums.fill(0.0);
                own.fill(0.0);
                return;
            }
            let place = (step * batch + b) * hidden..(step * batch + b + 1) * hidden;
            if let Some(by_output) = at.by_output {
                add_scaled(by_hidden, &by_output[place.clone()], 1.0);
            }
            let gates = [0, 1, 2, 3].map(|gate| &at.kept[gate][place.clone()]);
            let before = &before[b * hidden..][..hidden];
            match of.cell {
                Cell::Lstm => {
                    let row = lstm::Row {
                        gates,
                        bounded: &at.kept[5][place],
                        before,
                        by_hidden,
                    };
                    lstm::gradients(&row, by_cells, sums);
                    one_nan(by_cells);
                    by_hidden.fill(0.0);
                }
                Cell::Gru => {
                    let row = gru::Row { gates, before };
                    gru::gradients(&row, by_hidden, sums, own);
                    one_nan(own);
                }
            }
            one_nan(sums);
        });
        let by_own = at.by_own.as_deref().unwrap_or(&*at.by_sums);
        let rows = &by_own[rows];
        recurrence.multiply_rows(rows, at.packed_rows, at.packed_weights, at.products);
        let products = at.products.chunks(recurrence.pitch().max(1));
        for (by_hidden, products) in at.by_hidden.chunks_mut(hidden.max(1)).zip(products) {
            add_scaled(by_hidden, &products[..hidden], 1.0);
            one_nan(by_hidden);
        }
    }
    let by_states = [&*at.by_hidden, &*at.by_cells];
    for (to, by) in at.by_before.iter_mut().zip(by_states) {
        to.copy_from_slice(by);
    }
    let by_own = at.by_own.as_deref().unwrap_or(&*at.by_sums);
    for (to, by) in at.by_biases.iter_mut().zip([&*at.by_sums, by_own]) {
        to.fill(0.0);
        by.chunks(width.max(1))
            .for_each(|by| add_scaled(to, by, 1.0));
        one_nan(to);
    }
}
