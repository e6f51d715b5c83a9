//! Normalisations of the channels of a batch.

use super::norm::{FLOAT, epsilon};
use super::sets::SHORT_EVERYWHERE;
use super::{Dtypes, none_private, on_950, untouched};
use crate::abi::acl::types::aclFormat;
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::{ACLNN_ERR_INNER_NULLPTR, ACLNN_ERR_PARAM_NULLPTR};
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Bools, InOut, Input, Output, TensorArg};
use crate::error::{Reason, Result};
use crate::ops::Arg;
use crate::ops::rows::{Affine, Batch, Depends, Gradient, Parameters, Walk, gradient};
use crate::tensor::Dtype;

/// Returns the axis of the channels: 1, but on Ascend950 the last one where the format says so.
pub fn channel(tensor: &TensorArg) -> usize {
    let last = [aclFormat::ACL_FORMAT_NHWC, aclFormat::ACL_FORMAT_NDHWC];
    match on_950() && last.contains(&tensor.format()) {
        true => tensor.rank().saturating_sub(1),
        false => 1,
    }
}

/// Refuses five dimensions of another format than NCDHW, or NDHWC on Ascend950.
pub fn five_dimensions(tensor: &TensorArg) -> Result<()> {
    let named = match tensor.format() {
        aclFormat::ACL_FORMAT_NCDHW => true,
        aclFormat::ACL_FORMAT_NDHWC => on_950(),
        _ => false,
    };
    match tensor.rank() == 5 && !named {
        false => Ok(()),
        true => Err(Reason::Format {
            arg: tensor.name(),
            got: tensor.format().to_string(),
            allowed: "NCDHW for five dimensions, or NDHWC on Ascend950".into(),
        }
        .into()),
    }
}

/// Refuses what is not one number for each channel.
pub fn one_per_channel(tensors: &[Option<&TensorArg>], channels: i64) -> Result<()> {
    for tensor in tensors.iter().flatten() {
        tensor.shape_is(&[channels], "a number for each channel")?;
    }
    Ok(())
}

/// Refuses a batch without channels.
pub fn has_channels(tensor: &TensorArg) -> Result<i64> {
    match tensor.shape().get(1) {
        Some(&channels) if channels > 0 => Ok(channels),
        _ => Err(tensor.shape_refused("channels in dimension 1")),
    }
}

/// Reads a tensor that may be absent.
pub fn read(tensor: Option<&Input>) -> Result<Option<Arg>> {
    tensor.map(Input::read).transpose()
}

/// Reads and writes a tensor that may be absent.
pub fn update(tensor: Option<&InOut>) -> Result<Option<Arg>> {
    tensor.map(InOut::update).transpose()
}

/// The arguments of the gradients of a batch normalisation.
pub struct BatchGradients<'a> {
    /// The gradient by the results, and what was normalised.
    pub given: [&'a Input; 2],
    /// Weights of the channels.
    pub weight: Option<&'a Input>,
    /// Running mean and variance, which count where it was no training.
    pub running: [Option<&'a Input>; 2],
    /// Mean and reciprocal deviation, which count where it was training.
    pub saved: [Option<&'a Input>; 2],
    /// Mode of the forward direction.
    pub training: bool,
    /// Number that was added to the variance.
    pub eps: f64,
    /// Gradients that are wanted.
    pub mask: Option<&'a Bools>,
    /// By the input, the weights and the biases.
    pub outputs: [&'a Option<Output>; 3],
}

impl<'a> BatchGradients<'a> {
    /// Puts them together: weights, running and saved statistics are one list.
    pub fn new(
        given: [&'a Input; 2],
        others: [&'a Option<Input>; 5],
        (training, eps, mask): (bool, f64, &'a Option<Bools>),
        outputs: [&'a Option<Output>; 3],
    ) -> Self {
        let [weight, running_mean, running_var, mean, inverse] = others.map(Option::as_ref);
        Self {
            given,
            weight,
            running: [running_mean, running_var],
            saved: [mean, inverse],
            training,
            eps,
            mask: mask.as_ref(),
            outputs,
        }
    }

    fn wanted(&self) -> Outcome<[Option<&Output>; 3]> {
        let [a, b, c] = self.outputs;
        let names = ["gradInput", "gradWeight", "gradBias"];
        let mask = self.mask.ok_or(Reason::Null { arg: "outputMask" })?;
        super::norm::of_three(mask).code(ACLNN_ERR_PARAM_NULLPTR)?;
        let wanted = |number, output| super::norm::masked(mask, number, output, names[number]);
        Ok([wanted(0, a)?, wanted(1, b)?, wanted(2, c)?])
    }

    /// The types of statistics and parameters on Ascend950.
    fn types_on_950(&self, [by_input, by_weight, by_bias]: [Option<&Output>; 3]) -> Result<()> {
        let [dy, _] = self.given;
        for pair in [self.running, self.saved] {
            for tensor in pair.into_iter().chain([self.weight]).flatten() {
                tensor.dtype_of_or_in(dy, FLOAT)?;
            }
            if let [Some(first), Some(second)] = pair {
                second.same_dtype(first)?;
            }
        }
        if let Some(by_input) = by_input {
            by_input.same_dtype(dy)?;
        }
        for tensor in [by_weight, by_bias].into_iter().flatten() {
            match self.weight {
                Some(weight) => tensor.dtype_of_or_in(weight, FLOAT)?,
                None => tensor.dtype_in(SHORT_EVERYWHERE)?,
            }
        }
        match self.outputs {
            [_, Some(weight), Some(bias)] => bias.same_dtype(weight),
            _ => Ok(()),
        }
    }

    /// Checks all in these types, by the rules of Ascend950 if `strict`, and plans it.
    pub fn plan(&self, types: Dtypes, strict: bool) -> Planned {
        let [dy, x] = self.given;
        if dy.is_empty() || x.is_empty() {
            return untouched(dy, &[]);
        }
        let wanted = self.wanted()?;
        let [by_input, by_weight, by_bias] = wanted;
        dy.dtype_in(types)?;
        x.same_dtype(dy)?;
        for tensor in wanted.into_iter().flatten() {
            tensor.dtype_in(types)?;
        }
        let statistics = [self.running, self.saved].concat();
        for tensor in statistics.iter().copied().chain([self.weight]).flatten() {
            tensor.dtype_in(types)?;
        }
        if strict {
            self.types_on_950(wanted)?;
        }
        x.same_format(dy)?;
        if strict {
            five_dimensions(x)?;
        }
        none_private(&[dy, x])?;
        x.rank_in(2..=8)?;
        dy.same_shape(x)?;
        if let Some(by_input) = by_input {
            by_input.same_format(dy)?;
            by_input.same_shape(x)?;
        }
        let axis = if strict { channel(x) } else { 1 };
        let channels = x.shape()[axis];
        // By the vendor's pages, on every chip.
        let unused = |tensor: &TensorArg| !self.training && tensor.shape() == [0];
        let of_channels = [self.weight, self.running[0], self.running[1]];
        let as_tensors =
            |tensor: Option<&Input>| -> Option<TensorArg> { tensor.map(|t| (**t).clone()) };
        for tensor in of_channels.map(as_tensors).iter().flatten() {
            one_per_channel(&[Some(tensor)], channels)?;
        }
        for tensor in self.saved.into_iter().flatten() {
            if !unused(tensor) {
                one_per_channel(&[Some(tensor)], channels)?;
            }
        }
        for tensor in [by_weight, by_bias].into_iter().flatten() {
            one_per_channel(&[Some(tensor)], channels)?;
        }
        if wanted.iter().all(Option::is_none) {
            return untouched(dy, &[]);
        }
        if let Some(by_input) = by_input {
            by_input.same_dtype(dy).code(ACLNN_ERR_INNER_NULLPTR)?;
        }
        let batch = Batch::of(x.shape(), axis);
        let write = |output: Option<&Output>| output.map(Output::write).transpose();
        let (depends, [mean, second], of_variance) = match self.training {
            true => (Depends::OnBoth, self.saved, None),
            false => (Depends::OnNone, self.running, Some(epsilon(self.eps))),
        };
        let weights = Affine::new(read(self.weight)?, None, Walk::per_row());
        let results = match write(by_input)? {
            Some(arg) => vec![((batch.view(arg)?, x.dtype()?), 1.0)],
            None => Vec::new(),
        };
        let terms = vec![(batch.view(x.read()?)?, 1.0)];
        Ok(gradient(Gradient {
            statistics: [read(mean)?, read(second)?],
            of_variance,
            affine: vec![(weights, Parameters::default())],
            of_row: Parameters {
                weight: write(by_weight)?,
                bias: write(by_bias)?,
            },
            results,
            ..Gradient::new(batch.rows(), batch.view(dy.read()?)?, terms, depends)
        })?)
    }
}

/// The type of results that are copied: that of the input, else 561103.
pub fn copied(output: &Output, input: &Input) -> Outcome<Dtype> {
    output.same_dtype(input).code(ACLNN_ERR_INNER_NULLPTR)?;
    Ok(input.dtype()?)
}
