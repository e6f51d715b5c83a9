//! The contract of samples of planes at the points of a grid, and of their gradients.

use super::Dtypes;
use super::pooling::Planes;
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Bools, Input, Output, TensorArg};
use crate::error::{Error, Result};
use crate::ops::Call;
use crate::ops::grid_sampling::{self, Gradients, Interpolation, Meaning, Outside};

/// Samples of planes of so many axes.
#[derive(Clone, Copy, Debug)]
pub struct GridSampling {
    axes: usize,
    types: Dtypes,
}

/// The arguments that say what the numbers of a grid mean, in their order.
pub type Modes = (i64, i64, bool);

impl GridSampling {
    /// An operator over planes of so many axes, of tensors of these types.
    pub const fn new(axes: usize, types: Dtypes) -> Self {
        Self { axes, types }
    }

    /// Refuses numbers that stand for nothing. Volumes have no cubic interpolation.
    fn meaning(&self, (interpolation, padding, aligned): Modes) -> Result<Meaning> {
        let last = if self.axes == 2 { 2 } else { 1 };
        let interpolation = match interpolation {
            0 => Interpolation::Linear,
            1 => Interpolation::Nearest,
            2 if last == 2 => Interpolation::Cubic,
            got => {
                return Err(Error::value(
                    "interpolationMode",
                    got,
                    format!("0 to {last}"),
                ));
            }
        };
        let outside = match padding {
            0 => Outside::Zeros,
            1 => Outside::Border,
            2 => Outside::Mirror,
            got => return Err(Error::value("paddingMode", got, "0 to 2")),
        };
        Ok(Meaning {
            interpolation,
            outside,
            aligned,
        })
    }

    /// Refuses other types than the first tensor's, and that one's outside the list.
    fn types(&self, input: &TensorArg, others: &[&TensorArg]) -> Result<()> {
        for other in others {
            other.same_dtype(input)?;
        }
        input.dtype_in(self.types)
    }

    /// Refuses shapes that do not belong together: `[N, C, extents]`, `[N, extents of the samples, axes]`, `[N, C, extents of the samples]`.
    fn planes<'a>(
        &self,
        input: &'a TensorArg,
        grid: &TensorArg,
        samples: &TensorArg,
    ) -> Result<Planes<'a>> {
        let rank = self.axes + 2;
        for tensor in [input, grid, samples] {
            tensor.rank_in(rank..=rank)?;
        }
        samples.same_format(input)?;
        let planes = Planes::of(input, self.axes)?;
        if planes.extents().any(|extent| extent == 0) {
            return Err(input.shape_refused("planes with elements"));
        }
        let mut shape = vec![input.shape()[0]];
        shape.extend(&grid.shape()[1..rank - 1]);
        shape.push(self.axes as i64);
        grid.shape_is(&shape, "a number for each axis, for each sample of a batch")?;
        let shape = planes.with_extents(&grid.shape()[1..rank - 1]);
        samples.shape_is(&shape, "those of `grid`, for each plane of `input`")?;
        Ok(planes)
    }

    /// Plans the samples of `input`.
    pub fn forward(&self, input: &Input, grid: &Input, modes: Modes, out: &Output) -> Planned {
        self.types(input, &[grid, out])?;
        let meaning = self.meaning(modes)?;
        let planes = self.planes(input, grid, out)?;
        let (x, grid, out) = (
            planes.turned(input.read()?)?,
            grid.read()?,
            planes.turned(out.write()?)?,
        );
        Ok(grid_sampling::sample(meaning, x, grid, out)?)
    }

    /// Plans the gradients that `mask` asks for: by `input` and by `grid`. What it does not ask for is not written; without a mask nothing is.
    pub fn backward(
        &self,
        [gradients, input, grid]: [&Input; 3],
        modes: Modes,
        mask: Option<&Bools>,
        [input_grad, grid_grad]: [&Output; 2],
    ) -> Planned {
        self.types(input, &[gradients, grid, input_grad, grid_grad])?;
        let meaning = self.meaning(modes)?;
        let planes = self.planes(input, grid, gradients)?;
        input_grad.same_shape(input)?;
        grid_grad.same_shape(grid)?;
        let wanted = match mask {
            None => [false; 2],
            Some(mask) if mask.len() == 2 => [mask[0], mask[1]],
            Some(mask) => {
                let got = format!("{:?}, of {} values", &**mask, mask.len());
                return Err(Error::value("outputMask", got, "2 values").into());
            }
        };
        let gradients = planes.turned(gradients.read()?)?;
        let (x, grid) = (planes.turned(input.read()?)?, grid.read()?);
        let by_planes = planes.turned(input_grad.write()?)?;
        let by_grid = grid_grad.write()?;
        if wanted == [false; 2] {
            return Ok(Call::nothing([gradients, x, grid, by_planes, by_grid]));
        }
        let of = Gradients {
            gradients,
            planes: x,
            grid,
            by_planes: wanted[0].then_some(by_planes),
            by_grid: wanted[1].then_some(by_grid),
        };
        Ok(grid_sampling::gradients(meaning, of)?)
    }
}
