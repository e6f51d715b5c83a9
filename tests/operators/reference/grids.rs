//! Samples of planes at the points of a grid, and their gradients, by the definitions; gradients by the grid are quotients of differences.

use rug::Float;

use super::pooling::planes;
use super::rows::{boolean, float, floats, int, numbers, tensor};
use crate::argument::Tensor;
use crate::arguments::Arguments;
use crate::number::Number;

/// Far below what decides a bit.
const STEP: f64 = 1.0 / (1_u64 << 60) as f64;

/// Interpolation, padding, and whether the ends are the middles of elements.
#[derive(Clone, Copy)]
struct Modes(i64, i64, bool);

impl Modes {
    fn of(arguments: &Arguments) -> Self {
        let [interpolation, padding] =
            ["interpolationMode", "paddingMode"].map(|name| int(&arguments[name]));
        Self(interpolation, padding, boolean(&arguments["alignCorners"]))
    }

    /// A place moved into the axis, mirrored as often as it takes.
    fn moved(self, mut place: Float, extent: i64) -> Float {
        let last = (extent - 1) as f64;
        let (low, high) = if self.2 {
            (0.0, last)
        } else {
            (-0.5, last + 0.5)
        };
        match self.1 {
            0 => return place,
            2 if low == high => return float(0.0),
            2 => {
                while place < low || place > high {
                    let edge = if place < low { low } else { high };
                    place = float(2.0 * edge) - place;
                }
            }
            _ => {}
        }
        place.clamp(&0.0, &last)
    }

    /// The elements along an axis that a number of the grid takes, with their weights.
    fn taps(self, number: &Float, extent: i64) -> Vec<(i64, Float)> {
        let across = float(1.0) + number;
        let place = match self.2 {
            true => across / 2.0 * (extent - 1) as f64,
            false => (across * extent as f64 - 1.0) / 2.0,
        };
        let taps = match self.0 {
            0 => {
                let place = self.moved(place, extent);
                let before = place.clone().floor();
                let part = float(0.0) + &place - &before;
                let at = before.to_f64() as i64;
                vec![(at, float(1.0) - &part), (at + 1, part)]
            }
            1 => {
                let place = self.moved(place, extent).round_even();
                vec![(place.to_f64() as i64, float(1.0))]
            }
            _ => {
                let before = place.clone().floor();
                let tap = |k: i64| {
                    let at = float(k as f64) + &before;
                    let d = (float(0.0) + &at - &place).abs();
                    let a = -0.75;
                    let (square, cube) = (float(1.0) * &d * &d, float(1.0) * &d * &d * &d);
                    let weight = match d <= 1.0 {
                        true => cube * (a + 2.0) - square * (a + 3.0) + 1.0,
                        false => cube * a - square * (5.0 * a) + d * (8.0 * a) - 4.0 * a,
                    };
                    (self.moved(at, extent).to_f64() as i64, weight)
                };
                (-1..=2).map(tap).collect()
            }
        };
        let inside = |(at, _): &(i64, Float)| (0..extent).contains(at);
        taps.into_iter().filter(inside).collect()
    }

    /// The elements of a plane that a point takes.
    fn samples(self, point: &[Float], extents: &[i64]) -> Vec<(usize, Float)> {
        let mut samples = vec![(0, float(1.0))];
        for (number, &extent) in point.iter().rev().zip(extents) {
            let taps = self.taps(number, extent);
            let join = |(place, weight): &(usize, Float)| {
                let joined = taps.iter().map(|(at, part)| {
                    let weight = Float::with_val(240, weight * part);
                    (place * extent as usize + *at as usize, weight)
                });
                joined.collect::<Vec<_>>()
            };
            samples = samples.iter().flat_map(join).collect();
        }
        samples
    }
}

/// Planes, grids and what belongs to them.
struct Call {
    modes: Modes,
    extents: Vec<i64>,
    channels: usize,
    x: Vec<Float>,
    /// The numbers of each point.
    points: Vec<Vec<Float>>,
    /// Elements of each plane.
    planes: Vec<Vec<usize>>,
    /// Samples of each plane.
    samples: Vec<Vec<usize>>,
}

impl Call {
    fn of(arguments: &Arguments, samples: &Tensor) -> Self {
        let input = tensor(&arguments["input"]);
        let axes = input.shape.len() - 2;
        let (start, grid) = (
            super::pooling::first(input, axes),
            floats(&arguments["grid"]),
        );
        let channels = if start == 1 { axes + 1 } else { 1 };
        Self {
            modes: Modes::of(arguments),
            extents: input.shape[start..start + axes].to_vec(),
            channels: input.shape[channels] as usize,
            x: floats(&arguments["input"]),
            points: grid.chunks(axes).map(<[Float]>::to_vec).collect(),
            planes: planes(input, axes),
            samples: planes(samples, axes),
        }
    }

    /// The points of a plane.
    fn points_of(&self, plane: usize) -> impl Iterator<Item = (usize, &Vec<Float>)> {
        let count = self.samples[plane].len();
        let first = plane / self.channels * count;
        (first..first + count).map(move |k| (k, &self.points[k]))
    }

    fn value(&self, plane: usize, point: &[Float]) -> Float {
        let samples = self.modes.samples(point, &self.extents);
        let products = samples.iter().map(|(place, weight)| {
            Float::with_val(240, weight * &self.x[self.planes[plane][*place]])
        });
        products.fold(float(0.0), |sum, product| sum + product)
    }
}

pub fn forward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let out = tensor(&arguments["out"]);
    let call = Call::of(arguments, out);
    let mut y = vec![float(0.0); out.numel()];
    for plane in 0..call.planes.len() {
        for ((_, point), &to) in call.points_of(plane).zip(&call.samples[plane]) {
            y[to] = call.value(plane, point);
        }
    }
    vec![numbers(y)]
}

pub fn backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let gradients = floats(&arguments["gradOutput"]);
    let call = Call::of(arguments, tensor(&arguments["gradOutput"]));
    let mut by_planes = vec![float(0.0); call.x.len()];
    let axes = call.extents.len();
    let mut by_grid = vec![float(0.0); call.points.len() * axes];
    for plane in 0..call.planes.len() {
        for ((k, point), &from) in call.points_of(plane).zip(&call.samples[plane]) {
            for (place, weight) in call.modes.samples(point, &call.extents) {
                by_planes[call.planes[plane][place]] += weight * &gradients[from];
            }
            for axis in 0..axes {
                let beside = |step: f64| {
                    let mut point = point.clone();
                    point[axis] += step;
                    call.value(plane, &point)
                };
                let slope = (beside(STEP) - beside(-STEP)) / (2.0 * STEP);
                by_grid[k * axes + axis] += slope * &gradients[from];
            }
        }
    }
    vec![numbers(by_planes), numbers(by_grid)]
}
