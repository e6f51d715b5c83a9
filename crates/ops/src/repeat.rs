//! Elements that are repeated one by one, and sums of what was repeated.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{
    Any, Read, ReadAny, ReadIndices, Temporary, Write, WriteAny, kernel, operands,
};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::{Dtype, cuts};

/// Numbers of repetitions.
pub enum Repeats {
    /// All as often.
    All(i64),
    /// As a tensor of integers says when the call runs: for each element, or in its one element for all.
    Tensor(Arg),
}

impl Repeats {
    /// Refuses a tensor that has not one number, or one for each of `count` elements.
    fn split(self, count: usize) -> Result<(Times, Option<Arg>)> {
        match self {
            Self::All(times) => Ok((Times::All(times), None)),
            Self::Tensor(arg) if arg.view.numel() == Some(1) => Ok((Times::One, Some(arg))),
            Self::Tensor(arg) => {
                arg.require_numel(count)?;
                Ok((Times::Each, Some(arg)))
            }
        }
    }
}

/// Numbers of repetitions, bound to memory.
#[derive(Clone, Copy)]
enum Times {
    All(i64),
    One,
    Each,
}

impl Times {
    /// Writes where the repetitions of each element begin, and where the last ones end, which has to be at `total`. There is one start more than elements.
    fn starts(self, repeats: IndexSlice<i64>, total: usize, starts: &mut [u64]) -> Result<()> {
        let mut end = 0_i128;
        starts[0] = 0;
        for (i, start) in starts[1..].iter_mut().enumerate() {
            let times = match self {
                Self::All(times) => times,
                Self::One => repeats.get(0),
                Self::Each => repeats.get(i),
            };
            if times < 0 {
                let position = if matches!(self, Self::Each) { i } else { 0 };
                let got = format!("{times} at [{position}]");
                return Err(Error::value("repeats", got, "0 or more"));
            }
            end += i128::from(times);
            *start = u64::try_from(end).unwrap_or(u64::MAX);
        }
        if end == total as i128 {
            return Ok(());
        }
        let got = format!("{end} repetitions together");
        let allowed = format!("{total}, as many as the other tensor has room for along the axis");
        Err(Error::value("repeats", got, allowed))
    }
}

/// Sizes around a dimension: of the dimensions before it, of itself, of those behind it.
fn around(shape: &[i64], axis: usize) -> [usize; 3] {
    let product = |extents: &[i64]| extents.iter().product::<i64>() as usize;
    let length = shape.get(axis).map_or(1, |&extent| extent as usize);
    let behind = shape.get(axis + 1..).unwrap_or_default();
    [
        product(&shape[..axis.min(shape.len())]),
        length,
        product(behind),
    ]
}

/// Plans `output = ` each element of `input` along dimension `axis`, or of all its elements in row-major order, repeated as often as `repeats` say.
pub fn interleave(input: Arg, axis: Option<usize>, repeats: Repeats, output: Arg) -> Result<Call> {
    let dtype = input.view.dtype;
    let numel = [input.view.numel().unwrap_or(0) as i64];
    let axes = match axis {
        Some(axis) => around(input.view.layout.shape(), axis),
        None => around(&numel, 0),
    };
    plan(Some(input), dtype, axes, repeats, output)
}

/// Plans `output = ` each index of `repeats`, as often as the element there says.
pub fn indices(repeats: Arg, output: Arg) -> Result<Call> {
    let count = repeats.view.numel().unwrap_or(0);
    plan(
        None,
        Dtype::I64,
        [1, count, 1],
        Repeats::Tensor(repeats),
        output,
    )
}

operands! {
    struct Interleave => InterleaveAt {
        output: WriteAny,
        /// Without it elements are their indices.
        input: Option<ReadAny>,
        repeats: Option<ReadIndices<i64>>,
        starts: Temporary<u64>,
    }
}

fn plan(
    input: Option<Arg>,
    dtype: Dtype,
    [outer, length, inner]: [usize; 3],
    repeats: Repeats,
    output: Arg,
) -> Result<Call> {
    let (times, repeats) = repeats.split(length)?;
    let elements = output.view.numel().unwrap_or(0);
    // Elements of the output along the axis.
    let total = elements / (outer * inner).max(1);
    output.require_numel(outer * total * inner)?;
    let bytes = inner * dtype.bits() / 8;
    let operands = Interleave {
        output: WriteAny::of(output, dtype),
        input: input.map(ReadAny::from),
        repeats: repeats.map(ReadIndices::from),
        starts: Temporary::of(length + 1),
    };
    let cost = outer.saturating_mul(total).saturating_mul(bytes);
    let cost = cost.saturating_add(8 * length);
    kernel(operands, cost, move |at: InterleaveAt| {
        times.starts(at.repeats.unwrap_or_default(), total, at.starts)?;
        let starts = &*at.starts;
        let input = at.input.map(Any::bytes);
        let piece = (grain::MOVED_BYTES / bytes.max(1)).max(1);
        let parts = at.output.chunks(piece * inner);
        cuts::try_for_each_part(parts, |number, output| {
            let first = number * piece;
            let rows = first..first + output.count() / inner;
            match input {
                Some(input) => {
                    let output = output.bytes();
                    each_run(starts, rows, |run, outer, source| {
                        let row = &input[(outer * length + source) * bytes..][..bytes];
                        repeat(row, &mut output[run.start * bytes..run.end * bytes]);
                    });
                }
                None => {
                    let output = output.of::<i64>()?;
                    each_run(starts, rows, |run, _, source| {
                        output[run].fill(source as i64)
                    });
                }
            }
            Ok(())
        })
    })
}

/// Calls `visit` with each run of rows of the output that are the same element: the run, counted from the first of `rows`, the number of the element before the axis, and that
/// along it, whose repetitions begin at `starts`.
fn each_run(starts: &[u64], rows: Range<usize>, mut visit: impl FnMut(Range<usize>, usize, usize)) {
    let total = starts.last().map_or(0, |&end| end as usize);
    let mut row = rows.start;
    while row < rows.end {
        let (outer, first) = (row / total, row % total);
        // The last that begins at or before it and has a repetition.
        let source = starts.partition_point(|&start| start <= first as u64) - 1;
        let count = (starts[source + 1] as usize - first).min(rows.end - row);
        let run = row - rows.start..row - rows.start + count;
        visit(run, outer, source);
        row += count;
    }
}

/// Copies a row of bytes as often as there is room, one copy behind the other.
fn repeat(row: &[u8], to: &mut [u8]) {
    match row.len() {
        1 => fill::<1>(row, to),
        2 => fill::<2>(row, to),
        4 => fill::<4>(row, to),
        8 => fill::<8>(row, to),
        bytes => to
            .chunks_exact_mut(bytes.max(1))
            .for_each(|to| to.copy_from_slice(row)),
    }
}

/// The same for a row of `N` bytes.
fn fill<const N: usize>(row: &[u8], to: &mut [u8]) {
    if let Some(&row) = row.first_chunk::<N>() {
        to.as_chunks_mut::<N>().0.fill(row);
    }
}

operands! {
    struct Sums => SumsAt {
        input: Read<f64>,
        repeats: ReadIndices<i64>,
        output: Write<f64>,
        starts: Temporary<u64>,
    }
}

/// Plans `output = ` the sums of what [`interleave`] would repeat along dimension `axis`, added in DOUBLE in their order and rounded once. One element of
/// repeats stands for groups of one size.
pub fn sums(input: Arg, axis: usize, repeats: Arg, output: Arg) -> Result<Call> {
    let [outer, length, inner] = around(input.view.layout.shape(), axis);
    let [_, groups, _] = around(output.view.layout.shape(), axis);
    output.require_numel(outer * groups * inner)?;
    let times = match repeats.view.numel() {
        Some(1) => Times::All((length / groups.max(1)) as i64),
        _ => {
            repeats.require_numel(groups)?;
            Times::Each
        }
    };
    let operands = Sums {
        input: input.into(),
        repeats: repeats.into(),
        output: output.into(),
        starts: Temporary::of(groups + 1),
    };
    let cost = outer.saturating_mul(length).saturating_mul(inner);
    kernel(operands, cost.saturating_mul(8), move |at: SumsAt| {
        times.starts(at.repeats, length, at.starts)?;
        let starts = &*at.starts;
        let piece = (grain::MOVED_BYTES / (inner * size_of::<f64>()).max(1)).max(1);
        let parts = cuts::chunks(at.output, piece * inner);
        cuts::for_each_part(parts, |number, output| {
            for (row, sums) in (number * piece..).zip(output.chunks_mut(inner)) {
                let (outer, group) = (row / groups, row % groups);
                sums.fill(0.0);
                let [start, end] = [starts[group], starts[group + 1]].map(|at| at as usize);
                let rows = &at.input[(outer * length + start) * inner..][..(end - start) * inner];
                for terms in rows.chunks_exact(inner) {
                    sums.iter_mut()
                        .zip(terms)
                        .for_each(|(sum, term)| *sum += term);
                }
            }
        });
        Ok(())
    })
}
