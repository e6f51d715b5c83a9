//! Gated units, or their gradients, in blocks with a scale each: numbers of the unit are rounded to the type of its operands first.

#![forbid(unsafe_code)]

use super::rows::RowKernel;
use super::scaling::BlockRule;
use super::swiglu::{GatedRule, GroupList, SwigluQuant, Unit, swiglu_quant};
use crate::mx::{
    Output, Recipe, quantise, quantise_counted_groups, quantise_groups,
    quantise_groups_on_both_axes, quantise_on_both_axes,
};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::activations::swiglu_gradient;
use hostnpu_kernels::quantised::RoundMode;

/// Axes along which blocks lie.
pub enum Blocks {
    /// The last one.
    Last(Output),
    /// The one before.
    Before(Output),
    /// Both.
    Both {
        /// Outputs along the last one.
        last: Output,
        /// Outputs along the one before.
        before: Output,
    },
}

impl Blocks {
    fn outputs(&self) -> Vec<&Output> {
        match self {
            Self::Last(output) | Self::Before(output) => vec![output],
            Self::Both { last, before } => vec![last, before],
        }
    }
}

/// Operands and attributes of [`gated_mx_quant`].
pub struct GatedMxQuant {
    /// Rows of twice as many numbers as results of the unit.
    pub x: Arg,
    /// Gradient of the results: what is quantised is then the gradient of `x`, of the unit `silu(a) · b`.
    pub gradient: Option<Arg>,
    /// List of groups of rows of results. Along the axis before the last one blocks begin anew in each.
    pub groups: Option<(Arg, GroupList)>,
    /// Split along another axis than the last one, as in [`SwigluQuant`].
    pub split: Option<[usize; 2]>,
    /// The unit.
    pub unit: Unit,
    /// Format, rounding and rule of the scales.
    pub recipe: Recipe,
    /// Axes of the blocks, with their outputs.
    pub blocks: Blocks,
}

/// Plans it. Rows behind the last group are left as they are.
pub fn gated_mx_quant(of: GatedMxQuant) -> Result<Call> {
    let dtype = of.x.view.dtype;
    let recipe = of.recipe;
    let unit = |x: Arg, groups, rule, y: Arg| SwigluQuant {
        x,
        weight_scale: None,
        activation_scale: None,
        bias: None,
        groups,
        split: of.split,
        unit: of.unit,
        row_weight: None,
        origin: None,
        rule,
        mode: RoundMode::Rint,
        y,
    };
    if let (None, Blocks::Last(_)) = (&of.gradient, &of.blocks) {
        let Blocks::Last(Output { elements, scales }) = of.blocks else {
            return Err(Error::value("axis", "", "the last one"));
        };
        let rule = GatedRule::Blocks {
            rule: BlockRule::Mx { recipe, dtype },
            scale: scales,
        };
        return swiglu_quant(unit(of.x, of.groups, rule, elements));
    }
    let shape = of.blocks.outputs()[0].elements.view.layout.shape().to_vec();
    let mut sequence = Sequence::default();
    let x = sequence.add(of.x);
    let gradient = of.gradient.map(|gradient| sequence.add(gradient));
    let groups = of.groups.map(|(list, kind)| (sequence.add(list), kind));
    let mut add = |output: Output| Output {
        elements: sequence.add(output.elements),
        scales: sequence.add(output.scales),
    };
    let blocks = match of.blocks {
        Blocks::Last(output) => Blocks::Last(add(output)),
        Blocks::Before(output) => Blocks::Before(add(output)),
        Blocks::Both { last, before } => Blocks::Both {
            last: add(last),
            before: add(before),
        },
    };
    let results = sequence.temporary(dtype, &shape)?;
    let first = match gradient {
        None => swiglu_quant(unit(x, None, GatedRule::Numbers, results.clone()))?,
        Some(gradient) => swiglu_rows(x, gradient, of.unit.activate_left, results.clone())?,
    };
    sequence.then(first)?;
    let axis = shape.len().saturating_sub(2);
    let second = match (blocks, groups) {
        (Blocks::Last(output), _) => quantise(recipe, results, axis + 1, output)?,
        (Blocks::Before(output), None) => quantise(recipe, results, axis, output)?,
        (Blocks::Before(output), Some((list, GroupList::Counts))) => {
            quantise_counted_groups(recipe, results, list, output)?
        }
        (Blocks::Before(output), Some((list, _))) => {
            quantise_groups(recipe, results, list, output)?
        }
        (Blocks::Both { last, before }, None) => {
            quantise_on_both_axes(recipe, results, last, before)?
        }
        (Blocks::Both { last, before }, Some((list, _))) => {
            quantise_groups_on_both_axes(recipe, results, list, last, before)?
        }
    };
    sequence.then(second)?;
    Ok(sequence.finish())
}

/// Plans the gradients of `silu(a) · b` of the halves of rows, each where its half lies.
fn swiglu_rows(x: Arg, gradient: Arg, activate_left: bool, y: Arg) -> Result<Call> {
    let wide = x
        .view
        .layout
        .shape()
        .last()
        .map_or(0, |&last| last as usize);
    let columns = wide / 2;
    let rows = x.view.numel().unwrap_or(0) / wide.max(1);
    gradient.require_numel(rows * columns)?;
    let mut kernel = RowKernel::new(rows, wide).with_scratch(wide + columns);
    let (x, gradient) = (kernel.read(x), kernel.read(gradient));
    let y = kernel.write(y, wide)?;
    kernel.run(move |row, numbers, scratch| {
        let (operands, g) = scratch.split_at_mut(wide);
        row.load(x, row.number * wide, operands);
        row.load(gradient, row.number * columns, g);
        let (left, right) = operands.split_at(columns);
        let (of_left, of_right) = numbers.split_at_mut(columns);
        match activate_left {
            true => swiglu_gradient(g, left, right, of_left, of_right),
            false => swiglu_gradient(g, right, left, of_right, of_left),
        }
        row.store(y, 0, numbers);
        true
    })
}
