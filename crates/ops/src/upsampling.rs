//! Other numbers of elements along axes: the nearest element, or sums of the elements around a place, and the gradients of both.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::taps::{self, Tap, Taps};
use hostnpu_tensor::table;

/// Weights of the elements around a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// The element below the place.
    Nearest,
    /// The element whose middle is nearest.
    NearestExact,
    /// The two elements beside it.
    Linear,
    /// Four elements, by cubic convolution.
    Cubic,
    /// As [`Filter::Linear`], wide enough for all elements to count where there become fewer.
    WideLinear,
    /// As [`Filter::Cubic`], so wide.
    WideCubic,
}

/// An axis whose number of elements changes.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// Elements of the smaller or larger tensor that is sampled.
    pub from: i64,
    /// Elements of the samples.
    pub to: i64,
    /// Samples for each element; 0 or less: as the numbers of both say.
    pub scale: f64,
    /// True if the first and the last elements of both lie at the same places; otherwise their edges do.
    pub aligned: bool,
}

/// A place between elements: the one before it, the part of the way to the next, and the rest of that way.
type Place = (i64, f64, f64);

impl Axis {
    /// Elements from one sample to the next.
    fn step(&self) -> f64 {
        let (from, to) = (self.from as f64, self.to as f64);
        match self.aligned {
            true if self.to > 1 => (from - 1.0) / (to - 1.0),
            true => 0.0,
            false if self.scale > 0.0 => 1.0 / self.scale,
            false => from / to,
        }
    }

    /// The place of a sample, exact if no scale is given.
    fn place(&self, sample: i64) -> Place {
        let (whole, parts) = match self.aligned {
            true if self.to > 1 => (sample * (self.from - 1), self.to - 1),
            true => (0, 1),
            false if self.scale > 0.0 => {
                let place = self.step() * (sample as f64 + 0.5) - 0.5;
                let before = place.floor();
                return (before as i64, place - before, 1.0 - (place - before));
            }
            false => ((2 * sample + 1) * self.from - self.to, 2 * self.to),
        };
        let (before, behind) = (whole.div_euclid(parts), whole.rem_euclid(parts));
        let part = |parts_of: i64| parts_of as f64 / parts as f64;
        (before, part(behind), part(parts - behind))
    }

    /// The element that a sample is, by numbers of FLOAT as PyTorch and the device compute them.
    fn nearest(&self, sample: i64, exact: bool) -> usize {
        let step = match self.scale > 0.0 {
            true => (1.0 / self.scale) as f32,
            false => self.from as f32 / self.to as f32,
        };
        let middle = if exact { 0.5 } else { 0.0 };
        let place = ((sample as f32 + middle) * step).floor() as i64;
        place.clamp(0, self.from - 1) as usize
    }

    /// Adds the elements that a sample is made of.
    fn add_taps(&self, filter: Filter, sample: i64, to: &mut Vec<Tap>) -> Result<()> {
        let keeps = !matches!(
            filter,
            Filter::Nearest | Filter::NearestExact | Filter::Cubic
        );
        if keeps && self.from == self.to {
            // Whatever the scale, as in PyTorch.
            to.push((sample as usize, 1.0));
            return Ok(());
        }
        let inside = |place: i64| place.clamp(0, self.from - 1) as usize;
        match filter {
            Filter::Nearest | Filter::NearestExact => {
                to.push((self.nearest(sample, filter == Filter::NearestExact), 1.0));
            }
            Filter::Linear => match self.place(sample) {
                (before, ..) if before < 0 => to.push((0, 1.0)),
                (before, ..) if before >= self.from => to.push((inside(before), 1.0)),
                (before, part, rest) => {
                    to.extend([(inside(before), rest), (inside(before + 1), part)])
                }
            },
            Filter::Cubic => {
                let (before, part, rest) = match self.place(sample) {
                    (before, ..) if before >= self.from => (self.from - 1, 1.0, 0.0),
                    place => place,
                };
                let weight = |distance| cubic(distance, -0.75);
                let weights = [
                    weight(1.0 + part),
                    weight(part),
                    weight(rest),
                    weight(1.0 + rest),
                ];
                let places = (before - 1..).map(inside);
                to.extend(places.zip(weights));
            }
            Filter::WideLinear => {
                self.add_wide(sample, 1.0, |distance| (1.0 - distance).max(0.0), to)?;
            }
            Filter::WideCubic => {
                self.add_wide(sample, 2.0, |distance| cubic(distance, -0.5), to)?
            }
        }
        Ok(())
    }

    /// Adds all elements within `reach` of a sample, by a weight that is 0 at its end; the weights add up to 1.
    fn add_wide(
        &self,
        sample: i64,
        reach: f64,
        weight: impl Fn(f64) -> f64,
        to: &mut Vec<Tap>,
    ) -> Result<()> {
        let step = self.step();
        let stretch = step.max(1.0);
        let (middle, reach) = (step * (sample as f64 + 0.5), reach * stretch);
        let first = ((middle - reach + 0.5) as i64).max(0);
        let end = ((middle + reach + 0.5) as i64).min(self.from);
        table::reserve(to, (end - first).max(0) as usize)?;
        let of = |place: i64| weight(((place as f64 - middle + 0.5) / stretch).abs());
        let total: f64 = (first..end).map(of).sum();
        let total = if total == 0.0 { 1.0 } else { total };
        to.extend((first..end).map(|place| (place as usize, of(place) / total)));
        Ok(())
    }

    fn all(&self, filter: Filter) -> Result<Taps> {
        if !matches!(filter, Filter::Nearest | Filter::NearestExact) {
            // Wide filters take each element, and places are exact up to as many.
            table::with_room::<Tap>(self.from as usize)?;
        }
        Taps::new(self.from as usize, self.to as usize, |sample, to| {
            self.add_taps(filter, sample as i64, to)
        })
    }
}

/// The weight of an element at a distance, by cubic convolution whose derivative at distance 1 is `a`.
fn cubic(distance: f64, a: f64) -> f64 {
    let d = distance;
    match d {
        d if d <= 1.0 => ((a + 2.0) * d - (a + 3.0)) * d * d + 1.0,
        d if d < 2.0 => (((d - 5.0) * d + 8.0) * d - 4.0) * a,
        _ => 0.0,
    }
}

/// Plans samples of `input` along its last axes.
pub fn sample(filter: Filter, axes: &[Axis], input: Arg, output: Arg) -> Result<Call> {
    let taps = axes.iter().map(|axis| axis.all(filter));
    taps::sample(taps.collect::<Result<_>>()?, input, output)
}

/// Plans the gradient of [`sample`] by its input, from that by its output.
pub fn gradient(filter: Filter, axes: &[Axis], gradients: Arg, output: Arg) -> Result<Call> {
    let taps = axes.iter().map(|axis| axis.all(filter)?.adjoint());
    taps::sample(taps.collect::<Result<_>>()?, gradients, output)
}
