//! The contract of pads that repeat elements, and of their gradients.

use super::{Dtypes, length_is};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_NULLPTR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Input, Ints, Output, TensorArg};
use crate::error::{Error, Result};
use crate::ops::Call;
use crate::ops::movement::pads::{self, Mode, Padding};
use crate::tensor::Dtype;

/// A pad of some of the last dimensions of a tensor, which has one or two more before them.
#[derive(Clone, Copy, Debug)]
pub struct Pad {
    mode: Mode,
    /// Number of dimensions that are padded.
    axes: usize,
    types: Dtypes,
    formats_first: bool,
}

impl Pad {
    /// A pad of so many dimensions of tensors of these types.
    pub const fn new(mode: Mode, axes: usize, types: Dtypes) -> Self {
        Self {
            mode,
            axes,
            types,
            formats_first: false,
        }
    }

    /// The same, which looks at formats before types.
    pub const fn formats_first(self) -> Self {
        let formats_first = true;
        Self {
            formats_first,
            ..self
        }
    }

    /// The number of elements beside each padded dimension: pairs from the last one on.
    fn paddings(&self, padding: &Ints, rank: usize) -> Vec<Padding> {
        let pairs = padding.chunks_exact(2).enumerate();
        let one = |(k, pair): (usize, &[i64])| Padding {
            axis: rank - 1 - k,
            low: pair[0],
            high: pair[1],
        };
        pairs.map(one).collect()
    }

    /// Refuses ranks and arrays that are not those of the pad; returns the elements beside each dimension.
    fn shapes(&self, self_: &TensorArg, other: &TensorArg, padding: &Ints) -> Result<Vec<Padding>> {
        self_.rank_in(self.axes + 1..=self.axes + 2)?;
        other.rank_in(self_.rank()..=self_.rank())?;
        length_is(padding, 2 * self.axes, "two for each padded dimension")?;
        Ok(self.paddings(padding, self_.rank()))
    }

    /// Refuses more elements than a dimension has neighbours for its mirror.
    fn below_extents(&self, self_: &TensorArg, paddings: &[Padding]) -> Result<()> {
        for &Padding { axis, low, high } in paddings {
            let extent = self_.shape()[axis];
            if low >= extent || high >= extent {
                let got = format!("{low}, {high} for dimension {axis}");
                let allowed = format!("less than its {extent} elements");
                return Err(Error::value("padding", got, allowed));
            }
        }
        Ok(())
    }

    /// Refuses with 561103 elements that the mode does not reach.
    fn reaches(&self, self_: &TensorArg, paddings: &[Padding]) -> Outcome {
        for &padding in paddings {
            let extent = self_.shape()[padding.axis];
            if !self.mode.reaches(extent, padding) {
                let Padding { axis, low, high } = padding;
                let got = format!("{low}, {high} for dimension {axis} of {extent} elements");
                let allowed = "at most as many elements as are left of the dimension";
                return Err(Error::value("padding", got, allowed)).code(ACLNN_ERR_INNER_NULLPTR);
            }
        }
        Ok(())
    }

    /// The shape of the padded tensor.
    fn padded(&self, self_: &TensorArg, paddings: &[Padding]) -> Vec<i64> {
        let mut shape = self_.shape().to_vec();
        for &Padding { axis, low, high } in paddings {
            shape[axis] = shape[axis].saturating_add(low).saturating_add(high);
        }
        shape
    }

    /// Refuses other extents of the padded dimensions.
    fn padded_extents(&self, tensor: &TensorArg, shape: &[i64]) -> Result<()> {
        let first = shape.len() - self.axes;
        if tensor.shape()[first..] == shape[first..] {
            return Ok(());
        }
        let allowed = format!("{shape:?} (that of `self` with `padding`)");
        Err(tensor.shape_refused(allowed))
    }

    /// Refuses tensors without elements, unless they have no batch.
    fn empty(&self, self_: &TensorArg, strict: bool) -> Result<()> {
        let batched = self_.rank() == self.axes + 2;
        let refused = self_.shape()[1..].contains(&0) || !batched && strict;
        match refused {
            true => {
                Err(self_
                    .shape_refused("tensors with elements, or a first dimension of 0 of several"))
            }
            false => Ok(()),
        }
    }

    /// Plans the padded tensor.
    pub fn forward(&self, self_: &Input, padding: &Ints, out: &Output) -> Planned {
        if self.formats_first {
            out.same_format(self_)?;
        }
        self_.dtype_in(self.types)?;
        out.dtype_in(self.types)?;
        out.same_dtype(self_)?;
        if self.mode == Mode::Circular {
            self_.not_private()?;
        }
        out.same_format(self_)?;
        let paddings = self.shapes(self_, out, padding)?;
        let shape = self.padded(self_, &paddings);
        match self.mode {
            Mode::Reflect => {
                self.below_extents(self_, &paddings)?;
                self.padded_extents(out, &shape)?;
            }
            _ => out.shape_is(&shape, "that of `self` with `padding`")?,
        }
        if self_.is_empty() || out.is_empty() {
            self.empty(self_, true)?;
            return super::nothing(self_, out);
        }
        out.shape_is(&shape, "that of `self` with `padding`")?;
        self.reaches(self_, &paddings)?;
        Ok(pads::pad(
            self.mode,
            self_.read()?,
            &paddings,
            out.write()?,
        )?)
    }

    /// Plans the gradient of the pad by its input, from that by its output. `self_` gives shape and type only.
    pub fn backward(
        &self,
        grad_output: &Input,
        self_: &Input,
        padding: &Ints,
        grad_input: &Output,
    ) -> Planned {
        let tensors: [&TensorArg; 3] = [grad_output, self_, grad_input];
        for tensor in tensors {
            tensor.dtype_in(self.types)?;
        }
        self_.same_dtype(grad_output)?;
        grad_input.same_dtype(self_)?;
        match self.mode {
            Mode::Circular => grad_output.not_private()?,
            _ => super::none_private(&tensors)?,
        }
        self_.same_format(grad_output)?;
        grad_input.same_format(self_)?;
        grad_input.same_shape(self_)?;
        let paddings = self.shapes(self_, grad_output, padding)?;
        let shape = self.padded(self_, &paddings);
        let (mirrors, circular) = (self.mode == Mode::Reflect, self.mode == Mode::Circular);
        let bounded = mirrors || circular && self.axes == 3;
        if bounded && !(mirrors && self.axes == 1) {
            self.below_extents(self_, &paddings)?;
        }
        if self.axes == 2 && !circular && self_.dtype()? == Dtype::Bf16 {
            short_for_bf16(padding)?;
        }
        self.padded_extents(grad_output, &shape)?;
        if bounded && mirrors && self.axes == 1 {
            self.below_extents(self_, &paddings)?;
        }
        if tensors.iter().any(|tensor| tensor.is_empty()) {
            self.empty(self_, self.mode == Mode::Replicate || self.axes == 3)?;
            return Ok(Call::nothing([grad_output.read()?, grad_input.write()?]));
        }
        let reason = "that of `self` with `padding`";
        grad_output
            .shape_is(&shape, reason)
            .code(ACLNN_ERR_INNER_NULLPTR)?;
        self.reaches(self_, &paddings)?;
        let (input, output) = (grad_output.read()?, grad_input.write()?);
        Ok(pads::backward(self.mode, input, &paddings, output)?)
    }
}

/// Refuses what the device has no kernel of BFLOAT16 for: elements cut off, and more than 7 where rows are padded.
fn short_for_bf16(padding: &Ints) -> Result<()> {
    let cut = padding.iter().any(|&count| count < 0);
    let rows = padding[2] != 0 || padding[3] != 0;
    let long = rows && padding.iter().any(|&count| count > 7);
    if !(cut || long) {
        return Ok(());
    }
    let got = format!("{:?}", &**padding);
    let allowed = "0 or more for BFLOAT16, and 0 above and below, or 7 at most everywhere";
    Err(Error::value(padding.name(), got, allowed))
}
