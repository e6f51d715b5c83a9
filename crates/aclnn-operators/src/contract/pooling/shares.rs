//! Windows that share planes, for adaptive pooling.

use super::windows::{for_each_axis, within};
use super::{Planes, Window};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Ints, Output, TensorArg};
use crate::contract::length_is;
use crate::error::Result;
use crate::ops::window::{Axis, Divisor};

/// Planes, and the windows that share them.
pub struct Shares<'a> {
    planes: Planes<'a>,
    axes: Vec<Axis>,
}

/// So many windows along each axis.
fn shares(planes: &Planes, counts: &[i64]) -> Vec<Axis> {
    let axes = planes.extents().zip(counts);
    axes.map(|(extent, &count)| Axis::shares(extent as usize, count as usize))
        .collect()
}

/// Returns the windows of which `results` has an element each; refuses results without elements.
pub fn shares_of_results(planes: &Planes, results: &TensorArg) -> Result<Vec<Axis>> {
    let results = Planes::with_elements(results, planes.axes)?;
    let counts: Vec<i64> = results.extents().collect();
    Ok(shares(planes, &counts))
}

impl<'a> Shares<'a> {
    /// Refuses an array of another length than there are axes, numbers below `least`, and planes without elements.
    pub fn of(output_size: &Ints, planes: Planes<'a>, least: i64) -> Result<Self> {
        length_is(output_size, planes.axes, "one for each axis of a plane")?;
        Self::counted(output_size, output_size, planes, least)
    }

    /// The same, where one number holds for all axes, and none keeps the extents.
    pub fn of_some(output_size: &Ints, planes: Planes<'a>) -> Result<Self> {
        let extents: Vec<i64> = planes.extents().collect();
        let counts = for_each_axis(output_size, planes.axes, Some(&extents))?;
        Self::counted(output_size, &counts, planes, 1)
    }

    fn counted(array: &Ints, counts: &[i64], planes: Planes<'a>, least: i64) -> Result<Self> {
        let planes = planes.not_empty()?;
        within(array, counts, least..=Window::LIMIT)?;
        let axes = shares(&planes, counts);
        Ok(Self { planes, axes })
    }

    /// The windows of a gradient over planes of so many axes: `self` and `out` have one shape, and `gradients` has as many channels and batches.
    pub fn of_gradient(
        gradients: &Input,
        self_: &'a Input,
        out: &Output,
        axes: usize,
    ) -> Result<Self> {
        let planes = Planes::with_elements(self_, axes)?;
        gradients.rank_in(self_.rank()..=self_.rank())?;
        out.same_shape(self_)?;
        let axes = shares_of_results(&planes, gradients)?;
        planes.has_results(gradients, &axes)?;
        Ok(Self { planes, axes })
    }

    /// Returns true if each plane is one window.
    pub fn are_whole(&self) -> bool {
        self.axes.iter().all(|axis| axis.count == 1)
    }

    /// Refuses another shape than one with an element for each window.
    pub fn has_results(&self, results: &TensorArg) -> Result<()> {
        self.planes.has_results(results, &self.axes)
    }

    /// Plans averages.
    pub fn average(&self, self_: &Input, out: &Output) -> Planned {
        self.planes.average(&self.axes, Divisor::Inside, self_, out)
    }

    /// Plans the gradient of averages.
    pub fn spread(&self, gradients: &Input, out: &Output) -> Planned {
        self.planes
            .spread(&self.axes, Divisor::Inside, gradients, out)
    }

    /// Plans the largest elements and their places; refuses outputs of other shapes.
    pub fn largest(&self, self_: &Input, out: &Output, indices: &Output) -> Planned {
        self.has_results(out)?;
        indices.same_shape(out)?;
        self.planes.are_counted()?;
        self.planes.largest(&self.axes, self_, out, Some(indices))
    }
}
