//! Walking two views of one shape together.
//!
//! The order of dimensions is chosen once, by the strides of the output; neighbouring dimensions that both views step
//! through evenly become one. What is left are runs: stretches along the innermost dimension.

use smallvec::SmallVec;

use super::{Dims, Layout};

/// One dimension of a walk: extent, and the strides of input and output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axis {
    extent: i64,
    input: i64,
    output: i64,
}

/// A stretch of elements: `length` of them, from `input` and `output` on (counted from the base addresses).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// First element of the input.
    pub input: i64,
    /// First element of the output.
    pub output: i64,
    /// Number of elements.
    pub length: usize,
}

/// All elements of two views of one shape, in an order that suits memory.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Outermost first; the last one is the run.
    axes: SmallVec<[Axis; 8]>,
    input_offset: i64,
    output_offset: i64,
    numel: usize,
}

impl Walk {
    /// Pairs the elements of `input` and `output`.
    ///
    /// # Panics
    /// If their shapes differ or have more elements than memory.
    pub fn new(input: &Layout, output: &Layout) -> Self {
        assert_eq!(
            input.shape(),
            output.shape(),
            "a walk pairs views of one shape"
        );
        let numel = input
            .numel()
            .expect("a view has fewer elements than memory");
        let (input_offset, output_offset) = (input.offset(), output.offset());
        if input.is_contiguous() && output.is_contiguous() {
            // The way of most calls: one run, or one element, without looking at each dimension.
            let run = Axis {
                extent: numel as i64,
                input: 1,
                output: 1,
            };
            return Self {
                axes: (numel != 1).then_some(run).into_iter().collect(),
                input_offset,
                output_offset,
                numel,
            };
        }
        let axes: SmallVec<[Axis; 8]> = input
            .shape()
            .iter()
            .zip(input.strides().iter().zip(output.strides()))
            .filter(|&(&extent, _)| extent != 1)
            .map(|(&extent, (&input, &output))| Axis {
                extent,
                input,
                output,
            })
            .collect();
        Self {
            axes: merge(order(axes)),
            input_offset,
            output_offset,
            numel,
        }
    }

    /// Number of elements.
    pub fn numel(&self) -> usize {
        self.numel
    }

    /// Distance between neighbours of a run, in the input and in the output.
    pub fn run_strides(&self) -> (i64, i64) {
        self.axes
            .last()
            .map_or((1, 1), |axis| (axis.input, axis.output))
    }

    /// Elements of a whole run.
    pub fn run_length(&self) -> usize {
        self.axes.last().map_or(1, |axis| axis.extent as usize)
    }

    /// Whether both views are one run of neighbours: plain slices.
    pub fn is_flat(&self) -> bool {
        self.axes.len() <= 1 && self.run_strides() == (1, 1)
    }

    /// Returns the runs that hold elements `first` to `first + count` of the walk, in order. The first and the last one
    /// may be parts of runs.
    pub fn for_each_run(&self, first: usize, count: usize, mut visit: impl FnMut(Run)) {
        if count == 0 {
            return;
        }
        let Some((inner, outer)) = self.axes.split_last() else {
            visit(Run {
                input: self.input_offset,
                output: self.output_offset,
                length: 1,
            });
            return;
        };
        let run_length = inner.extent as usize;
        let mut start = first % run_length;
        let mut index = position(outer, first / run_length);
        let (mut input, mut output) = (self.input_offset, self.output_offset);
        for (axis, &i) in outer.iter().zip(&index) {
            input += i * axis.input;
            output += i * axis.output;
        }
        let mut left = count;
        loop {
            let length = left.min(run_length - start);
            visit(Run {
                input: input + start as i64 * inner.input,
                output: output + start as i64 * inner.output,
                length,
            });
            left -= length;
            if left == 0 {
                return;
            }
            start = 0;
            for (axis, i) in outer.iter().zip(&mut index).rev() {
                *i += 1;
                input += axis.input;
                output += axis.output;
                if *i < axis.extent {
                    break;
                }
                input -= axis.extent * axis.input;
                output -= axis.extent * axis.output;
                *i = 0;
            }
        }
    }
}

/// Largest output stride outermost, so that the output is written as it lies in memory. Stable: equal strides keep
/// the order of the dimensions.
fn order(mut axes: SmallVec<[Axis; 8]>) -> SmallVec<[Axis; 8]> {
    axes.sort_by_key(|axis| {
        (
            std::cmp::Reverse(axis.output.saturating_abs()),
            std::cmp::Reverse(axis.input.saturating_abs()),
        )
    });
    axes
}

/// Joins each axis with the one inside it where both views step evenly from one to the other.
fn merge(axes: SmallVec<[Axis; 8]>) -> SmallVec<[Axis; 8]> {
    let mut merged: SmallVec<[Axis; 8]> = SmallVec::new();
    for axis in axes {
        match merged.last_mut() {
            Some(outer)
                if outer.input == axis.input.wrapping_mul(axis.extent)
                    && outer.output == axis.output.wrapping_mul(axis.extent) =>
            {
                *outer = Axis {
                    extent: outer.extent * axis.extent,
                    ..axis
                };
            }
            _ => merged.push(axis),
        }
    }
    merged
}

/// The multi-index of the `n`-th run.
fn position(outer: &[Axis], mut n: usize) -> Dims {
    let mut index = Dims::from_elem(0, outer.len());
    for (i, axis) in index.iter_mut().zip(outer).rev() {
        let extent = axis.extent as usize;
        *i = (n % extent) as i64;
        n /= extent;
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strided(shape: &[i64], strides: &[i64], offset: i64) -> Layout {
        Layout::new(shape.into(), strides.into(), offset)
    }

    fn pairs(walk: &Walk, first: usize, count: usize) -> Vec<(i64, i64)> {
        let (input, output) = walk.run_strides();
        let mut pairs = Vec::new();
        walk.for_each_run(first, count, |run| {
            for k in 0..run.length as i64 {
                pairs.push((run.input + k * input, run.output + k * output));
            }
        });
        pairs
    }

    #[test]
    fn contiguous_views_are_flat() {
        let layout = Layout::contiguous(&[2, 3, 4]);
        let walk = Walk::new(&layout, &layout);
        assert!(walk.is_flat());
        assert_eq!(walk.run_length(), 24);
    }

    #[test]
    fn views_transposed_alike_are_flat() {
        let layout = strided(&[3, 4], &[1, 3], 7);
        let walk = Walk::new(&layout, &layout);
        assert!(walk.is_flat());
        assert_eq!(
            pairs(&walk, 0, 12),
            (7..19).map(|i| (i, i)).collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_part_of_the_walk_is_that_part_of_the_whole() {
        let walk = Walk::new(
            &strided(&[3, 4, 5], &[40, 10, 2], 1),
            &strided(&[3, 4, 5], &[1, 3, 12], 2),
        );
        let whole = pairs(&walk, 0, 60);
        for first in 0..60 {
            for count in 0..=60 - first {
                assert_eq!(
                    pairs(&walk, first, count),
                    whole[first..first + count],
                    "{first}, {count}"
                );
            }
        }
    }

    #[test]
    fn every_element_is_paired_by_its_index() {
        let (input, output) = (
            strided(&[3, 2, 4], &[4, 0, 1], 5),
            strided(&[3, 2, 4], &[2, 1, 6], 0),
        );
        let mut got = pairs(&Walk::new(&input, &output), 0, 24);
        let mut want = Vec::new();
        for i in 0..3 {
            for j in 0..2 {
                for k in 0..4 {
                    want.push((5 + 4 * i + k, 2 * i + j + 6 * k));
                }
            }
        }
        got.sort_unstable();
        want.sort_unstable();
        assert_eq!(got, want);
    }

    #[test]
    fn rank_zero_is_one_element() {
        let scalar = strided(&[], &[], 3);
        let walk = Walk::new(&scalar, &scalar);
        assert!(walk.is_flat());
        assert_eq!(pairs(&walk, 0, 1), [(3, 3)]);
    }
}
