//! The largest elements with their places as bits.

use super::{Planes, Sizes};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_PARAM_INVALID;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Input, Output, TensorArg};
use crate::contract::{Dtypes, on_910, on_950};
use crate::error::{Error, Reason, Result};
use crate::ops::window::mask::{self, Bits};
use crate::ops::window::{self, Axis};
use crate::tensor::Dtype;

/// The types of elements.
pub const MASKED: Dtypes = on_910(&[Dtype::F32])
    .and_910_only(&[Dtype::F16])
    .and_910b(&[Dtype::F16, Dtype::Bf16]);

/// Images, windows over them, and the bits of their places.
pub struct Masked<'a> {
    /// The images.
    pub planes: Planes<'a>,
    /// The windows.
    pub axes: Vec<Axis>,
    bits: Bits,
}

impl<'a> Masked<'a> {
    /// Refuses Ascend950, which has no such operators.
    pub fn on_this_chip() -> Outcome {
        if !on_950() {
            return Ok(());
        }
        let text = "Ascend950 has no masks; aclnnMaxPool2dWithIndices writes indices";
        Err(Error::from(Reason::NotSupported(text.into()))).code(ACLNN_ERR_PARAM_INVALID)
    }

    /// Windows over the images of a tensor.
    pub fn over(self_: &'a TensorArg, sizes: &Sizes) -> Result<Self> {
        let planes = Planes::with_elements(self_, 2)?;
        let axes = sizes.over(&planes)?;
        planes.are_counted()?;
        let windows = axes[0].count * axes[1].count;
        let bits = Bits {
            window: sizes.kernel()?,
            row: (windows.div_ceil(16) + 1) * 32,
        };
        Ok(Self { planes, axes, bits })
    }

    /// Refuses a mask of another shape.
    pub fn has_bits(&self, mask: &TensorArg) -> Result<()> {
        let places = self.bits.window[0] * self.bits.window[1];
        let mut shape = self.planes.before();
        shape.extend([places as i64, self.bits.row as i64]);
        mask.shape_is(&shape, "a row of bits for each element of a window")
    }

    /// Plans the largest elements and their bits.
    pub fn largest(&self, self_: &Input, out: &Output, mask: &Output) -> Planned {
        let (input, out) = (
            self.planes.turned(self_.read()?)?,
            self.planes.turned(out.write()?)?,
        );
        let mask = mask.write()?;
        let windows = self.planes.windows(&self.axes);
        Ok(mask::largest(windows, self.bits, input, out, mask)?)
    }

    /// Plans the gradient.
    pub fn scatter(&self, gradients: &Input, mask: &Input, out: &Output) -> Planned {
        let (gradients, out) = (
            self.planes.turned(gradients.read()?)?,
            self.planes.turned(out.write()?)?,
        );
        let mask = mask.read()?;
        let windows = self.planes.windows(&self.axes);
        Ok(window::scatter_by_bits(
            windows, self.bits, gradients, mask, out,
        )?)
    }
}
