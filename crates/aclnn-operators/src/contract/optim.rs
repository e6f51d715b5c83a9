//! Optimisers.

use super::Dtypes;
use super::foreach::one_element;
use super::sets::SHORT_FLOATING;
use crate::argument::{InOut, Input, TensorArg};
use crate::error::{Error, Result};
use crate::ops::Arg;
use crate::ops::optimizers::{Adam, Step, power};

/// The types of parameters.
pub const PARAMETERS: Dtypes = SHORT_FLOATING;

/// Refuses tensors of another shape than the first, more than 8 dimensions and private formats.
pub fn one_shape(tensors: &[&TensorArg]) -> Result<()> {
    for tensor in tensors {
        tensor.same_shape(tensors[0])?;
        tensor.not_private()?;
    }
    tensors[0].max_rank(8)
}

/// Refuses tensors of another type than the first, which is one of `types`.
pub fn one_type(types: Dtypes, tensors: &[&TensorArg]) -> Result<()> {
    tensors[0].dtype_in(types)?;
    tensors
        .iter()
        .try_for_each(|tensor| tensor.same_dtype(tensors[0]))
}

/// Returns numbers of one element each as operands.
pub fn numbers(tensors: &[&Input]) -> Result<Vec<Arg>> {
    tensors.iter().try_for_each(|tensor| one_element(tensor))?;
    tensors.iter().map(|tensor| tensor.read()).collect()
}

/// Returns states as operands.
pub fn states(tensors: &[&InOut]) -> Result<Vec<Arg>> {
    tensors.iter().map(|tensor| tensor.update()).collect()
}

/// Refuses a number below 0.
pub fn not_negative(name: &'static str, value: f64) -> Result<()> {
    match value < 0.0 {
        true => Err(Error::value(name, value, "0 or more")),
        false => Ok(()),
    }
}

/// The numbers of AdamW and Adam that do not change from step to step.
#[derive(Clone, Copy)]
pub struct AdamW {
    /// The learning rate.
    pub lr: f64,
    /// See [`Adam`].
    pub beta1: f64,
    /// See [`Adam`].
    pub beta2: f64,
    /// The decay of parameters.
    pub decay: f64,
    /// True if the decay is a part of the gradient, as in Adam; false if it takes its share of the parameter, as in AdamW.
    pub in_gradient: bool,
    /// See [`Adam`].
    pub epsilon: f64,
    /// True if the largest average of squares counts.
    pub amsgrad: bool,
    /// True if the gradient is gone along.
    pub maximize: bool,
}

impl AdamW {
    /// Returns the step with these powers of `beta1` and `beta2`, and gradients divided by `scale`.
    pub fn step(self, powers: [f64; 2], scale: f64) -> Step {
        let (in_gradient, apart) = match self.in_gradient {
            true => (self.decay, 0.0),
            false => (0.0, self.decay),
        };
        let adam = Adam {
            gradient: if self.maximize { -1.0 } else { 1.0 } / scale,
            decay: in_gradient,
            beta1: self.beta1,
            beta2: self.beta2,
            keep: 1.0 - self.lr * apart,
            rate: self.lr / (1.0 - powers[0]),
            root: 1.0 / (1.0 - powers[1]).sqrt(),
            epsilon: self.epsilon,
            direction: [1.0, 0.0],
            average: 0.0,
        };
        match self.amsgrad {
            true => Step::AdamLargest(adam),
            false => Step::Adam(adam),
        }
    }

    /// Returns the powers of `beta1` and `beta2` of a number of steps.
    pub fn powers(self, steps: f64) -> [f64; 2] {
        [self.beta1, self.beta2].map(|beta| power(beta, steps))
    }
}
