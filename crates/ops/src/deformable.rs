//! Convolutions in two dimensions over samples of an image at places that a tensor moves, and their gradients.
//!
//! A sample lies between four elements, and is their mean by its distances from them, times a factor of its own; outside the image are zeros. Samples
//! are kept in DOUBLE, those of a window side by side: the rest is a convolution of them whose windows lie side by side.

use std::array::from_fn;

use super::convolution::{Axis, Convolution};
use super::engine::dense::{self, Kernel, Operand, slice, slice_mut};
use super::engine::pointwise;
use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Dtype, parallel};

/// Offsets along the axes of an image, and factors: what there is for each sample.
const MOVES: usize = 3;

/// How windows lie, and what moves their elements.
#[derive(Clone, Debug)]
pub struct Deformable {
    /// How windows lie along both axes.
    pub axes: [Axis; 2],
    /// Elements of a window along both axes.
    pub taps: [i64; 2],
    /// Groups of channels, each of which has offsets of its own.
    pub moved: i64,
    /// Groups of channels, each of which is convolved by itself.
    pub groups: i64,
}

/// The inputs of the gradients.
pub struct Inputs {
    /// The image.
    pub image: Arg,
    /// The gradient of the output.
    pub gradient: Arg,
    /// Samples as they were computed.
    pub samples: Arg,
    /// The weight.
    pub weight: Arg,
    /// Offsets and factors.
    pub moves: Arg,
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

    /// Plans the convolution of the samples of an image, which are also written where `samples` is given.
    pub fn forward(
        &self,
        [image, weight, moves]: [Arg; 3],
        bias: Option<Arg>,
        output: Arg,
        samples: Option<Arg>,
    ) -> Result<Call> {
        let places = Places::new(self, &image, &moves);
        let optional = bias.is_some();
        let all = [image, weight, moves].into_iter().chain(bias);
        let mut all = Sequence::new(all.chain([output]).chain(samples.clone()));
        let [image, weight, moves] = from_fn(|number| all.operand(number));
        let bias = optional.then(|| all.operand(3));
        let output = all.operand(3 + usize::from(optional));
        let computed = all.temporary(Dtype::F64, &places.samples_shape())?;
        let operands = [
            Operand::read(image, Dtype::F64),
            Operand::read(moves, Dtype::F64),
            Operand::write(computed.clone(), Dtype::F64),
        ];
        all.then(dense::plan(Sampling(places), operands)?)?;
        let convolution = self.convolution(output.view.dtype);
        all.then(convolution.forward(computed.clone(), weight, bias, output)?)?;
        if samples.is_some() {
            let samples = all.operand(4 + usize::from(optional));
            all.then(pointwise::copy(computed, samples)?)?;
        }
        Ok(all.finish_reading_first())
    }

    /// Plans the gradients by image, weight, offsets with factors, and bias. That by the weight is of the samples as they are given.
    pub fn gradients(&self, of: Inputs, outputs: [Arg; 4]) -> Result<Call> {
        let places = Places::new(self, &of.image, &of.moves);
        let inputs = [of.image, of.gradient, of.samples, of.weight, of.moves];
        let mut all = Sequence::new(inputs.into_iter().chain(outputs));
        let [image, gradient, samples, weight, moves] = from_fn(|number| all.operand(number));
        let [by_image, by_weight, by_moves, by_bias] = from_fn(|number| all.operand(5 + number));
        let by_samples = all.temporary(Dtype::F64, &places.samples_shape())?;
        let exact = self.convolution(Dtype::F64);
        all.then(exact.transposed(gradient.clone(), weight.clone(), None, by_samples.clone())?)?;
        let operands = [
            Operand::read(image, Dtype::F64),
            Operand::read(moves, Dtype::F64),
            Operand::read(by_samples, Dtype::F64),
            Operand::write(by_image, Dtype::F64),
            Operand::write(by_moves, Dtype::F64),
        ];
        all.then(dense::plan(Spreading(places), operands)?)?;
        let stored = Convolution {
            operands: samples.view.dtype,
            ..exact
        };
        let others = stored.gradients(
            false,
            [gradient.clone(), samples.clone(), weight.clone()],
            [None, Some(by_weight.clone()), Some(by_bias.clone())],
        )?;
        all.then_on(
            others,
            &[&gradient, &samples, &weight, &by_weight, &by_bias],
        )?;
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

/// Where samples are, and where they are kept.
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
    fn new(of: &Deformable, image: &Arg, moves: &Arg) -> Self {
        let extent = |arg: &Arg, d: usize| arg.view.layout.shape()[d] as usize;
        Self {
            images: extent(image, 0),
            channels: extent(image, 1),
            extents: [2, 3].map(|d| extent(image, d)),
            counts: [2, 3].map(|d| extent(moves, d)),
            taps: of.taps.map(|taps| taps as usize),
            moved: of.moved as usize,
            axes: of.axes,
        }
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
    fn group(&self, number: usize) -> std::ops::Range<usize> {
        let each = self.channels / self.moved;
        number * each..(number + 1) * each
    }

    /// Calls `visit` with each sample of the windows of a row, for one group of all images counted through.
    fn each(&self, group: usize, row: usize, moves: &[f64], mut visit: impl FnMut(Sample)) {
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
                    (number - before) as f64 + moves[offset + (1 - axis) * kind]
                });
                let [down, right] = from_fn(|axis| window[axis] * self.taps[axis] + taps[axis]);
                visit(Sample {
                    number: down * columns + right,
                    offset,
                    place: Place::new(at, self.extents),
                    factor: moves[offset + 2 * kind],
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

/// Returns the part of a dense tensor of DOUBLE in which `number` parts of `size` elements come first.
///
/// # Safety
/// The part lies in the tensor at `place`, which nothing writes meanwhile.
unsafe fn part<'a>(place: usize, number: usize, size: usize) -> &'a [f64] {
    // SAFETY: the caller's promise.
    unsafe { slice(place + number * size * size_of::<f64>(), size) }
}

/// Returns the same to be written.
///
/// # Safety
/// The part lies in the tensor at `place`, and nothing else uses it meanwhile.
unsafe fn part_mut<'a>(place: usize, number: usize, size: usize) -> &'a mut [f64] {
    // SAFETY: the caller's promise.
    unsafe { slice_mut(place + number * size * size_of::<f64>(), size) }
}

/// Computes samples: operands are the image, offsets with factors, and the samples.
struct Sampling(Places);

impl Kernel for Sampling {
    fn cost(&self) -> usize {
        self.0.cost()
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        let ([plane, samples, kind], rows) = (self.0.sizes(), self.0.counts[0]);
        let groups = self.0.images * self.0.moved;
        let row_size = samples / rows.max(1);
        parallel::for_each_piece(groups * rows, |piece| {
            let (group, row) = (piece / rows, piece % rows);
            // SAFETY: the operands as they were planned; the rows of samples of a group are elements of its own.
            unsafe {
                let moves = slice(places[1], self.0.images * MOVES * kind);
                self.0.each(group, row, moves, |sample| {
                    let weights = sample.place.weights();
                    for channel in self.0.group(group) {
                        let sum = sample.place.sum(part(places[0], channel, plane), weights);
                        let own = part_mut(places[2], channel * rows + row, row_size);
                        own[sample.number - row * row_size] = sample.factor * sum;
                    }
                });
            }
        });
        Ok(())
    }
}

/// Computes what gradients of samples are by the image and by offsets with factors: operands are image, offsets with factors, the gradients of samples, and both
/// results.
struct Spreading(Places);

impl Kernel for Spreading {
    fn cost(&self) -> usize {
        self.0.cost().saturating_mul(2)
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        let [plane, samples, kind] = self.0.sizes();
        let all_moves = self.0.images * MOVES * kind;
        parallel::for_each_piece(self.0.images * self.0.moved, |group| {
            // SAFETY: the operands as they were planned; a group has channels and offsets of its own.
            unsafe {
                for channel in self.0.group(group) {
                    part_mut(places[3], channel, plane).fill(0.0);
                }
                let moves = slice(places[1], all_moves);
                let own = |number: usize| dense::element_mut::<f64>(places[4], number);
                for row in 0..self.0.counts[0] {
                    self.0.each(group, row, moves, |sample| {
                        let weights = sample.place.weights();
                        let [by_row, by_column] = sample.place.slopes();
                        let mut sums = [0.0; MOVES];
                        for channel in self.0.group(group) {
                            let image = part(places[0], channel, plane);
                            let gradient = part(places[2], channel, samples)[sample.number];
                            let to = part_mut(places[3], channel, plane);
                            for (corner, weight) in sample.place.corners.iter().zip(weights) {
                                if let Some(corner) = *corner {
                                    to[corner] += gradient * sample.factor * weight;
                                }
                            }
                            for (sum, by) in sums.iter_mut().zip([by_column, by_row, weights]) {
                                *sum += gradient * sample.place.sum(image, by);
                            }
                        }
                        // A sum of products is no -0.
                        *own(sample.offset) = sample.factor * sums[0] + 0.0;
                        *own(sample.offset + kind) = sample.factor * sums[1] + 0.0;
                        *own(sample.offset + 2 * kind) = sums[2];
                    });
                }
            }
        });
        Ok(())
    }
}
