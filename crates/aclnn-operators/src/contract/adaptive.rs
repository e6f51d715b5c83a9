//! Layer normalisation with a scale and a shift for each member of a batch.

use super::norm::{FLOAT, epsilon, given};
use super::sets::SHORT_EVERYWHERE;
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, TensorArg};
use crate::error::Result;
use crate::ops::rows::{Affine, Norm, Rows, Statistics, Walk, norm};

/// The arguments of the forward operators.
pub struct Adaptive<'a> {
    /// Input, which is normalised over its last dimension.
    pub x: &'a Input,
    /// Factor of results, less 1, and addend.
    pub scale: [&'a Input; 2],
    /// Weights and biases, which come before.
    pub parameters: [Option<&'a Input>; 2],
    /// Number that is added to the variance.
    pub epsilon: f64,
    /// The results.
    pub out: &'a Output,
    /// Means and reciprocal deviations.
    pub statistics: [Option<&'a Output>; 2],
    /// True if parameters may be of FLOAT where the input is not.
    pub mixed: bool,
}

/// The walk of the scale of a tensor's rows: one row for all along its last dimension but one.
pub fn shared(x: &TensorArg) -> Walk {
    let [.., rows, columns] = *x.shape() else {
        return Walk::columns();
    };
    Walk::shared(rows as usize, columns as usize)
}

/// Refuses shapes other than that of `x` without its last dimension but one, or with 1 for it.
pub fn one_for_each(tensors: &[&TensorArg], x: &TensorArg) -> Result<()> {
    let [outer @ .., _, columns] = x.shape() else {
        return Err(x.shape_refused("two dimensions or more"));
    };
    let (short, long) = (
        [outer, &[*columns]].concat(),
        [outer, &[1, *columns]].concat(),
    );
    for tensor in tensors {
        if tensor.shape() != short && tensor.shape() != long {
            let allowed = format!("{short:?} or {long:?}, a row for each of `{}`", x.name());
            return Err(tensor.shape_refused(allowed));
        }
    }
    Ok(())
}

impl Adaptive<'_> {
    fn check(&self) -> Result<()> {
        let Self { x, out, .. } = self;
        x.dtype_in(SHORT_EVERYWHERE)?;
        for tensor in self.scale {
            tensor.same_dtype(x)?;
        }
        if let [Some(weight), Some(bias)] = self.parameters {
            bias.same_dtype(weight)?;
        }
        for tensor in self.parameters.into_iter().flatten() {
            match self.mixed {
                true => tensor.dtype_of_or_in(x, FLOAT)?,
                false => tensor.same_dtype(x)?,
            }
        }
        out.same_dtype(x)?;
        for tensor in self.statistics.into_iter().flatten() {
            tensor.same_dtype(x)?;
        }
        x.rank_in(2..=8)?;
        x.has_elements()?;
        one_for_each(&self.scale.map(|tensor| tensor as &TensorArg), x)?;
        for tensor in self.parameters.into_iter().flatten() {
            tensor.shape_is(&x.shape()[x.rank() - 1..], "the last dimension")?;
        }
        out.same_shape(x)?;
        for tensor in self.statistics.into_iter().flatten() {
            tensor.has_statistics_of(x, 1)?;
        }
        Ok(())
    }

    /// Checks all, and plans it.
    pub fn plan(&self) -> Planned {
        self.check()?;
        let (x, dtype) = (self.x, self.x.dtype()?);
        let [weight, bias] = self
            .parameters
            .map(|tensor| tensor.map(Input::read).transpose());
        let [scale, shift] = self.scale.map(Input::read);
        let [mean, inverse] = self.statistics.map(|output| given(output, dtype));
        let terms = vec![(x.read()?, 1.0)];
        let by = Statistics::Layer(epsilon(self.epsilon));
        Ok(norm(Norm {
            affine: vec![
                Affine::new(weight?, bias?, Walk::columns()),
                Affine::new(Some(scale?), Some(shift?), shared(x)).of_one_more(),
            ],
            results: vec![(self.out.write()?, dtype)],
            mean: mean?,
            inverse: inverse?,
            ..Norm::new(Rows::of(x.shape(), 1), terms, by)
        })?)
    }
}
