//! Long short-term memory: the extents of a network, its parameters and its states.

use super::{Dtypes, on_all};
use crate::abi::aclnn::argument::{Input, TensorArg};
use crate::error::{Error, Result};
use crate::ops::engine::lstm::Network;
use crate::tensor::Dtype;

const TYPES: Dtypes = on_all(&[Dtype::F32, Dtype::F16]);

/// The arguments that say what a network is.
pub struct Described<'a> {
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
            let got = format!("of shape {:?}", sizes.shape());
            return Err(Error::value(
                sizes.name(),
                got,
                "null: sequences of several lengths are not computed",
            ));
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
        self.input.rank_in(3..=3)?;
        let [first, second, elements] = [0, 1, 2].map(|axis| self.input.shape()[axis]);
        let (steps, batch) = if is_batch_first {
            (second, first)
        } else {
            (first, second)
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
        for layer in self.parameters.chunks(directions * each) {
            for own in layer.chunks(each) {
                let gates = hidden.saturating_mul(4);
                own[0].shape_is(&[gates, inputs], "four gates of what is hidden, and inputs")?;
                own[1].shape_is(&[gates, hidden], "four gates of what is hidden")?;
                for bias in &own[2..] {
                    bias.shape_is(&[gates], "four gates of what is hidden")?;
                }
            }
            inputs = hidden.saturating_mul(directions as i64);
        }
        Ok(Network {
            steps: steps as usize,
            batch: batch as usize,
            hidden: hidden as usize,
            layers,
            directions,
            has_bias,
            is_batch_first,
        })
    }
}

impl TensorArg {
    /// Refuses an element type other than that of the input of a network.
    pub fn dtype_of(&self, input: &TensorArg) -> Result<()> {
        self.dtype_in(TYPES)?;
        self.same_dtype(input)
    }

    /// Refuses what is no output of a network, or its gradient.
    pub fn is_output_of(&self, of: &Network, input: &TensorArg) -> Result<()> {
        self.dtype_of(input)?;
        let [first, second] = if of.is_batch_first {
            [of.batch, of.steps]
        } else {
            [of.steps, of.batch]
        };
        let shape = [first, second, of.directions * of.hidden].map(|extent| extent as i64);
        self.shape_is(
            &shape,
            "that of the input, with what is hidden in each direction",
        )
    }

    /// Refuses what is no state of all layers and directions.
    pub fn is_state_of(&self, of: &Network, input: &TensorArg) -> Result<()> {
        self.dtype_of(input)?;
        let shape = [of.layers * of.directions, of.batch, of.hidden].map(|extent| extent as i64);
        self.shape_is(&shape, "layers and directions, batch, and what is hidden")
    }

    /// Refuses what is no state of each step.
    pub fn is_of_each_step(&self, of: &Network, input: &TensorArg) -> Result<()> {
        self.dtype_of(input)?;
        let shape = [of.steps, of.batch, of.hidden].map(|extent| extent as i64);
        self.shape_is(&shape, "steps, batch, and what is hidden")
    }
}
