//! The engine of weighted samples: each element of the output is a sum of elements of the input, with weights that are products of one for each axis.
//! Changes of size are such sums, and their gradients are the same with the roles of both sides exchanged.
//!
//! Sums are computed in DOUBLE, in the order of the taps, and rounded once.

#![forbid(unsafe_code)]

use super::convert::{convertible, load, store};
use super::operands::{Any, AnyMut, ReadAny, Temporary, WriteAny, kernel, operands};
use super::window::Parts;
use crate::grain;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_tensor::{Dtype, cuts, parallel, table};

/// An element of the input along an axis, and its weight.
pub type Tap = (usize, f64);

/// Elements and weights of each element of the output along an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Taps {
    /// Elements of the input.
    extent: usize,
    /// For each element of the output, where its taps begin.
    starts: Vec<usize>,
    taps: Vec<Tap>,
}

impl Taps {
    /// An axis of one element, which is taken as it is.
    fn single() -> Self {
        Self {
            extent: 1,
            starts: vec![0, 1],
            taps: vec![(0, 1.0)],
        }
    }

    /// The taps of so many elements of the output over so many elements of the input: a function adds those of each element to an empty list. Neighbouring taps of one
    /// element are one.
    pub fn new(
        extent: usize,
        count: usize,
        mut of: impl FnMut(usize, &mut Vec<Tap>) -> Result<()>,
    ) -> Result<Self> {
        let mut starts = table::with_room(count.saturating_add(1))?;
        // Of few elements two each, as linear filters have.
        let room = count.saturating_add(count.min(1 << 10));
        let mut taps: Vec<Tap> = table::with_room(room)?;
        let mut list = Vec::new();
        starts.push(0);
        for element in 0..count {
            of(element, &mut list)?;
            let first = taps.len();
            table::reserve(&mut taps, list.len())?;
            for (place, weight) in list.drain(..) {
                match taps[first..].last_mut() {
                    Some(last) if last.0 == place => last.1 += weight,
                    _ => taps.push((place, weight)),
                }
            }
            starts.push(taps.len());
        }
        Ok(Self {
            extent,
            starts,
            taps,
        })
    }

    /// The shares of each element of the input, as taps over the output.
    pub fn adjoint(&self) -> Result<Self> {
        let of = |element| {
            let own = self.of(element).iter();
            own.map(move |&(place, weight)| (place, (element, weight)))
        };
        let all = (0..self.count()).flat_map(of);
        let (starts, taps) = table::grouped(self.extent, self.taps.len(), all)?;
        Ok(Self {
            extent: self.count(),
            starts,
            taps,
        })
    }

    /// Elements of the output.
    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    fn of(&self, element: usize) -> &[Tap] {
        &self.taps[self.starts[element]..self.starts[element + 1]]
    }
}

/// Plans samples along the last axes of `input`, up to three.
pub fn sample(axes: Vec<Taps>, input: Arg, output: Arg) -> Result<Call> {
    let (from, to) = (input.view.layout.shape(), output.view.layout.shape());
    let outer = from.len().saturating_sub(axes.len());
    let extents = axes.iter().map(|taps| taps.extent as i64);
    let counts = axes.iter().map(|taps| taps.count() as i64);
    let inside = |taps: &Taps| taps.taps.iter().all(|&(place, _)| place < taps.extent);
    let fits = from.len() == to.len()
        && axes.len() <= 3
        && from[..outer] == to[..outer]
        && extents.eq(from[outer..].iter().copied())
        && counts.eq(to[outer..].iter().copied())
        && axes.iter().all(inside);
    if !fits {
        return Err(Reason::Internal("samples of other shapes".into()).into());
    }
    let planes = from[..outer].iter().product::<i64>() as usize;
    let (taken, given) = (input.view.dtype, output.view.dtype);
    if !convertible(taken, Dtype::F64) || !convertible(Dtype::F64, given) {
        return Err(Error::dtype(output.name, given, "real numbers"));
    }
    let missing = 3 - axes.len();
    let mut axes = axes.into_iter();
    let axes = [0, 1, 2].map(|k| {
        (k >= missing)
            .then(|| axes.next())
            .flatten()
            .unwrap_or_else(Taps::single)
    });
    let samples = Samples { planes, axes };
    let parts = Parts::new(
        samples.rows(),
        (samples.results() / grain::PRODUCTS).min(4 * parallel::threads()),
    );
    let ([_, _, width], numbers) = (&samples.axes, samples.numbers());
    let to_row = width.count();
    let cost = samples.cost();
    let operands = Sampling {
        input: input.into(),
        output: WriteAny::of(output, given),
        numbers: parts.memory(numbers),
    };
    kernel(operands, cost, move |at: SamplingAt| {
        let cut = (
            at.output.chunks(parts.elements(to_row)),
            cuts::chunks(at.numbers, numbers),
        );
        cuts::try_for_each_part(cut, |part, (mut output, numbers)| {
            for (number, row) in parts.range(part).enumerate() {
                let output = output.part(number * to_row..(number + 1) * to_row);
                samples.row(row, at.input, numbers, output)?;
            }
            Ok(())
        })
    })
}

operands! {
    struct Sampling => SamplingAt {
        input: ReadAny,
        output: WriteAny,
        /// Of each part: a row of the input, a sum of rows, and a row of results.
        numbers: Temporary<f64>,
    }
}

struct Samples {
    planes: usize,
    axes: [Taps; 3],
}

impl Samples {
    fn rows(&self) -> usize {
        let [depth, height, _] = &self.axes;
        self.planes * depth.count() * height.count()
    }

    fn results(&self) -> usize {
        self.rows().saturating_mul(self.axes[2].count())
    }

    fn cost(&self) -> usize {
        let taken = self.axes.iter().map(|taps| taps.extent);
        let taken = taken.fold(self.planes, usize::saturating_mul);
        self.results().saturating_add(taken).saturating_mul(16)
    }

    /// Numbers of scratch memory of a part: a row of the input, a sum of rows, and a row of results.
    fn numbers(&self) -> usize {
        let width = &self.axes[2];
        2 * width.extent + width.count()
    }

    /// Computes a row of the output.
    fn row(&self, number: usize, input: Any, numbers: &mut [f64], output: AnyMut) -> Result<()> {
        let [depth, height, width] = &self.axes;
        let (rest, y) = (number / height.count(), number % height.count());
        let (plane, z) = (rest / depth.count(), rest % depth.count());
        let (row, rest) = numbers.split_at_mut(width.extent);
        let (sums, results) = rest.split_at_mut(width.extent);
        let mut is_first = true;
        for &(z, a) in depth.of(z) {
            for &(y, b) in height.of(y) {
                let number = (plane * depth.extent + z) * height.extent + y;
                let first = number * width.extent;
                load(input.part(first..first + width.extent), row)?;
                let (weight, pairs) = (a * b, sums.iter_mut().zip(&*row));
                match is_first {
                    true => pairs.for_each(|(sum, number)| *sum = weight * number),
                    false => pairs.for_each(|(sum, number)| *sum += weight * number),
                }
                is_first = false;
            }
        }
        if is_first {
            sums.fill(0.0);
        }
        for (x, result) in results.iter_mut().enumerate() {
            let product = |&(place, weight): &Tap| weight * sums[place];
            *result = match width.of(x) {
                [] => 0.0,
                [first, others @ ..] => others
                    .iter()
                    .fold(product(first), |sum, tap| sum + product(tap)),
            };
        }
        store(results, output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_tap_and_the_adjoint_gives_back() {
        let lists = [vec![(0, 0.25), (0, 0.75)], vec![(0, 0.5), (2, 0.5)]];
        let taps = Taps::new(3, lists.len(), |element, list| {
            list.extend(&lists[element]);
            Ok(())
        });
        let taps = taps.unwrap();
        assert_eq!(taps.of(0), [(0, 1.0)]);
        let adjoint = taps.adjoint().unwrap();
        assert_eq!(adjoint.of(0), [(0, 1.0), (1, 0.5)]);
        assert_eq!(adjoint.of(1), []);
        assert_eq!(adjoint.of(2), [(1, 0.5)]);
        assert_eq!(adjoint.adjoint().unwrap(), taps);
    }
}
