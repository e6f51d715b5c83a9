//! Normalisations of groups of channels.

use super::norm::{epsilon, given, of_three};
use super::{none_private, on_950, untouched};
use crate::abi::acl::types::aclFormat;
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Bools, Input, Output, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::rows::{
    Affine, Channels, Depends, Gradient, Norm, Parameters, Statistics, gradients, norm,
};
use crate::tensor::Dtype;

/// The tensors of a normalisation of groups.
pub struct Groups<'a> {
    /// Input: a batch of channels.
    pub x: &'a Input,
    /// Weights and biases of the channels.
    pub parameters: [Option<&'a Input>; 2],
    /// Number of groups of a member of the batch.
    pub groups: i64,
    /// Results, means and reciprocal deviations.
    pub outputs: [&'a Output; 3],
}

/// Refuses a number of groups that does not divide the channels.
pub fn groups_divide(name: &'static str, groups: i64, channels: i64) -> Result<()> {
    if groups > 0 && channels % groups == 0 {
        return Ok(());
    }
    let allowed = format!("a divisor of {channels}, the channels");
    Err(Error::value(name, groups, allowed))
}

/// Refuses a number that is not above 0.
pub fn above_0(name: &'static str, value: f64) -> Result<()> {
    match value > 0.0 {
        true => Ok(()),
        false => Err(Error::value(name, value, "a number above 0")),
    }
}

/// Refuses an extent, given as an argument, that is not that of the tensor.
pub fn extent_is(name: &'static str, given: i64, wanted: i64) -> Result<()> {
    match given == wanted {
        true => Ok(()),
        false => Err(Error::value(
            name,
            given,
            format!("{wanted}, as the tensor has"),
        )),
    }
}

/// Refuses private formats, and those with the channels behind the others.
pub fn channels_first(tensor: &TensorArg) -> Result<()> {
    none_private(&[tensor])?;
    let last = [
        aclFormat::ACL_FORMAT_NHWC,
        aclFormat::ACL_FORMAT_HWCN,
        aclFormat::ACL_FORMAT_NDHWC,
    ];
    match last.contains(&tensor.format()) {
        false => Ok(()),
        true => Err(Reason::Format {
            arg: tensor.name(),
            got: tensor.format().to_string(),
            allowed: "a format with the channels in dimension 1".into(),
        }
        .into()),
    }
}

impl<'a> Groups<'a> {
    /// Puts them together.
    pub fn new(
        x: &'a Input,
        parameters: [Option<&'a Input>; 2],
        groups: i64,
        outputs: [&'a Output; 3],
    ) -> Self {
        Self {
            x,
            parameters,
            groups,
            outputs,
        }
    }

    /// The shape of statistics.
    pub fn statistics(&self) -> [i64; 2] {
        [self.x.shape()[0], self.groups]
    }

    /// Refuses outputs and parameters of other shapes than the input gives.
    pub fn shapes(&self) -> Result<()> {
        let [out, mean, rstd] = self.outputs;
        out.same_shape(self.x)?;
        for tensor in [mean, rstd] {
            tensor.shape_is(&self.statistics(), "a number for each group")?;
        }
        self.per_channel()
    }

    /// Refuses parameters that are not one number for each channel.
    pub fn per_channel(&self) -> Result<()> {
        for tensor in self.parameters.into_iter().flatten() {
            tensor.shape_is(&self.x.shape()[1..2], "a number for each channel")?;
        }
        Ok(())
    }

    /// Plans it, with `y / (1 + exp(-factor y))` of the results if there is a factor, statistics rounded to `statistics`.
    pub fn plan(&self, eps: f64, swish: Option<f64>, statistics: Dtype) -> Planned {
        let groups = self.groups as usize;
        let channels = Channels::of(self.x.shape());
        let [weight, bias] = self
            .parameters
            .map(|tensor| tensor.map(Input::read).transpose());
        let [out, mean, rstd] = self.outputs;
        let terms = vec![(self.x.read()?, 1.0)];
        let by = Statistics::Layer(epsilon(eps));
        Ok(norm(Norm {
            affine: vec![Affine::new(weight?, bias?, channels.per_channel(groups))],
            swish,
            results: vec![(out.write()?, self.x.dtype()?)],
            mean: given(Some(mean), statistics)?,
            inverse: given(Some(rstd), statistics)?,
            ..Norm::new(channels.groups(groups), terms, by)
        })?)
    }
}

/// The tensors of the gradients of a normalisation of groups, all checked.
pub struct GroupGradients<'a> {
    /// By results, of what was normalised, with its statistics.
    pub inputs: [&'a Input; 4],
    /// Weights and biases.
    pub parameters: [Option<&'a Input>; 2],
    /// Channels that were normalised.
    pub channels: Channels,
    /// Number of groups of a member of the batch.
    pub groups: usize,
    /// As in [`Groups::plan`].
    pub swish: Option<f64>,
    /// The gradients by what was normalised, weights and biases: those that are wanted.
    pub outputs: [Option<&'a Output>; 3],
}

impl GroupGradients<'_> {
    /// Plans them.
    pub fn plan(&self) -> Planned {
        let (channels, groups) = (self.channels, self.groups);
        let [by_x, by_weight, by_bias] = self.outputs;
        let read = |tensor: Option<&Input>| tensor.map(Input::read).transpose();
        let write = |output: Option<&Output>| output.map(Output::write).transpose();
        let [dy, x, mean, rstd] = self.inputs;
        let start = |rows, depends| -> Result<Gradient> {
            Ok(Gradient {
                statistics: [Some(mean.read()?), Some(rstd.read()?)],
                swish: self.swish,
                ..Gradient::new(rows, dy.read()?, vec![(x.read()?, 1.0)], depends)
            })
        };
        let stage = |walk| -> Result<(Affine, Parameters)> {
            let [weight, bias] = self.parameters.map(read);
            let affine = Affine::new(weight?, bias?, walk);
            Ok((affine, Parameters::default()))
        };
        let mut all = Vec::new();
        if let Some(by_x) = by_x {
            all.push(Gradient {
                affine: vec![stage(channels.per_channel(groups))?],
                results: vec![((by_x.write()?, x.dtype()?), 1.0)],
                ..start(channels.groups(groups), Depends::OnBoth)?
            });
        }
        if by_weight.is_some() || by_bias.is_some() {
            let per_row = crate::ops::rows::Walk::per_row();
            all.push(Gradient {
                walk: channels.per_group(groups),
                affine: vec![stage(per_row)?],
                of_row: Parameters {
                    weight: write(by_weight)?,
                    bias: write(by_bias)?,
                },
                ..start(channels.rows(), Depends::OnNone)?
            });
        }
        if all.is_empty() {
            return untouched(dy, &[]);
        }
        Ok(gradients(all)?)
    }
}

/// Refuses a mask that is absent, of another length than three, or that asks for an output that is absent.
pub fn mask_of<'a>(
    mask: Option<&Bools>,
    outputs: [(&'a Option<Output>, &'static str); 3],
) -> Result<[Option<&'a Output>; 3]> {
    let mask = mask.ok_or(Reason::Null { arg: "outputMask" })?;
    of_three(mask)?;
    let [a, b, c] = outputs;
    let wanted = |number, (output, name)| super::norm::masked(mask, number, output, name);
    Ok([wanted(0, a)?, wanted(1, b)?, wanted(2, c)?])
}

/// The type of statistics on Ascend950, where it is that of the parameters; elsewhere that of the input.
pub fn statistics_type(x: &Input, parameters: [Option<&Input>; 2]) -> Result<Dtype> {
    match parameters.into_iter().flatten().next() {
        Some(parameter) if on_950() => parameter.dtype(),
        _ => x.dtype(),
    }
}
