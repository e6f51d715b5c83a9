//! Parameters and statistics of normalisations, beside the tensor that is normalised.

use crate::argument::{Dtypes, TensorArg};
use crate::error::Result;

impl TensorArg {
    /// Refuses a type outside `allowed` that is not that of `other` either.
    pub fn dtype_of_or_in(&self, other: &TensorArg, allowed: Dtypes) -> Result<()> {
        match self.dtype()? == other.dtype()? {
            true => Ok(()),
            false => self.dtype_in(allowed),
        }
    }

    /// Refuses a shape that is not the last dimensions of `x`.
    pub fn ends_shape_of(&self, x: &TensorArg) -> Result<()> {
        match x.shape().ends_with(self.shape()) {
            true => Ok(()),
            false => {
                let allowed = format!("the last dimensions of `{}`, {:?}", x.name(), x.shape());
                Err(self.shape_refused(allowed))
            }
        }
    }

    /// Refuses a shape other than that of `x` with 1 for the last `axes` dimensions.
    pub fn has_statistics_of(&self, x: &TensorArg, axes: usize) -> Result<()> {
        let reason = format_args!("that of `{}`, 1 for what is normalised", x.name());
        self.shape_is(&statistics_shape(x, axes), reason)
    }

    /// As [`TensorArg::has_statistics_of`]; of the dimensions that are normalised the last ones may be missing.
    pub fn has_statistics_or_fewer_of(&self, x: &TensorArg, axes: usize) -> Result<()> {
        let (shape, kept) = (statistics_shape(x, axes), x.rank().saturating_sub(axes));
        match self.rank() >= kept.max(1) && shape.starts_with(self.shape()) {
            true => Ok(()),
            false => self.has_statistics_of(x, axes),
        }
    }

    /// Refuses dimensions without elements.
    pub fn has_elements(&self) -> Result<()> {
        match self.shape().contains(&0) {
            true => Err(self.shape_refused("extents above 0")),
            false => Ok(()),
        }
    }

    /// Refuses a number of elements other than `count`.
    pub fn numel_is(&self, count: usize) -> Result<()> {
        match self.numel() == count {
            true => Ok(()),
            false => Err(self.shape_refused(format!("{count} elements"))),
        }
    }
}

/// The shape of statistics of `x` over its last axes.
pub fn statistics_shape(x: &TensorArg, axes: usize) -> Vec<i64> {
    let mut shape = x.shape().to_vec();
    let kept = shape.len().saturating_sub(axes);
    shape[kept..].fill(1);
    shape
}
