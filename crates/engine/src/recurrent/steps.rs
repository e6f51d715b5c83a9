//! The steps of a layer in one direction, and all layers.

#![forbid(unsafe_code)]

use super::{Cell, HIDDEN, Network, Recurrence, part, turned};
use crate::gemm::{Product, gemm};
use crate::grain;
use crate::operands::{Read, ReadIndices, Temporary, Write, kernel, operands};
use crate::pointwise;
use crate::sequence::Sequence;
use crate::{Arg, Call, Role};
use hostnpu_base::error::{Reason, Result};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::rows::add_scaled;
use hostnpu_kernels::{gru, lstm};
use hostnpu_tensor::Dtype;
use hostnpu_tensor::cuts::{self, chunks};

/// Outputs of a layer.
pub struct Outputs {
    /// The hidden state of the last layer, in each step.
    pub output: Arg,
    /// The states after the last step of each layer and direction.
    pub last: Vec<Arg>,
    /// For each layer and direction, by steps, what gradients are computed of, if it is wanted.
    pub kept: Option<Vec<Vec<Arg>>>,
}

operands! {
    /// The steps of a layer in a direction.
    struct Layer => LayerAt {
        /// The part of the sums of each step that comes from inputs.
        by_inputs: Read<f64>,
        /// Of what is hidden.
        weights: Read<f64>,
        biases: Vec<Read<f64>>,
        /// The states before the first step; 0 where there are none.
        before: Vec<Read<f64>>,
        /// Number of sequences of each step.
        counts: Option<ReadIndices<i64>>,
        /// The hidden state of each step.
        output: Write<f64>,
        /// The states after the last step.
        after: Vec<Write<f64>>,
        /// Tensors that are kept for gradients.
        kept: Vec<Write<f64>>,
        packed_weights: Temporary<f64>,
        packed_rows: Temporary<f64>,
        products: Temporary<f64>,
        hidden: Temporary<f64>,
        cells: Temporary<f64>,
        /// Sums, gates and tangents of each row.
        spare: Temporary<f64>,
    }
}

/// Plans a network. `state` are those before the first step; 0 if there are none. `sizes` says how many sequences each step has, if they are of several lengths, the longest first:
/// the output is 0 behind the end of one, and the states stay.
pub fn forward(
    of: Network,
    input: Arg,
    parameters: Vec<Arg>,
    state: Vec<Arg>,
    sizes: Option<Arg>,
    outputs: Outputs,
) -> Result<Call> {
    let mut all = Sequence::default();
    let input = all.add(input);
    let parameters = all.add_all(parameters);
    let before = all.add_all(state);
    let counts = sizes.map(|sizes| all.add(sizes));
    let output = all.add(outputs.output);
    let after = all.add_all(outputs.last);
    let kept: Vec<Vec<Arg>> = outputs
        .kept
        .into_iter()
        .flatten()
        .map(|kind| all.add_all(kind))
        .collect();

    let Network {
        steps,
        batch,
        hidden,
        directions,
        ..
    } = of;
    let [t, b, h] = [steps, batch, hidden].map(|extent| extent as i64);
    let recurrence = Recurrence::new(batch, hidden, of.sums());
    let mut x = input.with_layout(of.by_steps(&input.view.layout))?;
    let sums = all.temporary(Dtype::F64, &[t, b, of.sums() as i64])?;
    for layer in 0..of.layers {
        let y = all.temporary(Dtype::F64, &[t, b, directions as i64 * h])?;
        for direction in 0..directions {
            let number = layer * directions + direction;
            let own = &parameters[number * of.parameters()..][..of.parameters()];
            let [by_inputs, by_hidden, biases @ ..] = own else {
                return Err(Reason::Internal("a layer without weights".into()).into());
            };
            let by_inputs = turned(&mut all, by_inputs)?;
            let product = Product::new(Dtype::F64, Dtype::F64);
            all.then(gemm(
                product,
                x.clone().with_role(Role::Input),
                by_inputs,
                sums.clone(),
            )?)?;
            let of_layer =
                |state: &Arg| state.with_layout(state.view.layout.picked(0, number as i64));
            let operands = Layer {
                by_inputs: sums.clone().into(),
                weights: by_hidden.clone().into(),
                biases: biases.iter().cloned().map(Read::from).collect(),
                before: before
                    .iter()
                    .map(|x| Ok(of_layer(x)?.into()))
                    .collect::<Result<_>>()?,
                counts: counts.clone().map(ReadIndices::from),
                output: part(&mut all, &y, 2, direction * hidden, hidden)?.into(),
                after: after
                    .iter()
                    .map(|x| Ok(of_layer(x)?.into()))
                    .collect::<Result<_>>()?,
                kept: kept
                    .iter()
                    .map(|kind| kind[number].clone().into())
                    .collect(),
                packed_weights: Temporary::of(recurrence.right.doubles()),
                packed_rows: Temporary::of(recurrence.left.doubles()),
                products: Temporary::of(recurrence.products()),
                hidden: Temporary::of(batch * hidden),
                cells: Temporary::of(batch * hidden),
                spare: Temporary::of(9 * batch * hidden),
            };
            let row = 4 * hidden * (hidden / 4 + 32);
            let cost = steps.saturating_mul(batch).saturating_mul(row);
            all.then(kernel(operands, cost, move |at| {
                run(of, direction, at);
                Ok(())
            })?)?;
        }
        x = y;
    }
    let output = output.with_layout(of.by_steps(&output.view.layout))?;
    all.then(pointwise::copy(x.with_role(Role::Input), output)?)?;
    Ok(all.finish_reading_first())
}

/// A row of a step: its sums, the products of what is hidden, the gates, and the states.
struct Row<'a> {
    sums: &'a mut [f64],
    products: &'a mut [f64],
    gates: &'a mut [f64],
    hidden: &'a mut [f64],
    cells: &'a mut [f64],
    bounded: &'a mut [f64],
}

impl Row<'_> {
    /// Makes the next states.
    fn next(&mut self, cell: Cell, biases: &[&[f64]]) {
        match cell {
            Cell::Lstm => {
                add_scaled(self.sums, self.products, 1.0);
                for bias in biases {
                    add_scaled(self.sums, bias, 1.0);
                }
                one_nan(self.sums);
                lstm::activate(self.sums, self.gates);
                lstm::next(self.gates, self.cells, self.bounded, self.hidden);
            }
            Cell::Gru => {
                if let [by_inputs, own] = biases {
                    add_scaled(self.sums, by_inputs, 1.0);
                    add_scaled(self.products, own, 1.0);
                }
                one_nan(self.sums);
                one_nan(self.products);
                gru::next(self.sums, self.products, self.hidden);
            }
        }
    }

    /// Calls something with each part of what gradients are computed of, in order.
    fn keep(&self, cell: Cell, mut store: impl FnMut(usize, &[f64])) {
        let part = |of: &[f64], number: usize| number * of.len()..(number + 1) * of.len();
        match cell {
            Cell::Lstm => {
                for (number, gate) in [0, 2, 1, 3].into_iter().enumerate() {
                    store(number, &self.gates[part(self.hidden, gate)]);
                }
                store(5, self.cells);
                store(6, self.bounded);
            }
            Cell::Gru => {
                for gate in 0..3 {
                    store(gate, &self.sums[part(self.hidden, gate)]);
                }
                store(3, &self.products[part(self.hidden, 2)]);
            }
        }
        store(HIDDEN, self.hidden);
    }
}

/// Runs the steps of a layer in a direction.
fn run(of: Network, direction: usize, mut at: LayerAt) {
    let (batch, hidden, width, cell) = (of.batch, of.hidden, of.sums(), of.cell);
    let recurrence = Recurrence::new(batch, hidden, width);
    recurrence.pack(at.weights, at.packed_weights);
    for (number, to) in [&mut *at.hidden, &mut *at.cells].into_iter().enumerate() {
        match at.before.get(number) {
            Some(before) => to.copy_from_slice(before),
            None => to.fill(0.0),
        }
    }
    for number in 0..of.steps {
        let step = of.step(direction, number);
        let count = at.counts.map_or(batch, |counts| {
            counts.get(step).clamp(0, batch as i64) as usize
        });
        recurrence.multiply_rows(at.hidden, at.packed_rows, at.packed_weights, at.products);
        // Elements of this step, by sequences.
        let rows = step * batch * hidden..(step + 1) * batch * hidden;
        let kept: Vec<_> = at
            .kept
            .iter_mut()
            .map(|x| chunks(&mut x[rows.clone()], hidden))
            .collect();
        let parts = (
            chunks(at.hidden, hidden),
            chunks(at.cells, hidden),
            chunks(at.products, recurrence.pitch()),
            chunks(at.spare, 9 * hidden),
            chunks(&mut at.output[rows.clone()], hidden),
            kept,
        );
        let by_inputs = &at.by_inputs[step * batch * width..][..batch * width];
        let is_worth_it = batch * width * 16 > grain::SHARED_PRODUCTS;
        cuts::for_each_part_if(
            is_worth_it,
            parts,
            |b, (state, cells, products, spare, output, mut kept)| {
                let (sums, rest) = spare.split_at_mut(4 * hidden);
                let (gates, bounded) = rest.split_at_mut(4 * hidden);
                let mut row = Row {
                    sums: &mut sums[..width],
                    products: &mut products[..width],
                    gates,
                    bounded,
                    hidden: state,
                    cells,
                };
                row.sums
                    .copy_from_slice(&by_inputs[b * width..(b + 1) * width]);
                if b < count {
                    row.next(cell, &at.biases);
                    output.copy_from_slice(row.hidden);
                } else {
                    // Behind its end a sequence keeps its states and gives nothing.
                    for x in [&mut *row.sums, row.products, row.gates, row.bounded, output] {
                        x.fill(0.0);
                    }
                }
                if !kept.is_empty() {
                    row.keep(cell, |number, x| kept[number].copy_from_slice(x));
                }
            },
        );
    }
    for (state, after) in [at.hidden, at.cells].into_iter().zip(&mut at.after) {
        after.copy_from_slice(state);
    }
}
