//! Axes that arguments name, and shapes without them.

use crate::argument::{Ints, TensorArg};
use crate::error::{Error, Result};
use crate::ops::reductions::Axes;

impl TensorArg {
    /// Returns the axis that `dim`, the argument called `name`, names; a tensor of rank 0 counts as one of a dimension.
    pub fn axis(&self, name: &'static str, dim: i64) -> Result<usize> {
        let rank = self.rank().max(1) as i64;
        match (-rank..rank).contains(&dim) {
            true => Ok(dim.rem_euclid(rank) as usize),
            false => Err(Error::value(
                name,
                dim,
                format!("{} to {}", -rank, rank - 1),
            )),
        }
    }

    /// Returns the axes that `dims` names, every one if it is empty. Refuses numbers out of range.
    pub fn axes(&self, dims: &Ints) -> Result<Axes> {
        if dims.is_empty() {
            return Ok(Axes::all(self.rank()));
        }
        let mut axes = Axes::default();
        for &dim in dims.iter() {
            axes = axes.with(self.axis(dims.name(), dim)?);
        }
        Ok(axes)
    }

    /// As [`TensorArg::axes`]; refuses an axis that is named twice.
    pub fn distinct_axes(&self, dims: &Ints) -> Result<Axes> {
        let all = self.axes(dims)?;
        let mut axes = Axes::default();
        for &dim in dims.iter() {
            let axis = self.axis(dims.name(), dim)?;
            if axes.contains(axis) {
                return Err(Error::value(
                    dims.name(),
                    format!("{:?}", &dims[..]),
                    format!("each axis once; axis {axis} is named twice"),
                ));
            }
            axes = axes.with(axis);
        }
        Ok(all)
    }

    /// As [`TensorArg::distinct_axes`]; none are every one, too.
    pub fn axes_or_all(&self, dims: Option<&Ints>) -> Result<Axes> {
        match dims {
            Some(dims) => self.distinct_axes(dims),
            None => Ok(Axes::all(self.rank())),
        }
    }

    /// Refuses a named axis without elements.
    pub fn has_extent_along(&self, name: &'static str, axis: usize) -> Result<()> {
        match self.shape().get(axis) {
            Some(0) => Err(Error::value(name, axis, "an axis that has elements")),
            _ => Ok(()),
        }
    }

    /// Refuses a shape other than that of `input` without `axes`, or with 1 in their place.
    pub fn has_reduced_shape(&self, input: &TensorArg, axes: Axes, keep: bool) -> Result<()> {
        let wanted = axes.reduced(input.shape(), keep);
        self.shape_is(&wanted, format_args!("that of `{}`, reduced", input.name()))
    }

    /// As [`TensorArg::has_reduced_shape`], but one element is one element in any number of dimensions.
    pub fn holds_reduced(&self, input: &TensorArg, axes: Axes, keep: bool) -> Result<()> {
        let wanted = axes.reduced(input.shape(), keep);
        let one = |shape: &[i64]| shape.iter().all(|&extent| extent == 1);
        match one(&wanted) && one(self.shape()) {
            true => Ok(()),
            false => self.has_reduced_shape(input, axes, keep),
        }
    }
}
