//! Convolutions: how windows lie, the formats and types of images, and the shapes that fit together.

use super::products::rounds;
use super::sets::SHORT_FLOATING;
use super::{Dtypes, at_least};
use crate::abi::acl::types::aclFormat;
use crate::argument::{Ints, TensorArg};
use crate::device::soc::{Generation, generation};
use crate::error::{Error, Result};
use crate::ops::Arg;
use crate::ops::convolution::{Axis, Convolution};
use crate::tensor::Dtype;

/// The types of images, weights and biases.
pub const IMAGES: Dtypes = SHORT_FLOATING;

/// Largest number of strides, paddings and dilations.
const MOST: i64 = 1 << 31;

/// Windows along the axes, and the groups of channels.
#[derive(Clone, Debug)]
pub struct Windows {
    stride: Vec<i64>,
    dilation: Vec<i64>,
    /// Zeros before the first element, and after the last one.
    padding: Vec<[i64; 2]>,
    /// Elements that a transposed convolution appends to its output.
    appended: Vec<i64>,
    groups: i64,
}

/// Refuses an array that has not one number for each axis, or as many as `others` says.
pub fn length_in(array: &Ints, axes: usize, others: &[usize]) -> Result<()> {
    if array.len() == axes || others.contains(&array.len()) {
        return Ok(());
    }
    let got = format!("{:?}, of {} numbers", &**array, array.len());
    let mut allowed = axes.to_string();
    for other in others {
        allowed += &format!(" or {other}");
    }
    allowed += " numbers (those of the axes behind batch and channels)";
    Err(Error::value(array.name(), got, allowed))
}

/// Refuses an array with a number below `least` or above 2^31.
fn within(array: &Ints, least: i64) -> Result<()> {
    at_least(array, least)?;
    if array.iter().all(|&number| number <= MOST) {
        return Ok(());
    }
    let got = format!("{:?}", &**array);
    Err(Error::value(array.name(), got, format!("{MOST} at most")))
}

/// Refuses a number below 1.
pub fn has_groups(groups: i64) -> Result<()> {
    match groups {
        1.. => Ok(()),
        _ => Err(Error::value("groups", groups, "1 or more")),
    }
}

/// Numbers before and after each axis.
fn by_side(padding: &[i64]) -> Vec<[i64; 2]> {
    let pairs = padding.chunks_exact(2);
    pairs.map(|pair| [pair[0], pair[1]]).collect()
}

/// Refuses an array of another length, which is `what`.
pub fn length_is(array: &Ints, length: usize, what: &str) -> Result<()> {
    if array.len() == length {
        return Ok(());
    }
    let got = format!("{:?}, of {} numbers", &**array, array.len());
    let allowed = format!("{length} numbers ({what})");
    Err(Error::value(array.name(), got, allowed))
}

impl Windows {
    /// Refuses strides and dilations below 1 and paddings below 0. The padding has a number for each axis, or one before and one after each.
    pub fn new([stride, padding, dilation]: [&Ints; 3], groups: i64) -> Result<Self> {
        within(stride, 1)?;
        within(dilation, 1)?;
        within(padding, 0)?;
        let padding = match padding.len() == stride.len() {
            true => padding.iter().map(|&both| [both, both]).collect(),
            false => by_side(padding),
        };
        Ok(Self {
            stride: stride.to_vec(),
            dilation: dilation.to_vec(),
            padding,
            appended: vec![0; stride.len()],
            groups,
        })
    }

    /// Windows along two axes. Strides and dilations have a number for each dimension of an image, 1 for the first two; the padding has one before and one after
    /// each axis.
    pub fn of_images([stride, padding, dilation]: [&Ints; 3], groups: i64) -> Result<Self> {
        for array in [stride, padding, dilation] {
            length_is(array, 4, "those of an image's dimensions, or sides")?;
        }
        for array in [stride, dilation] {
            within(array, 1)?;
            if array[..2] != [1, 1] {
                let got = format!("{:?}", &**array);
                return Err(Error::value(array.name(), got, "1 for batch and channels"));
            }
        }
        within(padding, 0)?;
        Ok(Self {
            stride: stride[2..].to_vec(),
            dilation: dilation[2..].to_vec(),
            padding: by_side(padding),
            appended: vec![0; 2],
            groups,
        })
    }

    /// Windows side by side along one axis.
    pub fn dense(padding: i64) -> Result<Self> {
        if !(0..=MOST).contains(&padding) {
            return Err(Error::value("pad", padding, format!("0 to {MOST}")));
        }
        Ok(Self {
            stride: vec![1],
            dilation: vec![1],
            padding: vec![[padding; 2]],
            appended: vec![0],
            groups: 1,
        })
    }

    /// The same with something appended to the output. Refuses a number below 0, or neither below the stride nor below the dilation.
    pub fn appending(self, appended: &Ints) -> Result<Self> {
        within(appended, 0)?;
        let limits = self.stride.iter().zip(&self.dilation);
        let fits =
            |(&number, (&stride, &dilation)): (&i64, (&i64, &i64))| number < stride.max(dilation);
        if !appended.iter().zip(limits).all(fits) {
            let got = format!("{:?}", &**appended);
            let (stride, dilation) = (&self.stride, &self.dilation);
            let allowed =
                format!("numbers below those of `stride` {stride:?} or `dilation` {dilation:?}");
            return Err(Error::value(appended.name(), got, allowed));
        }
        let appended = appended.to_vec();
        Ok(Self { appended, ..self })
    }

    /// Windows over `extents` along each axis. Refuses a weight of which none fits in `image`.
    pub fn counts(&self, image: &TensorArg, extents: &[i64], size: &[i64]) -> Result<Vec<i64>> {
        let mut counts = Vec::new();
        for (axis, (&extent, &size)) in extents.iter().zip(size).enumerate() {
            let [before, after] = self.padding[axis];
            let reach = self.dilation[axis]
                .saturating_mul(size - 1)
                .saturating_add(1);
            let rest = extent.saturating_add(before + after).saturating_sub(reach);
            if rest < 0 && !image.is_empty() {
                return Err(image.shape_refused(format!(
                    "{reach} or more along axis {axis} with the padding: the reach of the weight"
                )));
            }
            counts.push(rest.div_euclid(self.stride[axis]) + 1);
        }
        Ok(counts)
    }

    /// The extents of the image over which there are `counts` windows along each axis: what a transposed convolution gives.
    pub fn covered(&self, counts: &[i64], size: &[i64]) -> Vec<i64> {
        let covered = counts
            .iter()
            .zip(size)
            .enumerate()
            .map(|(axis, (&count, &size))| {
                let [before, after] = self.padding[axis];
                let windows = (count - 1).saturating_mul(self.stride[axis]);
                let reach = self.dilation[axis].saturating_mul(size - 1);
                let all = windows.saturating_add(reach);
                all.saturating_add(self.appended[axis] + 1 - before - after)
            });
        covered.collect()
    }

    /// The convolution in these types, by `cubeMathType`.
    pub fn convolution(&self, (operands, result): (Dtype, Dtype), math: i8) -> Convolution {
        let axes = (0..self.stride.len()).map(|axis| Axis {
            stride: self.stride[axis],
            dilation: self.dilation[axis],
            before: self.padding[axis][0],
        });
        Convolution {
            axes: axes.collect(),
            groups: self.groups,
            operands,
            result,
            is_rounded: rounds(operands, math),
        }
    }

    /// Elements before and after each axis.
    pub fn padding(&self) -> &[[i64; 2]] {
        &self.padding
    }

    /// The groups of channels.
    pub fn groups(&self) -> i64 {
        self.groups
    }
}

/// Returns the type to which operands are rounded, for operands of type `upper`. Refuses other values of `cubeMathType` than the chip's for it, up to `most`.
pub fn operands(upper: Dtype, math: i8, most: i8) -> Result<Dtype> {
    let has_bf16 = generation().has_bfloat16();
    let allowed = match has_bf16 || upper == Dtype::F16 {
        true => 0..=most,
        false => 1..=2,
    };
    if !allowed.contains(&math) {
        let (low, high) = (allowed.start(), allowed.end());
        return Err(Error::value(
            "cubeMathType",
            math,
            format!("{low} to {high}"),
        ));
    }
    Ok(match has_bf16 && math != 2 {
        true => upper,
        false => Dtype::F16,
    })
}

/// Returns the types to which operands and results of a convolution are rounded.
pub fn types(upper: Dtype, out: Dtype, transposed: bool, math: i8) -> Result<(Dtype, Dtype)> {
    let operands = operands(upper, math, 4)?;
    let widens = transposed && out == Dtype::F32 && generation().has_bfloat16() && math != 2;
    Ok((operands, if widens { Dtype::F32 } else { operands }))
}

/// Returns the type in which operands of two types meet.
pub fn upper(a: Dtype, b: Dtype) -> Dtype {
    if a == b { a } else { Dtype::F32 }
}

/// Returns true if channels are the last dimension.
fn is_channels_last(format: aclFormat) -> bool {
    format == aclFormat::ACL_FORMAT_NDHWC
}

/// Dimensions of a tensor with channels last in the order of one with channels second.
const TO_CHANNELS_SECOND: [usize; 5] = [0, 4, 1, 2, 3];

/// Returns the shape of an image or a weight with its channels second.
pub fn channels_second(tensor: &TensorArg) -> Vec<i64> {
    match is_channels_last(tensor.format()) {
        true => TO_CHANNELS_SECOND.map(|d| tensor.shape()[d]).to_vec(),
        false => tensor.shape().to_vec(),
    }
}

/// Returns a shape with its channels second as the format of `tensor` has it.
pub fn as_format_of(tensor: &TensorArg, mut shape: Vec<i64>) -> Vec<i64> {
    if is_channels_last(tensor.format()) {
        shape[1..].rotate_left(1);
    }
    shape
}

/// Returns the operand with its channels second.
pub fn with_channels_second(tensor: &TensorArg, arg: Arg) -> Result<Arg> {
    match is_channels_last(tensor.format()) {
        true => arg.viewed(arg.view.layout.permuted(&TO_CHANNELS_SECOND)),
        false => Ok(arg),
    }
}

/// Refuses another format than the one of images of as many dimensions.
pub fn has_image_format(tensor: &TensorArg, also_last: bool) -> Result<()> {
    let format = match tensor.rank() {
        3 => aclFormat::ACL_FORMAT_NCL,
        4 => aclFormat::ACL_FORMAT_NCHW,
        _ => aclFormat::ACL_FORMAT_NCDHW,
    };
    let takes_last = also_last && tensor.rank() == 5 && generation() != Generation::Ascend950;
    let is_last = takes_last && is_channels_last(tensor.format());
    if tensor.format() == format || is_last {
        return Ok(());
    }
    let allowed = match takes_last {
        true => "NCDHW or NDHWC".into(),
        false => format.to_string(),
    };
    Err(Error::format(tensor.name(), tensor.format(), allowed))
}

/// Refuses a bias that has not one number for each of `channels`.
pub fn has_channels(bias: &TensorArg, channels: i64) -> Result<()> {
    bias.rank_in(1..=1)?;
    bias.shape_is(&[channels], "one for each channel of the output")
}

/// Refuses another format than those of tensors whose dimensions are time, batch and channels.
pub fn has_list_format(tensor: &TensorArg) -> Result<()> {
    match tensor.format() {
        aclFormat::ACL_FORMAT_ND | aclFormat::ACL_FORMAT_NCL => Ok(()),
        format => Err(Error::format(tensor.name(), format, "ND or NCL")),
    }
}

/// Returns the extents of an image and of a weight of rank 3.
pub fn of_lists(image: &TensorArg, weight: &TensorArg) -> ([i64; 3], [i64; 3]) {
    let extents = |tensor: &TensorArg| std::array::from_fn(|d| tensor.shape()[d]);
    (extents(image), extents(weight))
}
