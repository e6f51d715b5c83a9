//! Samples of images at places that a tensor moves, and their gradients.
//!
//! A sample lies between four elements, and is their mean by its distances from them, times a factor of its own; outside the image are zeros.

use std::ops::Range;

use hostnpu_tensor::cuts;

/// Offsets along the axes of an image, and factors: what there is for each sample.
const MOVES: usize = 3;

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
    #[inline]
    fn new(at: [f64; 2], [height, width]: [usize; 2]) -> Self {
        let first = at.map(f64::floor);
        let inside = |number: f64, extent: usize| {
            let is_inside = number >= 0.0 && number < extent as f64;
            is_inside.then_some(number as usize)
        };
        let rows = [0.0, 1.0].map(|step| inside(first[0] + step, height));
        let columns = [0.0, 1.0].map(|step| inside(first[1] + step, width));
        let corner = |row: usize, column: usize| Some(rows[row]? * width + columns[column]?);
        Self {
            corners: [corner(0, 0), corner(0, 1), corner(1, 0), corner(1, 1)],
            part: [at[0] - first[0], at[1] - first[1]],
        }
    }

    /// The weights of the elements in the mean.
    #[inline]
    fn weights(&self) -> [f64; 4] {
        let [row, column] = self.part.map(|part| [1.0 - part, part]);
        corners(row, column)
    }

    /// Their derivatives along each axis.
    #[inline]
    fn derivatives(&self) -> [[f64; 4]; 2] {
        let [row, column] = self.part.map(|part| [1.0 - part, part]);
        [corners([-1.0, 1.0], column), corners(row, [-1.0, 1.0])]
    }

    /// The sum of elements of a plane by weights; without elements 0, whatever the weights.
    #[inline]
    fn sum(&self, plane: &[f64], weights: [f64; 4]) -> f64 {
        let mut sum = 0.0;
        for (corner, weight) in self.corners.iter().zip(weights) {
            if let Some(corner) = *corner {
                sum += weight * plane[corner];
            }
        }
        sum
    }
}

/// Windows along one axis of an image.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    /// Elements from a window to the next.
    pub stride: i64,
    /// Elements from one of a window to the next.
    pub dilation: i64,
    /// Zeros before the first element.
    pub before: i64,
    /// Elements of a window.
    pub taps: usize,
    /// Number of windows.
    pub count: usize,
}

/// Images, `[images, channels, height, width]`, and the windows that sample them. Offsets along columns, along rows and factors are
/// `[images, 3, groups, taps, windows]`; samples are `[images, channels, rows, columns]`, those of a window side by side.
#[derive(Clone, Copy, Debug)]
pub struct SampledImages {
    /// Number of images.
    pub images: usize,
    /// Channels of each.
    pub channels: usize,
    /// Height and width.
    pub extents: [usize; 2],
    /// Groups of channels with offsets of their own: one or more, of one size.
    pub groups: usize,
    /// Windows along both axes.
    pub windows: [Windows; 2],
}

/// A sample: its number among those of a channel, those of its offset along columns and of what is between it and the next kind of number there, its place
/// and its factor.
struct Sample {
    number: usize,
    offset: usize,
    place: Place,
    factor: f64,
}

impl SampledImages {
    /// Number of elements of the images.
    pub fn elements(&self) -> usize {
        let [plane, _, _] = self.sizes();
        self.images * self.channels * plane
    }

    /// Number of all offsets and factors.
    pub fn offsets(&self) -> usize {
        let [_, _, kind] = self.sizes();
        self.images * MOVES * kind
    }

    /// Extents of the samples of a channel.
    pub fn plane(&self) -> [usize; 2] {
        self.windows.map(|windows| windows.count * windows.taps)
    }

    /// Elements of a channel of the image, of its samples, and of one kind of number of all offsets of an image.
    fn sizes(&self) -> [usize; 3] {
        let [height, width] = self.extents;
        let [rows, columns] = self.plane();
        let samples = rows * columns;
        [height * width, samples, self.groups * samples]
    }

    /// The channels of a group, all images counted through.
    fn group(&self, number: usize) -> Range<usize> {
        let each = self.channels / self.groups;
        number * each..(number + 1) * each
    }

    /// Calls `visit` with each sample of the windows of a row, for one group of all images counted through.
    #[inline(always)]
    fn each(&self, group: usize, row: usize, offsets: &[f64], mut visit: impl FnMut(Sample)) {
        let [_, _, kind] = self.sizes();
        let [rows, columns] = self.windows;
        let (image, own) = (group / self.groups, group % self.groups);
        let width = columns.count * columns.taps;
        for column in 0..columns.count {
            for down in 0..rows.taps {
                for right in 0..columns.taps {
                    let tap = (own * rows.taps + down) * columns.taps + right;
                    let lane = tap * rows.count + row;
                    let offset = image * MOVES * kind + lane * columns.count + column;
                    let start = |axis: Windows, window: usize, tap: usize| {
                        (window as i64 * axis.stride + tap as i64 * axis.dilation - axis.before)
                            as f64
                    };
                    // Offsets along columns come first.
                    let at = [
                        start(rows, row, down) + offsets[offset + kind],
                        start(columns, column, right) + offsets[offset],
                    ];
                    let number = (row * rows.taps + down) * width + column * columns.taps + right;
                    visit(Sample {
                        number,
                        offset,
                        place: Place::new(at, self.extents),
                        factor: offsets[offset + 2 * kind],
                    });
                }
            }
        }
    }

    /// Writes the samples of the images. Panics if a slice has another number of elements.
    pub fn sample(&self, images: &[f64], offsets: &[f64], samples: &mut [f64]) {
        let ([plane, in_channel, _], rows) = (self.sizes(), self.windows[0].count);
        let groups = self.images * self.groups;
        // Of a group, the samples of each channel for the windows of a row are a part.
        let row_size = in_channel / rows.max(1);
        let extents = [groups, self.channels / self.groups, rows * row_size];
        let parts = cuts::blocks(samples, extents, row_size);
        cuts::for_each_part(parts, |piece, mut own| {
            let (group, row) = (piece / rows, piece % rows);
            self.each(group, row, offsets, |sample| {
                let weights = sample.place.weights();
                for (number, channel) in self.group(group).enumerate() {
                    let image = &images[channel * plane..][..plane];
                    let sum = sample.place.sum(image, weights);
                    own.row(group, number)[sample.number - row * row_size] = sample.factor * sum;
                }
            });
        });
    }

    /// Writes the gradients by the images and by offsets and factors, of gradients by the samples. Panics if a slice has another number of elements.
    pub fn spread(&self, of: Gradients) {
        let [plane, samples, kind] = self.sizes();
        if kind == 0 {
            of.by_images.fill(0.0);
            return;
        }
        // A group has channels and offsets of its own.
        let of_group = kind / self.groups;
        let parts = (
            cuts::blocks(of.by_offsets, [self.images, MOVES, kind], of_group),
            cuts::chunks(of.by_images, self.channels / self.groups * plane),
        );
        cuts::for_each_part(parts, |group, (mut own, by_image)| {
            by_image.fill(0.0);
            let image = group / self.groups;
            for row in 0..self.windows[0].count {
                self.each(group, row, of.offsets, |sample| {
                    let weights = sample.place.weights();
                    let [by_row, by_column] = sample.place.derivatives();
                    let mut sums = [0.0; MOVES];
                    for (number, channel) in self.group(group).enumerate() {
                        let gradient = of.by_samples[channel * samples + sample.number];
                        let to = &mut by_image[number * plane..][..plane];
                        for (corner, weight) in sample.place.corners.iter().zip(weights) {
                            if let Some(corner) = *corner {
                                to[corner] += gradient * sample.factor * weight;
                            }
                        }
                        let image = &of.images[channel * plane..][..plane];
                        for (sum, by) in sums.iter_mut().zip([by_column, by_row, weights]) {
                            *sum += gradient * sample.place.sum(image, by);
                        }
                    }
                    // A sum of products is no -0.
                    let column = sample.offset - image * MOVES * kind;
                    let [by_column, by_row, by_factor] = sums;
                    *own.at(image, 0, column) = sample.factor * by_column + 0.0;
                    *own.at(image, 1, column) = sample.factor * by_row + 0.0;
                    *own.at(image, 2, column) = by_factor;
                });
            }
        });
    }
}

/// Operands of [`SampledImages::spread`].
pub struct Gradients<'a> {
    /// The images.
    pub images: &'a [f64],
    /// Offsets with factors.
    pub offsets: &'a [f64],
    /// Gradients by the samples.
    pub by_samples: &'a [f64],
    /// Gradients by the images.
    pub by_images: &'a mut [f64],
    /// Gradients by offsets and factors.
    pub by_offsets: &'a mut [f64],
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An image of 2 by 3, one window of 1 by 2 taps, one element apart.
    const IMAGES: SampledImages = SampledImages {
        images: 1,
        channels: 1,
        extents: [2, 3],
        groups: 1,
        windows: [
            Windows {
                stride: 1,
                dilation: 1,
                before: 0,
                taps: 1,
                count: 1,
            },
            Windows {
                stride: 1,
                dilation: 1,
                before: 0,
                taps: 2,
                count: 1,
            },
        ],
    };
    const IMAGE: [f64; 6] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];

    #[test]
    fn samples_are_means_of_the_elements_around_them() {
        // The first tap is moved by a quarter of a column and half a row, the second out of the image to the right but for half an element.
        let offsets = [0.25, 1.5, 0.5, 0.0, 2.0, 1.0];
        let mut samples = [f64::NAN; 2];
        IMAGES.sample(&IMAGE, &offsets, &mut samples);
        let mean = (1.0 * 0.75 + 2.0 * 0.25) * 0.5 + (8.0 * 0.75 + 16.0 * 0.25) * 0.5;
        assert_eq!(samples, [2.0 * mean, 4.0 * 0.5]);
    }

    #[test]
    fn gradients_are_those_of_differences() {
        let offsets = [0.25, 0.5, 0.5, 0.25, 2.0, 3.0];
        let by_samples = [1.0, -2.0];
        let (mut by_images, mut by_offsets) = ([f64::NAN; 6], [f64::NAN; 6]);
        IMAGES.spread(Gradients {
            images: &IMAGE,
            offsets: &offsets,
            by_samples: &by_samples,
            by_images: &mut by_images,
            by_offsets: &mut by_offsets,
        });
        // All is linear in each argument between two elements, and these numbers have few bits: a difference is exact.
        let total = |image: &[f64], offsets: &[f64]| {
            let mut samples = [0.0; 2];
            IMAGES.sample(image, offsets, &mut samples);
            samples[0] * by_samples[0] + samples[1] * by_samples[1]
        };
        let start = total(&IMAGE, &offsets);
        for k in 0..6 {
            let mut image = IMAGE;
            image[k] += 1.0;
            assert_eq!(by_images[k], total(&image, &offsets) - start, "element {k}");
            let mut moved = offsets;
            moved[k] += 0.125;
            assert_eq!(
                by_offsets[k],
                (total(&IMAGE, &moved) - start) * 8.0,
                "offset {k}"
            );
        }
    }
}
