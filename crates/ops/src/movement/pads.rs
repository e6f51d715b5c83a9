//! Tensors with more elements, or fewer, at both ends of dimensions, and the gradients of that.

#![forbid(unsafe_code)]

use super::Copies;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::adjoint::{self, Axis};
use hostnpu_tensor::{Layout, Value};

/// Elements beside a tensor. Counts may be negative: then elements are cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The elements in the mirror of the first and the last one, which are not repeated.
    Reflect,
    /// The first and the last element.
    Replicate,
    /// The elements from the other end.
    Circular,
}

/// Elements added before and behind a dimension.
#[derive(Clone, Copy, Debug)]
pub struct Padding {
    /// The dimension.
    pub axis: usize,
    /// Before the first element.
    pub low: i64,
    /// Behind the last element.
    pub high: i64,
}

/// Elements of the result that are elements of the tensor at equal distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    to: i64,
    from: i64,
    step: i64,
    count: i64,
}

impl Mode {
    /// Returns true if the mode gives an element for each place.
    pub fn reaches(self, extent: i64, Padding { low, high, .. }: Padding) -> bool {
        let left = extent + low.min(0) + high.min(0);
        match self {
            Self::Reflect => extent + low >= 0 && extent + high >= 0 && low.max(high) < extent,
            Self::Replicate => extent + low >= 0 && extent + high >= 0 && extent > 0,
            Self::Circular => left > 0 && low.max(high) <= left,
        }
    }

    /// The elements of a dimension, from the first to the last.
    fn runs(self, extent: i64, Padding { low, high, .. }: Padding) -> Vec<Run> {
        let length = extent + low + high;
        let run = |to, end: i64, from, step| Run {
            to,
            from,
            step,
            count: (end - to).max(0),
        };
        let mut runs = Vec::new();
        if self == Self::Circular {
            let (first, left) = ((-low).max(0), extent + low.min(0) + high.min(0));
            let mut to = 0;
            while to < length {
                let from = (to - low.max(0)).rem_euclid(left);
                let end = length.min(to + left - from);
                runs.push(run(to, end, first + from, 1));
                to = end;
            }
        } else {
            // The place of the first element, and behind that of the last one.
            let (start, end) = (low.clamp(0, length), (extent + low).clamp(0, length));
            let (before, behind) = match self {
                Self::Replicate => ((0, 0), (extent - 1, 0)),
                _ => ((low, -1), (2 * (extent - 1) - (end - low), -1)),
            };
            runs.push(run(0, start, before.0, before.1));
            runs.push(run(start, end, start - low, 1));
            runs.push(run(end, length, behind.0, behind.1));
        }
        runs.retain(|run| run.count > 0);
        runs
    }
}

/// Plans `input` with what `mode` says beside it. Each padding reaches.
pub fn pad(mode: Mode, input: Arg, paddings: &[Padding], output: Arg) -> Result<Call> {
    let mut copies = Copies::new([input, output]);
    let (source, target) = ((*copies.layout(0)).clone(), (*copies.layout(1)).clone());
    let mut parts = vec![(source.clone(), target)];
    for &padding in paddings {
        let axis = padding.axis;
        let runs = mode.runs(source.shape()[axis], padding);
        let cut = |(from, to): &(Layout, Layout), run: &Run| {
            let from = from.sliced(axis, run.from, run.count, run.step);
            (from, to.sliced(axis, run.to, run.count, 1))
        };
        let cuts = parts
            .iter()
            .flat_map(|part| runs.iter().map(move |run| cut(part, run)));
        parts = cuts.collect();
    }
    for (from, to) in parts {
        copies.copy((0, from), (1, to));
    }
    copies.finish()
}

/// Plans the gradient of [`pad`] by its input: each element is the sum of the elements of `input` that are copies of it.
pub fn backward(mode: Mode, input: Arg, paddings: &[Padding], output: Arg) -> Result<Call> {
    let (source, target) = (input.view.layout.clone(), output.view.layout.clone());
    let axis = |axis: usize| {
        let (extent, stride) = (target.shape()[axis], source.strides()[axis]);
        let padding = paddings.iter().find(|padding| padding.axis == axis);
        let Some(&padding) = padding else {
            return Axis::plain(extent, stride);
        };
        let of = |run: Run| {
            let backwards = run.step < 0;
            let last = run.count - 1;
            adjoint::Run {
                to: if backwards { run.from - last } else { run.from },
                to_step: run.step.abs(),
                from: stride * if backwards { run.to + last } else { run.to },
                from_step: if backwards { -stride } else { stride },
                count: run.count,
            }
        };
        let runs = mode.runs(extent, padding).into_iter().map(of);
        Axis::new(extent, runs.collect())
    };
    let axes = (0..target.rank()).map(axis).collect();
    adjoint::sum(input, axes, output)
}

/// Plans `input` in `output`, with `value` beside it.
pub fn constant(input: Arg, paddings: &[Padding], value: Value, output: Arg) -> Result<Call> {
    let mut copies = Copies::new([input, output]);
    let (mut from, mut to) = ((*copies.layout(0)).clone(), (*copies.layout(1)).clone());
    for &Padding { axis, low, .. } in paddings {
        let (extent, length) = (from.shape()[axis], to.shape()[axis]);
        let (start, end) = (low.clamp(0, length), (extent + low).clamp(0, length));
        let end = end.max(start);
        copies.fill(value, (1, to.sliced(axis, 0, start, 1)));
        copies.fill(value, (1, to.sliced(axis, end, length - end, 1)));
        from = from.sliced(axis, (-low).clamp(0, extent), end - start, 1);
        to = to.sliced(axis, start, end - start, 1);
    }
    copies.copy((0, from), (1, to));
    copies.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements of a dimension, by number.
    fn elements(mode: Mode, extent: i64, low: i64, high: i64) -> Vec<i64> {
        let padding = Padding { axis: 0, low, high };
        let runs = mode.runs(extent, padding);
        let mut elements = Vec::new();
        for run in runs {
            assert_eq!(run.to, elements.len() as i64);
            elements.extend((0..run.count).map(|k| run.from + k * run.step));
        }
        elements
    }

    #[test]
    fn each_place_has_its_element() {
        assert_eq!(
            elements(Mode::Reflect, 4, 2, 3),
            [2, 1, 0, 1, 2, 3, 2, 1, 0]
        );
        assert_eq!(elements(Mode::Reflect, 4, -1, 2), [1, 2, 3, 2, 1]);
        assert_eq!(elements(Mode::Replicate, 3, 5, -1), [0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(elements(Mode::Circular, 3, 3, 2), [0, 1, 2, 0, 1, 2, 0, 1]);
        assert_eq!(elements(Mode::Circular, 4, 1, -1), [2, 0, 1, 2]);
        assert_eq!(elements(Mode::Circular, 4, -1, -2), [1]);
    }
}
