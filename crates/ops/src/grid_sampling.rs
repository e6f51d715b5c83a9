//! Samples of planes at places that a grid names, and their gradients by the planes and by the grid.
//!
//! Places, weights and sums are DOUBLE, in one order, rounded once.

#![forbid(unsafe_code)]

use smallvec::SmallVec;

use super::{Arg, Call};
use hostnpu_base::error::{Reason, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, Write, kernel, operands};
use hostnpu_tensor::cuts;

/// Interpolation of a sample from the elements around its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// Of the two elements beside it along each axis.
    Linear,
    /// The nearest element.
    Nearest,
    /// Of four elements along each axis, by cubic convolution.
    Cubic,
}

/// Elements at places outside the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Zeros.
    Zeros,
    /// The element at the edge.
    Border,
    /// The element mirrored at the edge.
    Mirror,
}

/// Meaning of the numbers of a grid.
#[derive(Clone, Copy, Debug)]
pub struct Meaning {
    /// Interpolation of samples.
    pub interpolation: Interpolation,
    /// Elements outside the plane.
    pub outside: Outside,
    /// True if -1 and 1 are the middles of the first and the last element, instead of their outer edges.
    pub aligned: bool,
}

/// An element along an axis, its weight, and the change of the weight with the number of the grid.
#[derive(Clone, Copy, Debug)]
struct Tap {
    place: i64,
    weight: f64,
    derivative: f64,
}

/// The parameter a of cubic convolution, the derivative of the weight at distance 1.
const CUBIC: f64 = -0.75;

/// The weight of an element at a distance from 0 to 2 by cubic convolution, and its change with the distance.
fn cubic(d: f64) -> (f64, f64) {
    let a = CUBIC;
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
    /// The place that a number of the grid points to, counted from the middle of the first element, and the derivative of the place by the number.
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
        let mut tap = |place: i64, weight: f64, derivative: f64| {
            if (0..extent as i64).contains(&place) {
                taps.push(Tap {
                    place,
                    weight,
                    derivative,
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
                let (before, derivative) = (place.floor(), change * sign);
                let part = place - before;
                tap(whole(before), 1.0 - part, -derivative);
                tap(whole(before + 1.0), part, derivative);
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
                    let (weight, derivative) = cubic(distance);
                    let (element, _) = self.moved(before + k, extent);
                    tap(whole(element), weight, derivative * sign * change);
                }
                let is_one = taps.windows(2).all(|pair| pair[0].place == pair[1].place);
                if taps.len() == 4 && is_one {
                    // One element wherever the place is: weights of 1 together, which are exact this way.
                    taps.truncate(1);
                    (taps[0].weight, taps[0].derivative) = (1.0, 0.0);
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
    derivatives: [f64; 3],
}

/// The elements of one point after the other.
type Samples = SmallVec<[Sample; 16]>;

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

    /// Finds the elements that a point takes, in row-major order. They replace those in `samples`, which are all that is allocated.
    fn find<'s>(&self, point: &[f64], samples: &'s mut Samples) -> &'s [Sample] {
        samples.clear();
        samples.push(Sample {
            element: 0,
            weight: 1.0,
            derivatives: [1.0; 3],
        });
        // The last number of a point belongs to the first axis.
        for ((axis, &extent), &number) in self.extents.iter().enumerate().zip(point.iter().rev()) {
            let taps = self.meaning.taps(number, extent);
            let own = self.extents.len() - 1 - axis;
            if taps.is_empty() {
                samples.clear();
                break;
            }
            let before = samples.len();
            samples.resize(before * taps.len(), samples[0]);
            // From the last one on: a sample is replaced by those that it becomes, of which none lies before it.
            for number in (0..before).rev() {
                let sample = samples[number];
                let becomes = &mut samples[number * taps.len()..][..taps.len()];
                for (to, tap) in becomes.iter_mut().zip(&taps) {
                    let mut derivatives =
                        sample.derivatives.map(|derivative| derivative * tap.weight);
                    derivatives[own] = sample.derivatives[own] * tap.derivative;
                    *to = Sample {
                        element: sample.element * extent + tap.place as usize,
                        weight: sample.weight * tap.weight,
                        derivatives,
                    };
                }
            }
        }
        samples
    }

    /// The numbers of a point.
    fn point<'a>(&self, grid: &'a [f64], batch: usize, point: usize) -> &'a [f64] {
        let axes = self.extents.len();
        &grid[(batch * self.points + point) * axes..][..axes]
    }
}

operands! {
    struct Forward => ForwardAt {
        planes: Read<f64>,
        grid: Read<f64>,
        output: Write<f64>,
    }
}

/// Plans the samples of planes at the points of a grid: `[N, C, extents]` and `[N, extents of the samples, axes]`, the last axis of a plane first.
pub fn sample(meaning: Meaning, planes: Arg, grid: Arg, output: Arg) -> Result<Call> {
    let of = Grid::new(meaning, &planes, &grid)?;
    output.require_numel(of.counts()[2])?;
    let operands = Forward {
        planes: planes.into(),
        grid: grid.into(),
        output: output.into(),
    };
    kernel(operands, of.cost(), move |at: ForwardAt| {
        let plane = of.plane();
        let extents = [of.batches, of.channels, of.points];
        let blocks = cuts::blocks(at.output, extents, grain::SAMPLED);
        cuts::for_each_part(blocks, |_, mut block| {
            let mut samples = Samples::new();
            for batch in block.planes.clone() {
                for point in block.columns.clone() {
                    let samples = of.find(of.point(at.grid, batch, point), &mut samples);
                    for channel in 0..of.channels {
                        let x = &at.planes[(batch * of.channels + channel) * plane..][..plane];
                        let mut sum = 0.0;
                        if let [first, others @ ..] = samples {
                            // A zero of its own is kept.
                            sum = first.weight * x[first.element];
                            for sample in others {
                                sum += sample.weight * x[sample.element];
                            }
                        }
                        *block.at(batch, channel, point) = sum;
                    }
                }
            }
        });
        Ok(())
    })
}

/// Operands of the gradients.
pub struct Gradients {
    /// Gradients of the samples.
    pub gradients: Arg,
    /// The planes.
    pub planes: Arg,
    /// The points.
    pub grid: Arg,
    /// Gradients by the planes, if they are wanted.
    pub by_planes: Option<Arg>,
    /// Gradients by the points, if they are wanted.
    pub by_grid: Option<Arg>,
}

operands! {
    struct Backward => BackwardAt {
        gradients: Read<f64>,
        planes: Read<f64>,
        grid: Read<f64>,
        by_planes: Option<Write<f64>>,
        by_grid: Option<Write<f64>>,
    }
}

impl Grid {
    /// Adds up what the elements of one plane gain.
    fn of_plane(&self, number: usize, gradients: &[f64], numbers: &[f64], gained: &mut [f64]) {
        gained.fill(0.0);
        let gradients = &gradients[number * self.points..][..self.points];
        let mut samples = Samples::new();
        for (point, gradient) in gradients.iter().enumerate() {
            let point = self.point(numbers, number / self.channels, point);
            for sample in self.find(point, &mut samples) {
                gained[sample.element] += sample.weight * gradient;
            }
        }
    }

    /// Adds up what the numbers of one point gain.
    fn of_point(
        &self,
        number: usize,
        (x, gradients): (&[f64], &[f64]),
        numbers: &[f64],
        gained: &mut [f64],
    ) {
        let (batch, point) = (number / self.points, number % self.points);
        let plane = self.plane();
        let samples = &mut Samples::new();
        let samples = self.find(self.point(numbers, batch, point), samples);
        gained.fill(0.0);
        for channel in batch * self.channels..(batch + 1) * self.channels {
            let gradient = gradients[channel * self.points + point];
            for sample in samples {
                let change = x[channel * plane + sample.element] * gradient;
                for (sum, derivative) in gained.iter_mut().zip(sample.derivatives) {
                    *sum += change * derivative;
                }
            }
        }
    }
}

/// Plans the gradients by the planes and by the points.
pub fn gradients(meaning: Meaning, of: Gradients) -> Result<Call> {
    let grid = Grid::new(meaning, &of.planes, &of.grid)?;
    let [elements, numbers, samples] = grid.counts();
    of.gradients.require_numel(samples)?;
    for (output, count) in [(&of.by_planes, elements), (&of.by_grid, numbers)] {
        if let Some(output) = output {
            output.require_numel(count)?;
        }
    }
    let operands = Backward {
        gradients: of.gradients.into(),
        planes: of.planes.into(),
        grid: of.grid.into(),
        by_planes: of.by_planes.map(Write::from),
        by_grid: of.by_grid.map(Write::from),
    };
    let cost = grid.cost().saturating_mul(2);
    kernel(operands, cost, move |at: BackwardAt| {
        if let Some(to) = at.by_planes {
            let planes = cuts::chunks(to, grid.plane());
            cuts::for_each_part(planes, |number, gained| {
                grid.of_plane(number, at.gradients, at.grid, gained);
            });
        }
        if let Some(to) = at.by_grid {
            let axes = grid.extents.len();
            let pieces = cuts::chunks(to, grain::SAMPLED * axes);
            cuts::for_each_part(pieces, |piece, points| {
                for (number, gained) in (piece * grain::SAMPLED..).zip(points.chunks_mut(axes)) {
                    grid.of_point(number, (at.planes, at.gradients), at.grid, gained);
                }
            });
        }
        Ok(())
    })
}
