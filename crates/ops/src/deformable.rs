//! Convolutions in two dimensions over samples of an image at places that a tensor moves, and their gradients.
//!
//! A sample lies between four elements, and is their mean by its distances from them, times a factor of its own; outside the image are zeros. Samples
//! are kept in DOUBLE, those of a window side by side: the rest is a convolution of them whose windows lie side by side.

#![forbid(unsafe_code)]

use std::array::from_fn;
use std::ops::Range;

use super::convolution::{Axis, Convolution};
use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_engine::pointwise;
use hostnpu_tensor::{Dtype, cuts};

/// Offsets along the axes of an image, and factors: what there is for each sample.
const MOVES: usize = 3;

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
        let places = Places::new(self, &of.x, &of.offset)?;
        let mut all = Sequence::default();
        let [x, weight, offset] = [of.x, of.weight, of.offset].map(|arg| all.add(arg));
        let bias = of.bias.map(|bias| all.add(bias));
        let out = all.add(of.out);
        let deform_out = of.deform_out.map(|samples| all.add(samples));
        let samples = all.temporary(Dtype::F64, &places.samples_shape())?;
        let operands = Sampling {
            image: x.into(),
            offset: offset.into(),
            samples: samples.clone().into(),
        };
        all.then(kernel(operands, places.cost(), move |at: SamplingAt| {
            sample(&places, at);
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
        let places = Places::new(self, &of.input, &of.offset)?;
        of.grad_input.require_numel(places.image())?;
        of.grad_offset.require_numel(places.offsets())?;
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
        let by_samples = all.temporary(Dtype::F64, &places.samples_shape())?;
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
        let cost = places.cost().saturating_mul(2);
        all.then(kernel(operands, cost, move |at: SpreadingAt| {
            spread(&places, at);
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

/// A place between four elements of a plane, along its rows and columns.
struct Place {
    /// The elements that are inside: above and below, left and right.
    corners: [Option<usize>; 4],
    /// The distances from the element above and left.
    part: [f64; 2],
}

/// The weights of four elements as the products of those along both axes.
fn corners([low, high]: [f64; 2], [left, right]: [f64; 2]) -> [f64; 4] {
    [low * left, low * right, high * left, high * right]
}

impl Place {
    fn new(at: [f64; 2], extents: [usize; 2]) -> Self {
        let first = at.map(f64::floor);
        let inside = |axis: usize, step: f64| {
            let number = first[axis] + step;
            let is_inside = number >= 0.0 && number < extents[axis] as f64;
            is_inside.then_some(number as usize)
        };
        let corner = |row, column| Some(inside(0, row)? * extents[1] + inside(1, column)?);
        Self {
            corners: [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]
                .map(|(row, column)| corner(row, column)),
            part: from_fn(|axis| at[axis] - first[axis]),
        }
    }

    /// The weights of the elements in the mean.
    fn weights(&self) -> [f64; 4] {
        let [row, column] = self.part.map(|part| [1.0 - part, part]);
        corners(row, column)
    }

    /// Their derivatives along each axis.
    fn slopes(&self) -> [[f64; 4]; 2] {
        let [row, column] = self.part.map(|part| [1.0 - part, part]);
        [corners([-1.0, 1.0], column), corners(row, [-1.0, 1.0])]
    }

    /// The sum of elements of a plane by weights; without elements 0, whatever the weights.
    fn sum(&self, plane: &[f64], weights: [f64; 4]) -> f64 {
        let inside = self.corners.iter().zip(weights);
        let inside = inside.filter_map(|(corner, weight)| Some((corner.as_ref()?, weight)));
        inside.fold(0.0, |sum, (&corner, weight)| sum + weight * plane[corner])
    }
}

/// Places of the samples, and of the memory that keeps them.
#[derive(Clone, Copy)]
struct Places {
    images: usize,
    channels: usize,
    extents: [usize; 2],
    counts: [usize; 2],
    taps: [usize; 2],
    /// Groups of channels with offsets of their own.
    moved: usize,
    axes: [Axis; 2],
}

/// A sample: its number among those of a channel, those of its offset along columns and of what is between it and the next kind of number there, its place
/// and its factor.
struct Sample {
    number: usize,
    offset: usize,
    place: Place,
    factor: f64,
}

impl Places {
    /// Refuses images and offsets that do not fit together.
    fn new(of: &Deformable, image: &Arg, offset: &Arg) -> Result<Self> {
        let [images, channels, height, width] = image.extents()?;
        let [_, _, rows, columns] = offset.extents()?;
        let moved = of.moved.max(0) as usize;
        if moved == 0 || channels % moved != 0 {
            let allowed = format!("a divisor of the {channels} channels");
            return Err(Error::value("deformableGroups", of.moved, allowed));
        }
        let places = Self {
            images,
            channels,
            extents: [height, width],
            counts: [rows, columns],
            taps: of.taps.map(|taps| taps as usize),
            moved,
            axes: of.axes,
        };
        offset.require_numel(places.offsets())?;
        Ok(places)
    }

    /// Elements of the image.
    fn image(&self) -> usize {
        let [plane, _, _] = self.sizes();
        self.images * self.channels * plane
    }

    /// Numbers of all offsets and factors.
    fn offsets(&self) -> usize {
        let [_, _, kind] = self.sizes();
        self.images * MOVES * kind
    }

    /// The extents of the plane of samples of a channel.
    fn plane(&self) -> [usize; 2] {
        from_fn(|axis| self.counts[axis] * self.taps[axis])
    }

    fn samples_shape(&self) -> [i64; 4] {
        let [rows, columns] = self.plane();
        [self.images, self.channels, rows, columns].map(|extent| extent as i64)
    }

    /// Elements of a channel of the image, of its samples, and of one kind of number of all offsets of an image.
    fn sizes(&self) -> [usize; 3] {
        let product = |[a, b]: [usize; 2]| a * b;
        let counts = product(self.counts);
        [
            product(self.extents),
            product(self.plane()),
            self.moved * product(self.taps) * counts,
        ]
    }

    /// The channels of a group, all images counted through.
    fn group(&self, number: usize) -> Range<usize> {
        let each = self.channels / self.moved;
        number * each..(number + 1) * each
    }

    /// Calls `visit` with each sample of the windows of a row, for one group of all images counted through.
    fn each(&self, group: usize, row: usize, offsets: &[f64], mut visit: impl FnMut(Sample)) {
        let ([_, _, kind], counts) = (self.sizes(), self.counts);
        let (image, own) = (group / self.moved, group % self.moved);
        let columns = self.plane()[1];
        for column in 0..counts[1] {
            for tap in 0..self.taps[0] * self.taps[1] {
                let taps = [tap / self.taps[1], tap % self.taps[1]];
                let lane = (own * self.taps[0] * self.taps[1] + tap) * counts[0] + row;
                let offset = image * MOVES * kind + lane * counts[1] + column;
                let window = [row, column];
                let at = from_fn(|axis| {
                    let Axis {
                        stride,
                        dilation,
                        before,
                    } = self.axes[axis];
                    let number = window[axis] as i64 * stride + taps[axis] as i64 * dilation;
                    // Offsets along columns come first.
                    (number - before) as f64 + offsets[offset + (1 - axis) * kind]
                });
                let [down, right] = from_fn(|axis| window[axis] * self.taps[axis] + taps[axis]);
                visit(Sample {
                    number: down * columns + right,
                    offset,
                    place: Place::new(at, self.extents),
                    factor: offsets[offset + 2 * kind],
                });
            }
        }
    }

    fn cost(&self) -> usize {
        let [_, plane, _] = self.sizes();
        let samples = self.images.saturating_mul(self.channels * plane);
        samples.saturating_mul(32)
    }
}

operands! {
    struct Sampling => SamplingAt {
        image: Read<f64>,
        /// Offsets with factors.
        offset: Read<f64>,
        samples: Write<f64>,
    }
}

/// Computes samples.
fn sample(places: &Places, at: SamplingAt) {
    let ([plane, samples, _], rows) = (places.sizes(), places.counts[0]);
    let groups = places.images * places.moved;
    // Of a group, the samples of each channel for the windows of a row are a part.
    let row_size = samples / rows.max(1);
    let extents = [groups, places.channels / places.moved, rows * row_size];
    let parts = cuts::blocks(at.samples, extents, row_size);
    cuts::for_each_part(parts, |piece, mut own| {
        let (group, row) = (piece / rows, piece % rows);
        places.each(group, row, at.offset, |sample| {
            let weights = sample.place.weights();
            for (number, channel) in places.group(group).enumerate() {
                let image = &at.image[channel * plane..][..plane];
                let sum = sample.place.sum(image, weights);
                own.row(group, number)[sample.number - row * row_size] = sample.factor * sum;
            }
        });
    });
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

/// Computes what gradients of samples are by the image and by offsets with factors.
fn spread(places: &Places, at: SpreadingAt) {
    let [plane, samples, kind] = places.sizes();
    if kind == 0 {
        at.grad_image.fill(0.0);
        return;
    }
    // A group has channels and offsets of its own.
    let of_group = kind / places.moved;
    let parts = (
        cuts::blocks(at.grad_offset, [places.images, MOVES, kind], of_group),
        cuts::chunks(at.grad_image, places.channels / places.moved * plane),
    );
    cuts::for_each_part(parts, |group, (mut own, grad_image)| {
        grad_image.fill(0.0);
        let image = group / places.moved;
        for row in 0..places.counts[0] {
            places.each(group, row, at.offset, |sample| {
                let weights = sample.place.weights();
                let [by_row, by_column] = sample.place.slopes();
                let mut sums = [0.0; MOVES];
                for (number, channel) in places.group(group).enumerate() {
                    let gradient = at.grad_samples[channel * samples + sample.number];
                    let to = &mut grad_image[number * plane..][..plane];
                    for (corner, weight) in sample.place.corners.iter().zip(weights) {
                        if let Some(corner) = *corner {
                            to[corner] += gradient * sample.factor * weight;
                        }
                    }
                    let image = &at.image[channel * plane..][..plane];
                    for (sum, by) in sums.iter_mut().zip([by_column, by_row, weights]) {
                        *sum += gradient * sample.place.sum(image, by);
                    }
                }
                // A sum of products is no -0.
                let column = sample.offset - image * MOVES * kind;
                *own.at(image, 0, column) = sample.factor * sums[0] + 0.0;
                *own.at(image, 1, column) = sample.factor * sums[1] + 0.0;
                *own.at(image, 2, column) = sums[2];
            });
        }
    });
}
