//! Recurrent networks: their extents, parameters and states.

use super::sets::FLOAT_AND_FLOAT16;
use std::ops::Deref;

use super::{Dtypes, on_all};
use crate::argument::{Input, Output, Outputs, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::Arg;
use crate::ops::recurrent::{Cell, Network};
use crate::tensor::Dtype;

const TYPES: Dtypes = FLOAT_AND_FLOAT16;

/// The arguments that say what a network is.
pub struct Described<'a> {
    /// what a step is
    pub cell: Cell,
    /// `input`
    pub input: &'a Input,
    /// `params`
    pub parameters: &'a [Input],
    /// `batchSizes`
    pub sizes: Option<&'a Input>,
    /// `numLayers`
    pub layers: i64,
    /// `dropout` between layers, in training
    pub dropout: f64,
    /// `hasBias`, `bidirectional`, `batchFirst`
    pub flags: [bool; 3],
}

/// Refuses a list of another length.
pub fn length<'a, T>(name: &'static str, list: &'a [T], length: usize) -> Result<&'a [T]> {
    match list.len() == length {
        true => Ok(list),
        false => Err(Error::value(
            name,
            format!("{} tensors", list.len()),
            format!("{length} tensors"),
        )),
    }
}

impl Described<'_> {
    /// Returns the network; refuses parameters that do not fit the input.
    pub fn network(&self) -> Result<Network> {
        let [has_bias, is_bidirectional, is_batch_first] = self.flags;
        let directions = if is_bidirectional { 2 } else { 1 };
        self.input.dtype_in(TYPES)?;
        for parameter in self.parameters {
            parameter.dtype_of(self.input)?;
        }
        if self.layers < 1 {
            return Err(Error::value("numLayers", self.layers, "1 or more"));
        }
        if let Some(sizes) = self.sizes {
            if self.cell == Cell::Gru {
                let got = format!("of shape {:?}", sizes.shape());
                let allowed = "null: sequences of several lengths are not computed";
                return Err(Error::value(sizes.name(), got, allowed));
            }
            sizes.dtype_in(on_all(&[Dtype::I64]))?;
            sizes.rank_in(1..=1)?;
        }
        if self.dropout != 0.0 && self.layers > 1 {
            return Err(Error::value(
                "dropout",
                self.dropout,
                "0: nothing is dropped between layers",
            ));
        }
        let layers = self.layers as usize;
        let each = if has_bias { 4 } else { 2 };
        let count = layers.saturating_mul(directions * each);
        length("params", self.parameters, count)?;
        let (steps, batch, elements, is_batch_first) = match self.sizes {
            Some(sizes) => {
                self.input.rank_in(2..=2)?;
                let (steps, rows) = (sizes.shape()[0], self.input.shape()[0]);
                if steps == 0 || rows % steps != 0 {
                    let allowed = format!(
                        "as many rows in each of {steps} steps, as `{}`",
                        sizes.name()
                    );
                    return Err(self.input.shape_refused(allowed));
                }
                (steps, rows / steps, self.input.shape()[1], false)
            }
            None => {
                self.input.rank_in(3..=3)?;
                let [first, second, elements] = [0, 1, 2].map(|axis| self.input.shape()[axis]);
                match is_batch_first {
                    true => (second, first, elements, true),
                    false => (first, second, elements, false),
                }
            }
        };
        let weights = &self.parameters[1];
        weights.rank_in(2..=2)?;
        let hidden = weights.shape()[1];
        if [steps, batch, elements, hidden].contains(&0) {
            return Err(self
                .input
                .shape_refused("steps, a batch and elements, and weights of them"));
        }
        let mut inputs = elements;
        let gates = hidden.saturating_mul(self.cell.gates() as i64);
        for layer in self.parameters.chunks(directions * each) {
            for own in layer.chunks(each) {
                own[0].shape_is(&[gates, inputs], "all gates of what is hidden, and inputs")?;
                own[1].shape_is(&[gates, hidden], "all gates of what is hidden")?;
                for bias in &own[2..] {
                    bias.shape_is(&[gates], "all gates of what is hidden")?;
                }
            }
            inputs = hidden.saturating_mul(directions as i64);
        }
        Ok(Network {
            cell: self.cell,
            steps: steps as usize,
            batch: batch as usize,
            hidden: hidden as usize,
            layers,
            directions,
            has_bias,
            is_batch_first,
        })
    }

    /// Returns `operand`, by rows of all steps where sequences are of several lengths, by steps and sequences.
    pub fn by_steps(&self, of: &Network, operand: Arg) -> Result<Arg> {
        if self.sizes.is_none() || operand.view.layout.rank() != 2 {
            return Ok(operand);
        }
        let layout = &operand.view.layout;
        operand.viewed(layout.split(0, of.steps as i64, of.batch as i64))
    }
}

/// Returns the lists that training writes, which are not null then; otherwise empty ones.
pub fn for_training<'a, const N: usize>(
    train: bool,
    names: [&'static str; N],
    lists: [&'a Option<Outputs>; N],
) -> Result<[&'a [Output]; N]> {
    for (arg, list) in names.into_iter().zip(lists) {
        if train && list.is_none() {
            return Err(Reason::Null { arg }.into());
        }
    }
    Ok(lists.map(|list| list.as_deref().filter(|_| train).unwrap_or_default()))
}

/// Refuses a list other than of states of each step, one for each layer and direction.
pub fn of_each_step<T: Deref<Target = TensorArg>>(
    name: &'static str,
    list: &[T],
    of: &Network,
    input: &TensorArg,
) -> Result<()> {
    let all = length(name, list, of.layers * of.directions)?;
    all.iter()
        .try_for_each(|tensor| tensor.is_of_each_step(of, input))
}

/// Refuses outputs other than those of the types and shapes of a list.
pub fn like(name: &'static str, outputs: &[Output], list: &[Input]) -> Result<()> {
    for (output, tensor) in length(name, outputs, list.len())?.iter().zip(list) {
        output.dtype_of(tensor)?;
        output.same_shape(tensor)?;
    }
    Ok(())
}

/// Reads all tensors of a list.
pub fn read(list: &[Input]) -> Result<Vec<Arg>> {
    list.iter().map(Input::read).collect()
}

/// Takes all tensors of a list to write.
pub fn write(list: &[Output]) -> Result<Vec<Arg>> {
    list.iter().map(Output::write).collect()
}

/// Checks of the tensors of a network.
pub trait OfNetwork {
    /// Refuses an element type other than that of the input of a network.
    fn dtype_of(&self, input: &TensorArg) -> Result<()>;

    /// Refuses what is no output of a network, or its gradient.
    fn is_output_of(&self, of: &Network, input: &TensorArg) -> Result<()>;

    /// Refuses what is no state of all layers and directions.
    fn is_state_of(&self, of: &Network, input: &TensorArg) -> Result<()>;

    /// Refuses what is no state of each step.
    fn is_of_each_step(&self, of: &Network, input: &TensorArg) -> Result<()>;
}

impl OfNetwork for TensorArg {
    fn dtype_of(&self, input: &TensorArg) -> Result<()> {
        self.dtype_in(TYPES)?;
        self.same_dtype(input)
    }

    fn is_output_of(&self, of: &Network, input: &TensorArg) -> Result<()> {
        self.dtype_of(input)?;
        let [first, second] = if of.is_batch_first {
            [of.batch, of.steps]
        } else {
            [of.steps, of.batch]
        };
        let width = of.directions * of.hidden;
        let mut shape = [first, second, width].map(|extent| extent as i64).to_vec();
        if input.rank() == 2 && self.rank() == 2 {
            // Of several lengths: by rows of all steps, as the input.
            shape.splice(..2, [(first * second) as i64]);
        }
        self.shape_is(
            &shape,
            "that of the input, with what is hidden in each direction",
        )
    }

    fn is_state_of(&self, of: &Network, input: &TensorArg) -> Result<()> {
        self.dtype_of(input)?;
        let shape = [of.layers * of.directions, of.batch, of.hidden].map(|extent| extent as i64);
        self.shape_is(&shape, "layers and directions, batch, and what is hidden")
    }

    fn is_of_each_step(&self, of: &Network, input: &TensorArg) -> Result<()> {
        self.dtype_of(input)?;
        let shape = [of.steps, of.batch, of.hidden].map(|extent| extent as i64);
        self.shape_is(&shape, "steps, batch, and what is hidden")
    }
}
