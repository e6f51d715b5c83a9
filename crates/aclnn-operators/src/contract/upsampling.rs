//! The contract of operators that change how many elements the last axes of a tensor have, and of their gradients.

use super::formats::NCHW;
use super::pooling::{Planes, format_in};
use super::{Dtypes, at_least, length_is, on_950};
use crate::abi::acl::types::aclFormat;
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Floats, Input, Ints, Output, TensorArg};
use crate::error::{Error, Result};
use crate::ops::upsampling::{self, Axis};
use crate::tensor::Dtype;

pub use crate::ops::upsampling::Filter;

const NHWC: aclFormat = aclFormat::ACL_FORMAT_NHWC;

/// The formats of tensors with one, two and three axes of planes; ND is the last.
const FORMATS: [&[aclFormat]; 3] = [
    &[aclFormat::ACL_FORMAT_NCL, aclFormat::ACL_FORMAT_ND],
    &[aclFormat::ACL_FORMAT_NCHW, NHWC, aclFormat::ACL_FORMAT_ND],
    &[
        aclFormat::ACL_FORMAT_NCDHW,
        aclFormat::ACL_FORMAT_NDHWC,
        aclFormat::ACL_FORMAT_ND,
    ],
];

/// A change of size of the planes of tensors that have a batch and channels.
#[derive(Clone, Copy, Debug)]
pub struct Upsampling {
    filter: Filter,
    axes: usize,
    types: Dtypes,
    no_plain_format: bool,
    no_negative_scale: bool,
}

impl Upsampling {
    /// An operator over planes of so many axes, of tensors of these types.
    pub const fn new(filter: Filter, axes: usize, types: Dtypes) -> Self {
        Self {
            filter,
            axes,
            types,
            no_plain_format: false,
            no_negative_scale: false,
        }
    }

    /// The same, which refuses ND: only the format that the rank stands for.
    pub const fn without_nd(self) -> Self {
        let no_plain_format = true;
        Self {
            no_plain_format,
            ..self
        }
    }

    /// The same, which refuses scales below 0.
    pub const fn without_negative_scales(self) -> Self {
        let no_negative_scale = true;
        Self {
            no_negative_scale,
            ..self
        }
    }

    /// Refuses types, ranks and formats.
    fn tensors(&self, read: &TensorArg, written: &TensorArg) -> Result<()> {
        read.dtype_in(self.types)?;
        written.same_dtype(read)?;
        for tensor in [read, written] {
            tensor.rank_in(self.axes + 2..=self.axes + 2)?;
            let formats = FORMATS[self.axes - 1];
            let count = formats.len() - usize::from(self.no_plain_format);
            format_in(tensor, &formats[..count])?;
        }
        written.same_format(read)
    }

    fn no_negative(&self, scales: &[f64]) -> Result<()> {
        let negative = scales.iter().find(|&&scale| scale < 0.0);
        match negative {
            Some(scale) if self.no_negative_scale => {
                Err(Error::value("scales", scale, "0 or more"))
            }
            _ => Ok(()),
        }
    }

    /// The axes of planes, and how many samples they have.
    fn axes(&self, planes: &Planes, sizes: &[i64], aligned: bool, scales: &[f64]) -> Vec<Axis> {
        let extents = planes.extents().zip(sizes);
        let axis = |((from, &to), &scale): ((i64, &i64), &f64)| Axis {
            from,
            to,
            scale,
            aligned,
        };
        extents.zip(scales).map(axis).collect()
    }

    /// Refuses `samples` of another shape than that of `planes` with the extents of `outputSize`.
    fn has_samples(&self, samples: &TensorArg, planes: &Planes, sizes: &Ints) -> Result<()> {
        length_is(sizes, self.axes, "one for each axis of a plane")?;
        at_least(sizes, 1)?;
        let shape = planes.with_extents(sizes);
        samples.shape_is(&shape, "that of the other tensor with `outputSize`")
    }

    /// Plans samples of `self_`: so many along each axis, and, where a scale is above 0, so many for each element. With `aligned` the first and the last elements
    /// of both tensors lie at the same places.
    pub fn forward(
        &self,
        self_: &Input,
        output_size: &Ints,
        aligned: bool,
        scales: &[f64],
        out: &Output,
    ) -> Planned {
        self.tensors(self_, out)?;
        self.no_double_of_images(self_)?;
        self.no_negative(scales)?;
        let planes = Planes::with_elements(self_, self.axes)?;
        self.has_samples(out, &planes, output_size)?;
        let (input, output) = (planes.turned(self_.read()?)?, planes.turned(out.write()?)?);
        let axes = self.axes(&planes, output_size, aligned, scales);
        Ok(upsampling::sample(self.filter, &axes, input, output)?)
    }

    /// Plans samples of `self_`, by scales of all axes: those of planes times their extents, rounded down, are the extents of `out`, to within what a scale of FLOAT is off.
    pub fn resized(&self, self_: &Input, scales: &Floats, out: &Output) -> Planned {
        /// Deviation of a scale.
        const NEAR: f64 = 1e-5;
        self.tensors(self_, out)?;
        if !on_950() {
            format_in(self_, &[NCHW])?;
        }
        let planes = Planes::with_elements(self_, self.axes)?;
        if scales.len() != self.axes + 2 {
            let allowed = "a number for each axis of `self`";
            return Err(Error::value(scales.name(), format!("{:?}", &**scales), allowed).into());
        }
        let of_planes = planes.arranged(&[1, 1, 0, 0]);
        let fits = |k: usize| {
            let (from, to, scale) = (self_.shape()[k], out.shape()[k], f64::from(scales[k]));
            let rounded = |scale: f64| (from as f64 * scale) as i64;
            match of_planes[k] {
                0 => to > 0 && (rounded(scale - NEAR)..=rounded(scale + NEAR)).contains(&to),
                _ => to == from && scale == 1.0,
            }
        };
        if !(0..self.axes + 2).all(fits) {
            let allowed = format!("{:?} times {:?}, rounded down", self_.shape(), &**scales);
            return Err(out.shape_refused(allowed).into());
        }
        let sizes: Vec<i64> = Planes::of(out, self.axes)?.extents().collect();
        let axes = self.axes(&planes, &sizes, false, &[0.0; 3]);
        let (input, output) = (planes.turned(self_.read()?)?, planes.turned(out.write()?)?);
        Ok(upsampling::sample(self.filter, &axes, input, output)?)
    }

    /// Plans the gradient of the samples by what they were taken from, a tensor of `input_size`.
    pub fn backward(
        &self,
        gradients: &Input,
        (output_size, input_size): (&Ints, &Ints),
        aligned: bool,
        scales: &[f64],
        out: &Output,
    ) -> Planned {
        self.tensors(gradients, out)?;
        self.no_negative(scales)?;
        length_is(input_size, self.axes + 2, "all extents")?;
        let planes = Planes::with_elements(out, self.axes)?;
        out.shape_is(&planes.arranged(input_size), "`inputSize`")?;
        self.has_samples(gradients, &planes, output_size)?;
        let (input, output) = (
            planes.turned(gradients.read()?)?,
            planes.turned(out.write()?)?,
        );
        let axes = self.axes(&planes, output_size, aligned, scales);
        Ok(upsampling::gradient(self.filter, &axes, input, output)?)
    }

    /// Refuses DOUBLE of bilinear samples but in NHWC, as the device does.
    fn no_double_of_images(&self, self_: &TensorArg) -> Result<()> {
        let is_bilinear = self.filter == Filter::Linear && self.axes == 2;
        if is_bilinear && self_.dtype()? == Dtype::F64 && self_.format() != NHWC {
            return format_in(self_, &[NHWC]);
        }
        Ok(())
    }
}
