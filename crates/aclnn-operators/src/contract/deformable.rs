//! Deformable convolutions: what the operator and its gradient ask of their arguments.

use super::convolution::{Windows, has_channels, has_groups, length_is};
use crate::abi::acl::types::aclFormat;
use crate::argument::{Ints, TensorArg};
use crate::error::{Error, Result};
use crate::ops::deformable::Deformable;
use crate::tensor::Dtype;

/// Most elements of a window.
const MOST_TAPS: i64 = 2048;

/// Most products that a result sums.
const MOST_PRODUCTS: i64 = 65535;

/// Offsets along both axes and a factor, for each element of a window.
const MOVES: i64 = 3;

/// Attributes.
pub struct Attributes<'a> {
    /// Elements of a window along both axes.
    pub kernel_size: &'a Ints,
    /// Strides, padding and dilation.
    pub windows: [&'a Ints; 3],
    /// Groups of the convolution.
    pub groups: i64,
    /// Groups with offsets of their own.
    pub deformable_groups: i64,
    /// True if there are factors.
    pub modulated: bool,
}

/// Tensors whose shapes follow from each other.
pub struct Tensors<'a> {
    /// The image.
    pub image: &'a TensorArg,
    /// The weight.
    pub weight: &'a TensorArg,
    /// Offsets and factors.
    pub offset: &'a TensorArg,
    /// The output, or its gradient.
    pub output: &'a TensorArg,
    /// The samples.
    pub samples: Option<&'a TensorArg>,
    /// The bias, or its gradient.
    pub bias: Option<&'a TensorArg>,
}

/// Refuses other formats than that of `image`, which is one of `allowed`, and another one than ND of `bias`.
pub fn formats(
    image: &TensorArg,
    allowed: &[aclFormat],
    others: &[&TensorArg],
    bias: Option<&TensorArg>,
) -> Result<()> {
    if !allowed.contains(&image.format()) {
        let names: Vec<String> = allowed.iter().map(aclFormat::to_string).collect();
        return Err(Error::format(
            image.name(),
            image.format(),
            names.join(" or "),
        ));
    }
    others
        .iter()
        .try_for_each(|other| other.same_format(image))?;
    bias.map_or(Ok(()), TensorArg::format_nd)
}

impl Attributes<'_> {
    /// Refuses attributes and then shapes that do not fit together.
    pub fn deformable(&self, of: &Tensors) -> Result<Deformable> {
        let size = self.kernel_size;
        length_is(size, 2, "height and width of a window")?;
        let windows = Windows::of_images(self.windows, self.groups)?;
        let taps = size[0].saturating_mul(size[1]);
        if size.iter().any(|&size| size < 1) || taps > MOST_TAPS {
            let allowed = format!("numbers from 1, whose product is {MOST_TAPS} at most");
            return Err(Error::value(size.name(), format!("{:?}", &**size), allowed));
        }
        has_groups(self.groups)?;
        if self.deformable_groups < 1 {
            let got = self.deformable_groups;
            return Err(Error::value("deformableGroups", got, "1 or more"));
        }
        if !self.modulated {
            return Err(Error::value("modulated", false, "true"));
        }
        let all = [of.image, of.weight, of.offset, of.output];
        for tensor in all.into_iter().chain(of.samples) {
            tensor.rank_in(4..=4)?;
        }
        let image = of.image.shape();
        let (channels, outer) = (image[1], of.weight.shape()[0]);
        for (tensor, d, groups, name) in [
            (of.image, 1, self.deformable_groups, "deformableGroups"),
            (of.image, 1, self.groups, "groups"),
            (of.weight, 0, self.groups, "groups"),
        ] {
            if tensor.shape()[d] % groups != 0 {
                let allowed = format!("a multiple of {groups} (`{name}`) along axis {d}");
                return Err(tensor.shape_refused(allowed));
            }
        }
        if image[2].saturating_mul(image[3]) > i64::from(i32::MAX) {
            let allowed = format!("{} elements of a plane at most", i32::MAX);
            return Err(of.image.shape_refused(allowed));
        }
        let counts = windows.counts(of.image, &image[2..], size)?;
        let moves = (MOVES * self.deformable_groups).saturating_mul(taps);
        let wanted = [
            (of.weight, [outer, channels / self.groups, size[0], size[1]]),
            (of.offset, [image[0], moves, counts[0], counts[1]]),
            (of.output, [image[0], outer, counts[0], counts[1]]),
        ];
        for (tensor, shape) in wanted {
            tensor.shape_is(&shape, "that of the convolution")?;
        }
        of.bias.map_or(Ok(()), |bias| has_channels(bias, outer))?;
        if let Some(samples) = of.samples {
            let shape = [image[0], channels, counts[0] * size[0], counts[1] * size[1]];
            samples.shape_is(&shape, "a sample for each element of a window")?;
        }
        if taps.saturating_mul(channels / self.groups) > MOST_PRODUCTS {
            let allowed = format!("{MOST_PRODUCTS} products for a result at most");
            return Err(of.weight.shape_refused(allowed));
        }
        let axes = windows.convolution((Dtype::F64, Dtype::F64), 0).axes;
        Ok(Deformable {
            axes: [axes[0], axes[1]],
            taps: [size[0], size[1]],
            moved: self.deformable_groups,
            groups: self.groups,
        })
    }
}
