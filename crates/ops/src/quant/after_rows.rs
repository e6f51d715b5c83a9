//! Normalisations of groups of channels, and gradients of normalised rows, whose results are quantised by given factors.

#![forbid(unsafe_code)]

use super::given::{By, Given, given};
use super::target::Apply;
use crate::rows::{
    Affine, Channels, Depends, Gradient, Norm, Parameters, Rounded, Rows, Statistics, Walk,
    gradient, norm,
};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_kernels::quantised::RoundMode;
use hostnpu_tensor::Dtype;

/// Operands and attributes of [`group_norm_quant`].
pub struct GroupNormQuant {
    /// A batch of channels.
    pub x: Arg,
    /// Weights of the channels.
    pub gamma: Option<Arg>,
    /// Biases of the channels.
    pub beta: Option<Arg>,
    /// The number by which results are divided: one, or one for each channel.
    pub scale: Arg,
    /// Groups of channels.
    pub groups: usize,
    /// Added to the variance.
    pub epsilon: f64,
    /// True if results are `y / (1 + exp(-y))`.
    pub activates: bool,
    /// The codes.
    pub y: Arg,
    /// The means of groups.
    pub mean: Rounded,
    /// One over the deviations of groups.
    pub inverse: Rounded,
}

/// Plans `y = quantised(silu(group_norm(x)) / scale)`.
pub fn group_norm_quant(of: GroupNormQuant) -> Result<Call> {
    let shape = of.x.view.layout.shape().to_vec();
    let channels = Channels::of(&shape);
    let mut all = Sequence::default();
    let x = all.add(of.x);
    let gamma = of.gamma.map(|gamma| all.add(gamma));
    let beta = of.beta.map(|beta| all.add(beta));
    let scale = all.add(of.scale);
    let y = all.add(of.y);
    let mean = (all.add(of.mean.0), of.mean.1);
    let inverse = (all.add(of.inverse.0), of.inverse.1);
    let results = all.temporary(Dtype::F64, &shape)?;
    all.then(norm(Norm {
        affine: vec![Affine::new(gamma, beta, channels.per_channel(of.groups))],
        swish: of.activates.then_some(1.0),
        results: vec![(results.clone(), Dtype::F64)],
        mean: Some(mean),
        inverse: Some(inverse),
        ..Norm::new(
            channels.groups(of.groups),
            vec![(x, 1.0)],
            Statistics::Layer(of.epsilon),
        )
    })?)?;
    let by = By {
        factor: scale,
        axis: 1,
        how: Apply::Divide,
    };
    all.then(quantised(results, vec![by], y)?)?;
    Ok(all.finish_reading_first())
}

/// Operands and attributes of [`rms_norm_grad_quant`].
pub struct RmsNormGradQuant {
    /// The gradient by the result.
    pub dy: Arg,
    /// The numbers that were normalised.
    pub x: Arg,
    /// One over the root of each row.
    pub rstd: Arg,
    /// Weights of the columns.
    pub gamma: Arg,
    /// The factor of the gradient by `x`.
    pub scale: Arg,
    /// Offset of the codes.
    pub offset: Option<Arg>,
    /// True if the gradient is divided by the factor.
    pub divides: bool,
    /// The codes of the gradient by `x`.
    pub dx: Arg,
    /// The gradient by `gamma`.
    pub dgamma: Arg,
}

/// Plans the gradients of rows divided by the root of the mean of their squares; that by `x` is quantised.
pub fn rms_norm_grad_quant(of: RmsNormGradQuant) -> Result<Call> {
    let shape = of.x.view.layout.shape().to_vec();
    let rows = Rows::of(&shape, of.gamma.view.layout.rank());
    let mut all = Sequence::default();
    let [dy, x, rstd, gamma, scale] =
        [of.dy, of.x, of.rstd, of.gamma, of.scale].map(|arg| all.add(arg));
    let offset = of.offset.map(|offset| all.add(offset));
    let [dx, dgamma] = [of.dx, of.dgamma].map(|arg| all.add(arg));
    let results = all.temporary(Dtype::F64, &shape)?;
    let parameters = Parameters {
        weight: Some(dgamma),
        bias: None,
    };
    let weights = Affine::new(Some(gamma), None, Walk::columns());
    all.then(gradient(Gradient {
        statistics: [None, Some(rstd)],
        affine: vec![(weights, parameters)],
        results: vec![((results.clone(), Dtype::F64), 1.0)],
        ..Gradient::new(rows, dy, vec![(x, 1.0)], Depends::OnSquares)
    })?)?;
    let axis = shape.len().saturating_sub(1);
    let how = match of.divides {
        true => Apply::Divide,
        false => Apply::Multiply,
    };
    let mut by = vec![By {
        factor: scale,
        axis,
        how,
    }];
    by.extend(offset.map(|factor| By {
        factor,
        axis,
        how: Apply::Add,
    }));
    all.then(quantised(results, by, dx)?)?;
    Ok(all.finish_reading_first())
}

fn quantised(results: Arg, by: Vec<By>, y: Arg) -> Result<Call> {
    given(Given {
        x: results.with_role(crate::Role::Input),
        by,
        group_index: None,
        y,
        mode: RoundMode::Rint,
        is_packed: false,
    })
}
