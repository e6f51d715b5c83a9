//! Samples of planes at places that a grid names, and their gradients by the planes and by the grid.
//!
//! Places, weights and sums are DOUBLE, in one order, rounded once.

use smallvec::SmallVec;

use super::engine::dense::{self, Kernel, Operand, slice, slice_mut};
use super::{Arg, Call};
use crate::error::{Reason, Result};
use crate::tensor::scratch::Scratch;
use crate::tensor::{Dtype, parallel};

/// How a sample is made of the elements around its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// Of the two elements beside it along each axis.
    Linear,
    /// The nearest element.
    Nearest,
    /// Of four elements along each axis, by cubic convolution.
    Cubic,
}

/// What is taken where a place lies outside the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Zeros.
    Zeros,
    /// The element at the edge.
    Border,
    /// The element mirrored at the edge.
    Mirror,
}

/// What the numbers of a grid mean.
#[derive(Clone, Copy, Debug)]
pub struct Meaning {
    /// How a sample is made.
    pub interpolation: Interpolation,
    /// What lies outside.
    pub outside: Outside,
    /// Whether -1 and 1 are the middles of the first and the last element, instead of their outer edges.
    pub aligned: bool,
}

/// An element along an axis, its weight, and the change of the weight with the number of the grid.
#[derive(Clone, Copy, Debug)]
struct Tap {
    place: i64,
    weight: f64,
    slope: f64,
}

/// The slope of cubic convolution at distance 1.
const SLOPE: f64 = -0.75;

/// The weight of an element at a distance from 0 to 2 by cubic convolution, and its change with the distance.
fn cubic(d: f64) -> (f64, f64) {
    let a = SLOPE;
    match d <= 1.0 {
        true => (
            ((a + 2.0) * d - (a + 3.0)) * d * d + 1.0,
            (3.0 * (a + 2.0) * d - 2.0 * (a + 3.0)) * d,
        ),
        false => (
            (((d - 5.0) * d + 8.0) * d - 4.0) * a,
            ((3.0 * d - 10.0) * d + 8.0) * a,
        ),
    }
}

impl Meaning {
    /// Where a number of the grid points, counted from the middle of the first element, and how that changes with the number.
    fn place(&self, number: f64, extent: usize) -> (f64, f64) {
        let extent = extent as f64;
        match self.aligned {
            true => ((number + 1.0) / 2.0 * (extent - 1.0), (extent - 1.0) / 2.0),
            false => (((number + 1.0) * extent - 1.0) / 2.0, extent / 2.0),
        }
    }

    /// Moves a place into the plane; returns how the moved one changes with it: 1, -1, or 0 at an edge.
    fn moved(&self, place: f64, extent: usize) -> (f64, f64) {
        let last = extent as f64 - 1.0;
        let (place, sign) = match self.outside {
            Outside::Zeros => return (place, 1.0),
            Outside::Border => (place, 1.0),
            Outside::Mirror => {
                let (low, span) = match self.aligned {
                    true => (0.0, last),
                    false => (-0.5, last + 1.0),
                };
                let distance = place - low;
                let (flips, rest) = ((distance.abs() / span).floor(), distance.abs() % span);
                let sign = if distance < 0.0 { -1.0 } else { 1.0 };
                match span > 0.0 && flips % 2.0 != 0.0 {
                    _ if span <= 0.0 => (0.0, 0.0),
                    true => (span - rest + low, -sign),
                    false => (rest + low, sign),
                }
            }
        };
        match place {
            place if place > 0.0 && place < last => (place, sign),
            place if place >= last && last > 0.0 => (last, 0.0),
            // Also what is no number.
            _ => (0.0, 0.0),
        }
    }

    /// The elements that a number of the grid takes along an axis; those outside the plane are left out.
    fn taps(&self, number: f64, extent: usize) -> SmallVec<[Tap; 4]> {
        let (place, change) = self.place(number, extent);
        // Far outside: no place of an element, but a number.
        let whole = |place: f64| match place.abs() < 1e15 {
            true => place as i64,
            false => -100,
        };
        let mut taps: SmallVec<[Tap; 4]> = SmallVec::new();
        let mut tap = |place: i64, weight: f64, slope: f64| {
            if (0..extent as i64).contains(&place) {
                taps.push(Tap {
                    place,
                    weight,
                    slope,
                });
            }
        };
        match self.interpolation {
            Interpolation::Nearest => {
                let (place, _) = self.moved(place, extent);
                tap(whole(place.round_ties_even()), 1.0, 0.0);
            }
            Interpolation::Linear => {
                let (place, sign) = self.moved(place, extent);
                let (before, slope) = (place.floor(), change * sign);
                let part = place - before;
                tap(whole(before), 1.0 - part, -slope);
                tap(whole(before + 1.0), part, slope);
            }
            Interpolation::Cubic => {
                let before = place.floor();
                let part = place - before;
                for (k, distance, sign) in [
                    (-1.0, 1.0 + part, 1.0),
                    (0.0, part, 1.0),
                    (1.0, 1.0 - part, -1.0),
                    (2.0, 2.0 - part, -1.0),
                ] {
                    let (weight, slope) = cubic(distance);
                    let (element, _) = self.moved(before + k, extent);
                    tap(whole(element), weight, slope * sign * change);
                }
                let is_one = taps.windows(2).all(|pair| pair[0].place == pair[1].place);
                if taps.len() == 4 && is_one {
                    // One element wherever the place is: weights of 1 together, which are exact this way.
                    taps.truncate(1);
                    (taps[0].weight, taps[0].slope) = (1.0, 0.0);
                }
            }
        }
        taps
    }
}

/// An element of a plane, its weight, and the change of that with each number of a point, of the last axis first.
#[derive(Clone, Copy, Debug)]
struct Sample {
    element: usize,
    weight: f64,
    slopes: [f64; 3],
}

/// Planes, and the points of each batch.
#[derive(Clone, Debug)]
struct Grid {
    meaning: Meaning,
    batches: usize,
    channels: usize,
    /// Extents of a plane.
    extents: SmallVec<[usize; 3]>,
    /// Points of a batch.
    points: usize,
}

impl Grid {
    fn new(meaning: Meaning, planes: &Arg, points: &Arg) -> Result<Self> {
        let (shape, grid) = (planes.view.layout.shape(), points.view.layout.shape());
        let axes = shape.len().saturating_sub(2);
        let fits = (1..=3).contains(&axes)
            && grid.len() == shape.len()
            && grid[0] == shape[0]
            && grid[axes + 1] == axes as i64;
        if !fits {
            return Err(Reason::Internal("a grid of another shape".into()).into());
        }
        let count = |extents: &[i64]| extents.iter().product::<i64>() as usize;
        Ok(Self {
            meaning,
            batches: shape[0] as usize,
            channels: shape[1] as usize,
            extents: shape[2..].iter().map(|&extent| extent as usize).collect(),
            points: count(&grid[1..=axes]),
        })
    }

    fn plane(&self) -> usize {
        self.extents.iter().product()
    }

    /// The elements of all planes, the numbers of the grid, the samples.
    fn counts(&self) -> [usize; 3] {
        let planes = self.batches * self.channels;
        [
            planes * self.plane(),
            self.batches * self.points * self.extents.len(),
            planes * self.points,
        ]
    }

    fn cost(&self) -> usize {
        let taps = match self.meaning.interpolation {
            Interpolation::Nearest => 1,
            Interpolation::Linear => 1 << self.extents.len(),
            Interpolation::Cubic => 16,
        };
        self.counts()[2].saturating_mul(16 * taps)
    }

    /// The elements that a point takes, in row-major order.
    fn samples(&self, point: &[f64]) -> SmallVec<[Sample; 16]> {
        let mut samples: SmallVec<[Sample; 16]> = SmallVec::new();
        samples.push(Sample {
            element: 0,
            weight: 1.0,
            slopes: [1.0; 3],
        });
        // The last number of a point belongs to the first axis.
        for ((axis, &extent), &number) in self.extents.iter().enumerate().zip(point.iter().rev()) {
            let taps = self.meaning.taps(number, extent);
            let own = self.extents.len() - 1 - axis;
            let joined = samples.iter().flat_map(|sample| {
                taps.iter().map(move |tap| {
                    let mut slopes = sample.slopes.map(|slope| slope * tap.weight);
                    slopes[own] = sample.slopes[own] * tap.slope;
                    Sample {
                        element: sample.element * extent + tap.place as usize,
                        weight: sample.weight * tap.weight,
                        slopes,
                    }
                })
            });
            samples = joined.collect();
        }
        samples
    }

    /// The numbers of a point.
    fn point<'a>(&self, grid: &'a [f64], batch: usize, point: usize) -> &'a [f64] {
        let axes = self.extents.len();
        &grid[(batch * self.points + point) * axes..][..axes]
    }
}

/// Points that a thread takes at a time.
const PIECE: usize = 1 << 9;

struct Forward(Grid);

impl Kernel for Forward {
    fn cost(&self) -> usize {
        self.0.cost()
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        let &[planes, points, to] = places else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        let grid = &self.0;
        let [elements, numbers, _] = grid.counts();
        // SAFETY: the caller's promise.
        let (x, numbers) = unsafe { (slice::<f64>(planes, elements), slice(points, numbers)) };
        let (plane, all) = (grid.plane(), grid.batches * grid.points);
        parallel::for_each_piece(all.div_ceil(PIECE), |piece| {
            for number in piece * PIECE..all.min((piece + 1) * PIECE) {
                let (batch, point) = (number / grid.points, number % grid.points);
                let samples = grid.samples(grid.point(numbers, batch, point));
                for channel in batch * grid.channels..(batch + 1) * grid.channels {
                    let x = &x[channel * plane..][..plane];
                    let products = samples
                        .iter()
                        .map(|sample| sample.weight * x[sample.element]);
                    // A zero of its own is kept.
                    let sum = products.reduce(|sum, product| sum + product).unwrap_or(0.0);
                    let place = to + 8 * (channel * grid.points + point);
                    // SAFETY: an element of the output, which this piece alone writes.
                    unsafe { *std::ptr::with_exposed_provenance_mut::<f64>(place) = sum };
                }
            }
        });
        Ok(())
    }
}

/// The gradients that are wanted, by the planes and by the grid.
struct Backward(Grid, [bool; 2]);

impl Backward {
    /// What the elements of one plane gain.
    fn of_plane(&self, number: usize, gradients: &[f64], numbers: &[f64], gained: &mut [f64]) {
        let grid = &self.0;
        gained.fill(0.0);
        let gradients = &gradients[number * grid.points..][..grid.points];
        for (point, gradient) in gradients.iter().enumerate() {
            let point = grid.point(numbers, number / grid.channels, point);
            for sample in grid.samples(point) {
                gained[sample.element] += sample.weight * gradient;
            }
        }
    }

    /// What the numbers of one point gain.
    fn of_point(
        &self,
        number: usize,
        (x, gradients): (&[f64], &[f64]),
        numbers: &[f64],
        gained: &mut [f64],
    ) {
        let grid = &self.0;
        let (batch, point) = (number / grid.points, number % grid.points);
        let (samples, plane) = (
            grid.samples(grid.point(numbers, batch, point)),
            grid.plane(),
        );
        gained.fill(0.0);
        for channel in batch * grid.channels..(batch + 1) * grid.channels {
            let gradient = gradients[channel * grid.points + point];
            for sample in &samples {
                let change = x[channel * plane + sample.element] * gradient;
                for (sum, slope) in gained.iter_mut().zip(sample.slopes) {
                    *sum += change * slope;
                }
            }
        }
    }
}

impl Kernel for Backward {
    fn cost(&self) -> usize {
        self.0.cost().saturating_mul(2)
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        let (grid, [by_planes, by_grid]) = (&self.0, self.1);
        let [elements, count, samples] = grid.counts();
        let &[gradients, planes, points, ref outputs @ ..] = places else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        // SAFETY: the caller's promise.
        let (g, x, numbers) = unsafe {
            (
                slice::<f64>(gradients, samples),
                slice::<f64>(planes, elements),
                slice::<f64>(points, count),
            )
        };
        let mut outputs = outputs.iter().copied();
        if let Some(to) = by_planes.then(|| outputs.next()).flatten() {
            let plane = grid.plane();
            parallel::for_each_piece(grid.batches * grid.channels, |number| {
                // SAFETY: a plane of the output, which this piece alone writes.
                let gained = unsafe { slice_mut::<f64>(to + 8 * number * plane, plane) };
                self.of_plane(number, g, numbers, gained);
            });
        }
        if let Some(to) = by_grid.then(|| outputs.next()).flatten() {
            let (axes, all) = (grid.extents.len(), grid.batches * grid.points);
            parallel::for_each_piece(all.div_ceil(PIECE), |piece| {
                for number in piece * PIECE..all.min((piece + 1) * PIECE) {
                    // SAFETY: a point of the output, which this piece alone writes.
                    let gained = unsafe { slice_mut::<f64>(to + 8 * number * axes, axes) };
                    self.of_point(number, (x, g), numbers, gained);
                }
            });
        }
        Ok(())
    }
}

/// Plans the samples of planes at the points of a grid: `[N, C, extents]` and `[N, extents of the samples, axes]`, the last axis of a plane first.
pub fn sample(meaning: Meaning, planes: Arg, grid: Arg, output: Arg) -> Result<Call> {
    let kernel = Forward(Grid::new(meaning, &planes, &grid)?);
    let operands = [
        Operand::read(planes, Dtype::F64),
        Operand::read(grid, Dtype::F64),
        Operand::write(output, Dtype::F64),
    ];
    dense::plan(kernel, operands)
}

/// Plans the gradients of [`sample`] that are wanted, by the planes and by the grid.
pub fn gradients(
    meaning: Meaning,
    gradients: Arg,
    planes: Arg,
    grid: Arg,
    outputs: [Option<Arg>; 2],
) -> Result<Call> {
    let wanted = [0, 1].map(|k| outputs[k].is_some());
    let kernel = Backward(Grid::new(meaning, &planes, &grid)?, wanted);
    let inputs = [gradients, planes, grid].map(|arg| Operand::read(arg, Dtype::F64));
    let outputs = outputs.into_iter().flatten();
    let outputs = outputs.map(|arg| Operand::write(arg, Dtype::F64));
    dense::plan(kernel, inputs.into_iter().chain(outputs))
}
