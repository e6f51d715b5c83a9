//! The largest elements with their places, and the gradient of what was taken from places.

use super::{Planes, Sizes};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output};
use crate::contract::{Dtypes, none_private};
use crate::error::Result;
use crate::ops::window::Axis;

/// Refuses planes in which no window fits and outputs of other shapes than the windows give, and plans the largest elements and their places.
pub fn largest_with_places(
    sizes: &Sizes,
    axes: usize,
    self_: &Input,
    out: &Output,
    indices: &Output,
) -> Planned {
    let planes = Planes::with_elements(self_, axes)?;
    let axes = sizes.over(&planes)?;
    planes.has_results(out, &axes)?;
    indices.same_shape(out)?;
    planes.are_counted()?;
    planes.largest(&axes, self_, out, Some(indices))
}

/// The tensors of a gradient of the largest elements, checked but for the shape of `gradOutput`.
pub struct Taken<'a> {
    /// The gradient of what was taken.
    gradients: &'a Input,
    /// Tensor that it was taken from.
    self_: &'a Input,
    /// Places.
    indices: &'a Input,
    /// The output.
    out: &'a Output,
}

impl<'a> Taken<'a> {
    /// The tensors in the order of arguments.
    pub fn new([gradients, self_, indices]: [&'a Input; 3], out: &'a Output) -> Self {
        Self {
            gradients,
            self_,
            indices,
            out,
        }
    }

    /// Refuses types: those of `self` outside `allowed`, other ones of both gradients, those of `indices` outside `places`.
    pub fn has_types(&self, allowed: Dtypes, places: Dtypes) -> Result<()> {
        self.self_.dtype_in(allowed)?;
        self.gradients.same_dtype(self.self_)?;
        self.out.same_dtype(self.self_)?;
        self.indices.dtype_in(places)
    }

    /// Refuses other formats of both gradients than that of `self`, private ones, and ranks that planes of so many axes cannot have; returns the planes.
    pub fn planes(&self, axes: usize) -> Result<Planes<'a>> {
        self.gradients.same_format(self.self_)?;
        self.out.same_format(self.self_)?;
        none_private(&[self.self_, self.indices])?;
        for tensor in [self.gradients, self.indices] {
            tensor.rank_in(axes + 1..=axes + 2)?;
        }
        let planes = Planes::with_elements(self.self_, axes)?;
        self.out.same_shape(self.self_)?;
        Ok(planes)
    }

    /// Refuses shapes of gradients and indices that these windows do not give, and plans the gradient.
    pub fn scatter(&self, planes: &Planes, axes: &[Axis]) -> Planned {
        planes.are_counted()?;
        planes.has_results(self.gradients, axes)?;
        self.indices.same_shape(self.gradients)?;
        planes.scatter(axes, self.gradients, self.indices, self.out)
    }
}
