//! Samples of planes, from the definitions of the filters: the elements of each sample and their weights along each axis, exactly.

use rug::Float;

use super::pooling::planes;
use super::rows::{float, floats};
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::Number;

/// The kind of a sample.
#[derive(Clone, Copy)]
pub enum Filter {
    Nearest,
    NearestExact,
    Linear,
    Cubic,
    WideLinear,
    WideCubic,
}

/// An axis: elements, samples, samples for each element or 0, and whether the ends lie at the same places.
#[derive(Clone, Copy)]
struct Axis(i64, i64, f64, bool);

impl Axis {
    fn step(self) -> Float {
        let Axis(from, to, scale, aligned) = self;
        match aligned {
            true if to == 1 => float(0.0),
            true => float((from - 1) as f64) / float((to - 1) as f64),
            false if scale > 0.0 => float(1.0) / float(scale),
            false => float(from as f64) / float(to as f64),
        }
    }

    /// The place of a sample, in elements from the middle of the first one.
    fn place(self, sample: i64) -> Float {
        match self.3 {
            true => self.step() * sample as f64,
            false => self.step() * (sample as f64 + 0.5) - 0.5,
        }
    }

    /// The elements of a sample with their weights, those outside the axis moved to its ends.
    fn taps(self, filter: Filter, sample: i64) -> Vec<(i64, Float)> {
        let Axis(from, to, scale, _) = self;
        let single = |place: f32| vec![(place.floor().min((from - 1) as f32) as i64, float(1.0))];
        // The device's own FLOAT: it decides which element is near.
        let step = match scale > 0.0 {
            true => (1.0 / scale) as f32,
            false => from as f32 / to as f32,
        };
        let around = |reach: i64, weight: &dyn Fn(&Float) -> Float| {
            let place = self.place(sample);
            let middle = place.clone().floor().to_f64() as i64;
            let tap = |at: i64| {
                let distance = Float::with_val(240, &place - at as f64).abs();
                (at.clamp(0, from - 1), weight(&distance))
            };
            let taps = (middle - reach + 1..=middle + reach).map(tap);
            taps.collect::<Vec<_>>()
        };
        match filter {
            Filter::Nearest => single(sample as f32 * step),
            Filter::NearestExact => single((sample as f32 + 0.5) * step),
            Filter::Linear => around(1, &linear),
            Filter::Cubic => around(2, &|distance| cubic(distance, -0.75)),
            Filter::WideLinear => self.wide(sample, &linear),
            Filter::WideCubic => self.wide(sample, &|distance| cubic(distance, -0.5)),
        }
    }

    /// Weights of all elements, stretched where there are fewer samples than elements, with the sum 1.
    fn wide(self, sample: i64, weight: &dyn Fn(&Float) -> Float) -> Vec<(i64, Float)> {
        let (step, one) = (self.step(), float(1.0));
        let stretch = if step > one { step.clone() } else { one };
        let middle = step * (sample as f64 + 0.5);
        let of = |at: i64| {
            let distance = (float(at as f64 + 0.5) - &middle) / &stretch;
            weight(&distance.abs())
        };
        let total = (0..self.0).fold(float(0.0), |total, at| total + of(at));
        (0..self.0).map(|at| (at, of(at) / &total)).collect()
    }
}

fn linear(distance: &Float) -> Float {
    (float(1.0) - distance).max(&float(0.0))
}

/// Cubic convolution: 1 at 0; 0 at 1, with slope `slope`, and from 2 on.
fn cubic(distance: &Float, slope: f64) -> Float {
    let (a, d) = (float(slope), distance);
    let (square, cube) = (float(1.0) * d * d, float(1.0) * d * d * d);
    match d {
        d if *d <= 1.0 => (a.clone() + 2.0) * cube - (a + 3.0) * square + 1.0,
        d if *d < 2.0 => {
            a.clone() * cube - a.clone() * 5.0 * square + a.clone() * 8.0 * d - a * 4.0
        }
        _ => float(0.0),
    }
}

/// All samples of a plane with the elements of each, numbered in row-major order, and their weights.
fn samples(filter: Filter, axes: &[Axis]) -> Vec<Vec<(usize, Float)>> {
    let mut samples = vec![vec![(0, float(1.0))]];
    for axis in axes {
        let before = samples;
        samples = Vec::new();
        for taps in &before {
            for sample in 0..axis.1 {
                let own = axis.taps(filter, sample);
                let join = |(place, weight): &(usize, Float)| {
                    let joined = own.iter().map(|(at, part)| {
                        let weight = Float::with_val(240, weight * part);
                        (place * axis.0 as usize + *at as usize, weight)
                    });
                    joined.collect::<Vec<_>>()
                };
                samples.push(taps.iter().flat_map(join).collect());
            }
        }
    }
    samples
}

/// The planes of the tensor that is sampled and of the samples, and the axes between them.
fn axes(arguments: &Arguments, sampled: &Tensor, samples: &Tensor) -> Vec<Axis> {
    let count = sampled.shape.len() - 2;
    let first = super::pooling::first(sampled, count);
    let aligned = arguments
        .iter()
        .any(|argument| matches!(argument, Argument::Bool(true)));
    let mut scales = arguments.iter().filter_map(|argument| match argument {
        Argument::Float(scale) => Some(*scale),
        _ => None,
    });
    let extents = sampled.shape[first..first + count]
        .iter()
        .zip(&samples.shape[first..]);
    let axis = |(&from, &to): (&i64, &i64)| Axis(from, to, scales.next().unwrap_or(0.0), aligned);
    extents.map(axis).collect()
}

fn ends(arguments: &Arguments) -> [&Tensor; 2] {
    [arguments.first(), arguments.last()].map(|argument| &argument.expect("tensors").tensors()[0])
}

pub fn forward(arguments: &Arguments, filter: Filter) -> Vec<Vec<Number>> {
    let [input, out] = ends(arguments);
    let axes = axes(arguments, input, out);
    let (x, samples) = (
        floats(&arguments[["self", "x", "input"]]),
        samples(filter, &axes),
    );
    let mut y = vec![Number::from(0.0); out.numel()];
    for (from, to) in planes(input, axes.len())
        .iter()
        .zip(planes(out, axes.len()))
    {
        for (taps, &at) in samples.iter().zip(&to) {
            let products = taps
                .iter()
                .map(|(place, weight)| weight * x[from[*place]].clone());
            let sum = products.fold(float(0.0), |sum, product| sum + product);
            // Without what thirds leave in the last bits: what is halfway between two numbers is so again.
            y[at] = Number::Real(float(0.0) + Float::with_val(200, sum));
        }
    }
    vec![y]
}

pub fn backward(arguments: &Arguments, filter: Filter) -> Vec<Vec<Number>> {
    let [gradients, out] = ends(arguments);
    let axes = axes(arguments, out, gradients);
    let (x, samples) = (
        floats(&arguments[["gradOut", "gradOutput"]]),
        samples(filter, &axes),
    );
    let mut y = vec![float(0.0); out.numel()];
    for (from, to) in planes(gradients, axes.len())
        .iter()
        .zip(planes(out, axes.len()))
    {
        for (taps, &at) in samples.iter().zip(from) {
            for (place, weight) in taps {
                y[to[*place]] += Float::with_val(240, weight * &x[at]);
            }
        }
    }
    vec![y.into_iter().map(Number::Real).collect()]
}
