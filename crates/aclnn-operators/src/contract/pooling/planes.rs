//! Tensors of planes, and results over them.

use super::{Sizes, Window};
use crate::abi::acl::types::aclFormat;
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, TensorArg};
use crate::error::{Error, Result};
use crate::ops::Arg;
use crate::ops::window::{self, Axis, Divisor, Windows};

/// A tensor of planes: its last axes, or those before the last one where the format puts channels there.
#[derive(Clone, Copy)]
pub struct Planes<'a> {
    tensor: &'a TensorArg,
    pub(super) axes: usize,
    channels_last: bool,
}

impl<'a> Planes<'a> {
    /// Planes of so many axes, with channels and, if there is one more axis, a batch. The rank is checked.
    pub fn of(tensor: &'a TensorArg, axes: usize) -> Result<Self> {
        tensor.rank_in(axes + 1..=axes + 2)?;
        let last = [aclFormat::ACL_FORMAT_NHWC, aclFormat::ACL_FORMAT_NDHWC];
        Ok(Self {
            tensor,
            axes,
            channels_last: last.contains(&tensor.format()),
        })
    }

    /// The same, with channels and planes that have elements: only a batch may be empty.
    pub fn with_elements(tensor: &'a TensorArg, axes: usize) -> Result<Self> {
        Self::of(tensor, axes)?.not_empty()
    }

    /// Refuses channels and planes without elements: only a batch may be empty.
    pub fn not_empty(self) -> Result<Self> {
        let tensor = self.tensor;
        match tensor.shape()[tensor.rank() - self.axes - 1..].contains(&0) {
            true => Err(tensor.shape_refused("extents above 0, but for the batch")),
            false => Ok(self),
        }
    }

    /// The axis of a tensor that is axis `k` of its planes.
    fn first(&self) -> usize {
        self.tensor.rank() - self.axes - usize::from(self.channels_last)
    }

    /// Extents of a plane.
    pub fn extents(&self) -> impl Iterator<Item = i64> {
        let first = self.first();
        self.tensor.shape()[first..first + self.axes]
            .iter()
            .copied()
    }

    pub(super) fn too_small(&self, windows: &[Window]) -> Error {
        let sizes: Vec<i64> = windows.iter().map(|window| window.size).collect();
        let allowed = format!("planes in which windows of {sizes:?} have elements");
        self.tensor.shape_refused(allowed)
    }

    /// The shape of a tensor with one element for each window.
    pub fn shape_of(&self, axes: &[Axis]) -> Vec<i64> {
        let mut shape = self.tensor.shape().to_vec();
        for (extent, axis) in shape[self.first()..].iter_mut().zip(axes) {
            *extent = axis.count as i64;
        }
        shape
    }

    /// The shape of a tensor whose planes have these extents.
    pub fn with_extents(&self, extents: &[i64]) -> Vec<i64> {
        let (mut shape, first) = (self.tensor.shape().to_vec(), self.first());
        shape[first..first + self.axes].copy_from_slice(extents);
        shape
    }

    /// A shape in the order of a batch, channels and the axes of a plane, in that of the tensor.
    pub fn arranged(&self, shape: &[i64]) -> Vec<i64> {
        let mut shape = shape.to_vec();
        if self.channels_last {
            shape[1..].rotate_left(1);
        }
        shape
    }

    /// Refuses a shape of `results` other than one with an element for each window.
    pub fn has_results(&self, results: &TensorArg, axes: &[Axis]) -> Result<()> {
        results.shape_is(&self.shape_of(axes), "an element for each window")
    }

    /// Extents of the batch and the channels.
    pub(super) fn before(&self) -> Vec<i64> {
        let (first, shape) = (self.first(), self.tensor.shape());
        let behind = &shape[first + self.axes..];
        [&shape[..first], behind].concat()
    }

    /// Refuses windows that are larger than a plane.
    pub fn hold(&self, sizes: &Sizes) -> Result<()> {
        let windows = sizes.windows(self.axes)?;
        let is_larger = |(window, extent): (&Window, i64)| window.size > extent;
        match windows.iter().zip(self.extents()).any(is_larger) {
            true => Err(self.too_small(&windows)),
            false => Ok(()),
        }
    }

    /// Refuses planes of so many elements that their number is no INT32.
    pub fn are_counted(&self) -> Result<()> {
        match self.extents().fold(1, i64::saturating_mul) > Window::LIMIT {
            true => Err(self
                .tensor
                .shape_refused("planes of up to 2^31 - 1 elements")),
            false => Ok(()),
        }
    }

    /// Returns an operand of these axes with its channels before its planes.
    pub fn turned(&self, operand: Arg) -> Result<Arg> {
        if !self.channels_last {
            return Ok(operand);
        }
        let rank = self.tensor.rank();
        let mut order: Vec<usize> = (0..rank - 1).collect();
        order.insert(self.first(), rank - 1);
        operand.viewed(operand.view.layout.permuted(&order))
    }

    pub(super) fn windows(&self, axes: &[Axis]) -> Windows {
        let planes = self.before().iter().product::<i64>();
        Windows::new(planes as usize, axes)
    }

    /// Plans the largest elements of windows over `self_`, and their places if they are wanted.
    pub fn largest(
        &self,
        axes: &[Axis],
        self_: &Input,
        out: &Output,
        indices: Option<&Output>,
    ) -> Planned {
        let turn = |operand: Arg| self.turned(operand);
        let indices = indices.map(Output::write).transpose()?;
        let indices = indices.map(turn).transpose()?;
        let (input, out) = (turn(self_.read()?)?, turn(out.write()?)?);
        Ok(window::largest(self.windows(axes), input, out, indices)?)
    }

    /// Plans averages of windows over `self_`.
    pub fn average(&self, axes: &[Axis], divisor: Divisor, self_: &Input, out: &Output) -> Planned {
        let (input, out) = (self.turned(self_.read()?)?, self.turned(out.write()?)?);
        Ok(window::average(self.windows(axes), divisor, input, out)?)
    }

    /// Plans the gradient of the largest elements.
    pub fn scatter(
        &self,
        axes: &[Axis],
        gradients: &Input,
        indices: &Input,
        out: &Output,
    ) -> Planned {
        let [gradients, indices, out] =
            [gradients.read()?, indices.read()?, out.write()?].map(|operand| self.turned(operand));
        let (gradients, indices, out) = (gradients?, indices?, out?);
        let windows = self.windows(axes);
        Ok(window::scatter(windows, gradients, indices, out)?)
    }

    /// Plans the gradient of averages.
    pub fn spread(
        &self,
        axes: &[Axis],
        divisor: Divisor,
        gradients: &Input,
        out: &Output,
    ) -> Planned {
        let (gradients, out) = (self.turned(gradients.read()?)?, self.turned(out.write()?)?);
        let windows = self.windows(axes);
        Ok(window::spread(windows, divisor, gradients, out)?)
    }
}
