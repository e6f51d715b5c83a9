//! Long short-term memory of one layer in one direction or two, each parameter a tensor of its own.

use super::needs_chip;
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{ConstOutput, Input, TensorArg};
use crate::device::soc::Generation;
use crate::error::{Error, Reason, Result};
use crate::ops::Arg;
use crate::ops::packed_steps::packed;
use crate::ops::recurrent::{Cell, Network, Outputs, forward};
use crate::tensor::Dtype;

/// Arguments of both forms.
pub struct Bidirection<'a> {
    /// `x`
    pub x: &'a Input,
    /// `initH` and `initC`
    pub states: [&'a Input; 2],
    /// `wIh` and `wHh`
    pub weights: [&'a Input; 2],
    /// `bIhOptional`, `bHhOptional`, `wIhReverseOptional`, `wHhReverseOptional`, `bIhReverseOptional` and `bHhReverseOptional`
    pub others: [&'a Option<Input>; 6],
    /// `batchSizeOptional`
    pub sizes: Option<&'a Input>,
    /// `numLayers`
    pub layers: i64,
    /// `isbias`, `batchFirst`, `bidirection`, `packed`
    pub flags: [bool; 4],
    /// `yOut`, `outputHOut` and `outputCOut`
    pub outputs: [&'a ConstOutput; 3],
}

/// Names of [`Bidirection::others`].
const NAMES: [&str; 6] = [
    "bIhOptional",
    "bHhOptional",
    "wIhReverseOptional",
    "wHhReverseOptional",
    "bIhReverseOptional",
    "bHhReverseOptional",
];

impl<'a> Bidirection<'a> {
    /// The parameters of all directions, in order: weights of inputs and of what is hidden, then biases. Refuses those that are missing.
    fn parameters(&self) -> Result<Vec<&'a Input>> {
        let [has_bias, _, is_both, _] = self.flags;
        let other = |number: usize| -> Result<&'a Input> {
            let arg = NAMES[number];
            match self.others[number] {
                Some(tensor) => Ok(tensor),
                None => Err(Reason::Null { arg }.into()),
            }
        };
        let mut all = self.weights.to_vec();
        let biases = if has_bias { 0..2 } else { 0..0 };
        let behind = match (is_both, has_bias) {
            (false, _) => 0..0,
            (true, false) => 2..4,
            (true, true) => 2..6,
        };
        for number in biases.chain(behind) {
            all.push(other(number)?);
        }
        Ok(all)
    }

    /// Refuses attributes and shapes, and returns the network.
    fn network(&self, parameters: &[&Input]) -> Result<Network> {
        let [has_bias, is_batch_first, is_both, _] = self.flags;
        if self.layers != 1 {
            return Err(Error::value("numLayers", self.layers, "1"));
        }
        if is_batch_first {
            return Err(Error::value("batchFirst", "true", "false"));
        }
        let directions = if is_both { 2 } else { 1 };
        let (x, [h, c]) = (self.x, self.states);
        h.rank_in(3..=3)?;
        let (batch, hidden) = (h.shape()[1], h.shape()[2]);
        h.shape_is(
            &[directions, batch, hidden],
            "directions, batch, and what is hidden",
        )?;
        c.same_shape(h)?;
        let packed_sizes = self.packed_sizes();
        x.rank_in(if packed_sizes.is_some() { 2..=2 } else { 3..=3 })?;
        let elements = x.shape()[x.rank() - 1];
        let steps = match packed_sizes {
            Some(sizes) => {
                sizes.rank_in(1..=1)?;
                sizes.shape()[0]
            }
            None => {
                let steps = x.shape()[0];
                x.shape_is(&[steps, batch, elements], "the batch of `initH`")?;
                if let Some(sizes) = self.sizes {
                    sizes.shape_is(&[steps], "the steps of `x`")?;
                }
                steps
            }
        };
        if [steps, batch, elements, hidden].contains(&0) {
            let allowed = "steps, a batch and elements, and something that is hidden";
            return Err(x.shape_refused(allowed));
        }
        let gates = hidden.saturating_mul(4);
        for own in parameters.chunks(if has_bias { 4 } else { 2 }) {
            own[0].shape_is(
                &[gates, elements],
                "all gates of what is hidden, and inputs",
            )?;
            own[1].shape_is(&[gates, hidden], "all gates of what is hidden")?;
            for bias in &own[2..] {
                bias.shape_is(&[gates], "all gates of what is hidden")?;
            }
        }
        let [y, last_h, last_c] = self.outputs;
        let mut shape = x.shape().to_vec();
        if let Some(width) = shape.last_mut() {
            *width = hidden.saturating_mul(directions);
        }
        y.shape_is(&shape, "that of `x`, with what is hidden in each direction")?;
        last_h.same_shape(h)?;
        last_c.same_shape(h)?;
        Ok(Network {
            cell: Cell::Lstm,
            steps: steps as usize,
            batch: batch as usize,
            hidden: hidden as usize,
            layers: 1,
            directions: directions as usize,
            has_bias,
            is_batch_first: false,
        })
    }

    /// The rows of each step, if those of all steps lie one behind the other.
    fn packed_sizes(&self) -> Option<&'a Input> {
        self.sizes.filter(|_| self.flags[3])
    }

    /// Plans the network.
    pub fn plan(&self) -> Planned {
        needs_chip(&[Generation::Other])?;
        let parameters = self.parameters()?;
        let [y, last_h, last_c] = self.outputs;
        let tensors: [&TensorArg; 6] = [self.x, self.states[0], self.states[1], y, last_h, last_c];
        for tensor in tensors {
            tensor.dtype_is(Dtype::F16)?;
        }
        for tensor in &parameters {
            tensor.dtype_is(Dtype::F16)?;
        }
        if let Some(sizes) = self.sizes {
            sizes.dtype_is(Dtype::I32)?;
        }
        let of = self
            .network(&parameters)
            .code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let arguments: Vec<Arg> = parameters
            .iter()
            .map(|tensor| tensor.read())
            .collect::<Result<_>>()?;
        let state = vec![self.states[0].read()?, self.states[1].read()?];
        let sizes = self.sizes.map(|sizes| sizes.read()).transpose()?;
        let outputs = Outputs {
            output: y.write()?,
            last: vec![last_h.write()?, last_c.write()?],
            kept: None,
        };
        let input = self.x.read()?;
        Ok(match (self.packed_sizes(), sizes) {
            (Some(_), Some(sizes)) => packed(of, input, arguments, state, sizes, outputs)?,
            (_, sizes) => forward(of, input, arguments, state, sizes, outputs)?,
        })
    }
}
