//! Convolutions in two dimensions over samples of an image at places that a tensor moves, and their gradients.
//!
//! Samples are kept in DOUBLE, those of a window side by side: the rest is a convolution of them whose windows lie side by side.

#![forbid(unsafe_code)]

use super::convolution::{Axis, Convolution};
use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_engine::pointwise;
use hostnpu_engine::sampled::{self, SampledImages, Windows};
use hostnpu_tensor::Dtype;

/// Windows, and the offsets that move their elements.
#[derive(Clone, Debug)]
pub struct Deformable {
    /// Windows along both axes.
    pub axes: [Axis; 2],
    /// Elements of a window along both axes.
    pub taps: [i64; 2],
    /// Groups of channels, each of which has offsets of its own.
    pub moved: i64,
    /// Groups of channels, each of which is convolved by itself.
    pub groups: i64,
}

/// Operands of a convolution.
pub struct Operands {
    /// The image.
    pub x: Arg,
    /// The weight.
    pub weight: Arg,
    /// Offsets and factors.
    pub offset: Arg,
    /// Bias of each channel.
    pub bias: Option<Arg>,
    /// The convolution.
    pub out: Arg,
    /// The samples, where they are wanted.
    pub deform_out: Option<Arg>,
}

/// Operands of the gradients.
pub struct Gradients {
    /// The image.
    pub input: Arg,
    /// The gradient of the output.
    pub grad_output: Arg,
    /// Samples as they were computed.
    pub offset_out: Arg,
    /// The weight.
    pub weight: Arg,
    /// Offsets and factors.
    pub offset: Arg,
    /// The gradient by the image.
    pub grad_input: Arg,
    /// The gradient by the weight.
    pub grad_weight: Arg,
    /// The gradient by offsets and factors.
    pub grad_offset: Arg,
    /// The gradient by the bias.
    pub grad_bias: Arg,
}

impl Deformable {
    /// The convolution of the samples, with results in a type.
    fn convolution(&self, result: Dtype) -> Convolution {
        let side_by_side = |taps| Axis {
            stride: taps,
            dilation: 1,
            before: 0,
        };
        Convolution {
            axes: self.taps.map(side_by_side).to_vec(),
            groups: self.groups,
            operands: Dtype::F64,
            result,
            is_rounded: false,
        }
    }

    /// Plans the convolution of the samples of an image, which are also written where `deform_out` is given.
    pub fn forward(&self, of: Operands) -> Result<Call> {
        let images = self.images(&of.x, &of.offset)?;
        let mut all = Sequence::default();
        let [x, weight, offset] = [of.x, of.weight, of.offset].map(|arg| all.add(arg));
        let bias = of.bias.map(|bias| all.add(bias));
        let out = all.add(of.out);
        let deform_out = of.deform_out.map(|samples| all.add(samples));
        let samples = all.temporary(Dtype::F64, &samples_shape(&images))?;
        let operands = Sampling {
            image: x.into(),
            offset: offset.into(),
            samples: samples.clone().into(),
        };
        all.then(kernel(operands, cost(&images), move |at: SamplingAt| {
            images.sample(at.image, at.offset, at.samples);
            Ok(())
        })?)?;
        let convolution = self.convolution(out.view.dtype);
        all.then(convolution.forward(samples.clone(), weight, bias, out)?)?;
        if let Some(deform_out) = deform_out {
            all.then(pointwise::copy(samples, deform_out)?)?;
        }
        Ok(all.finish_reading_first())
    }

    /// Plans the gradients by image, weight, offsets with factors, and bias. That by the weight is of the samples as they are given.
    pub fn gradients(&self, of: Gradients) -> Result<Call> {
        let images = self.images(&of.input, &of.offset)?;
        of.grad_input.require_numel(images.elements())?;
        of.grad_offset.require_numel(images.offsets())?;
        let mut all = Sequence::default();
        let image = all.add(of.input);
        let grad_output = all.add(of.grad_output);
        let offset_out = all.add(of.offset_out);
        let weight = all.add(of.weight);
        let offset = all.add(of.offset);
        let grad_input = all.add(of.grad_input);
        let grad_weight = all.add(of.grad_weight);
        let grad_offset = all.add(of.grad_offset);
        let grad_bias = all.add(of.grad_bias);
        let by_samples = all.temporary(Dtype::F64, &samples_shape(&images))?;
        let exact = self.convolution(Dtype::F64);
        let (by, factors) = (grad_output.clone(), weight.clone());
        all.then(exact.transposed(by, factors, None, by_samples.clone())?)?;
        let operands = Spreading {
            image: image.into(),
            offset: offset.into(),
            grad_samples: by_samples.into(),
            grad_image: grad_input.into(),
            grad_offset: grad_offset.into(),
        };
        let cost = cost(&images).saturating_mul(2);
        all.then(kernel(operands, cost, move |at: SpreadingAt| {
            images.spread(sampled::Gradients {
                images: at.image,
                offsets: at.offset,
                by_samples: at.grad_samples,
                by_images: at.grad_image,
                by_offsets: at.grad_offset,
            });
            Ok(())
        })?)?;
        let stored = Convolution {
            operands: offset_out.view.dtype,
            ..exact
        };
        let others = stored.gradients(
            false,
            [grad_output.clone(), offset_out.clone(), weight.clone()],
            [None, Some(grad_weight.clone()), Some(grad_bias.clone())],
        )?;
        let whole = [&grad_output, &offset_out, &weight, &grad_weight, &grad_bias];
        all.then_on(others, &whole)?;
        Ok(all.finish_reading_first())
    }
}

impl Deformable {
    /// The images and their windows. Refuses images and offsets that do not fit together.
    fn images(&self, image: &Arg, offset: &Arg) -> Result<SampledImages> {
        let [images, channels, height, width] = image.extents()?;
        let [_, _, rows, columns] = offset.extents()?;
        let groups = self.moved.max(0) as usize;
        if groups == 0 || channels % groups != 0 {
            let allowed = format!("a divisor of the {channels} channels");
            return Err(Error::value("deformableGroups", self.moved, allowed));
        }
        let counts = [rows, columns];
        let windows = |axis: usize| Windows {
            stride: self.axes[axis].stride,
            dilation: self.axes[axis].dilation,
            before: self.axes[axis].before,
            taps: self.taps[axis] as usize,
            count: counts[axis],
        };
        let images = SampledImages {
            images,
            channels,
            extents: [height, width],
            groups,
            windows: [windows(0), windows(1)],
        };
        offset.require_numel(images.offsets())?;
        Ok(images)
    }
}

fn samples_shape(of: &SampledImages) -> [i64; 4] {
    let [rows, columns] = of.plane();
    [of.images, of.channels, rows, columns].map(|extent| extent as i64)
}

fn cost(of: &SampledImages) -> usize {
    let [rows, columns] = of.plane();
    let samples = of.images.saturating_mul(of.channels * rows * columns);
    samples.saturating_mul(32)
}

operands! {
    struct Sampling => SamplingAt {
        image: Read<f64>,
        /// Offsets with factors.
        offset: Read<f64>,
        samples: Write<f64>,
    }
}

operands! {
    struct Spreading => SpreadingAt {
        image: Read<f64>,
        /// Offsets with factors.
        offset: Read<f64>,
        grad_samples: Read<f64>,
        grad_image: Write<f64>,
        grad_offset: Write<f64>,
    }
}
