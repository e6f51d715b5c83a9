//! Elements that are repeated one by one, and sums of what was repeated.

use super::engine::dense::{self, Kernel, Operand, index_slice, slice, slice_mut};
use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::{Dtype, parallel};

/// Bytes that one thread takes at a time.
const PIECE: usize = 1 << 16;

/// How often elements are repeated.
pub enum Repeats {
    /// All as often.
    All(i64),
    /// As a tensor of integers says when the call runs: for each element, or in its one element for all.
    Tensor(Arg),
}

impl Repeats {
    fn split(self) -> (Times, Option<Operand>) {
        match self {
            Self::All(times) => (Times::All(times), None),
            Self::Tensor(arg) => {
                let times = match arg.view.numel() {
                    Some(1) => Times::One,
                    _ => Times::Each,
                };
                (times, Some(Operand::read(arg, Dtype::I64)))
            }
        }
    }
}

/// How often, as the kernel knows it.
#[derive(Clone, Copy)]
enum Times {
    All(i64),
    One,
    Each,
}

impl Times {
    /// Writes where the repetitions of each of `count` elements begin, and where the last ones end, which has to be at `total`.
    ///
    /// # Safety
    /// The tensor of repeats, if there is one, lies at `place`.
    unsafe fn starts(
        self,
        place: usize,
        count: usize,
        total: usize,
        starts: &mut [usize],
    ) -> Result<()> {
        // SAFETY: the caller's promise.
        let numbers = unsafe {
            match self {
                Self::All(_) => IndexSlice::default(),
                Self::One => index_slice::<i64>(place, 1),
                Self::Each => index_slice::<i64>(place, count),
            }
        };
        let mut end = 0_i128;
        starts[0] = 0;
        for (i, start) in starts[1..].iter_mut().enumerate() {
            let times = match self {
                Self::All(times) => times,
                Self::One => numbers.get(0),
                Self::Each => numbers.get(i),
            };
            if times < 0 {
                let position = if matches!(self, Self::Each) { i } else { 0 };
                let got = format!("{times} at [{position}]");
                return Err(Error::value("repeats", got, "0 or more"));
            }
            end += i128::from(times);
            *start = usize::try_from(end).unwrap_or(usize::MAX);
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

fn plan(
    input: Option<Arg>,
    dtype: Dtype,
    [outer, length, inner]: [usize; 3],
    repeats: Repeats,
    output: Arg,
) -> Result<Call> {
    let (times, repeats) = repeats.split();
    let elements = output.view.numel().unwrap_or(0);
    let kernel = Interleave {
        outer,
        length,
        total: elements / (outer * inner).max(1),
        bytes: inner * dtype.bits() / 8,
        times,
        has_input: input.is_some(),
    };
    let mut operands = vec![Operand::write(output, dtype)];
    operands.extend(input.map(|input| Operand::read(input, dtype)));
    operands.extend(repeats);
    dense::plan(kernel, operands)
}

struct Interleave {
    outer: usize,
    length: usize,
    /// Elements of the output along the axis.
    total: usize,
    /// Of what lies behind an element of the axis.
    bytes: usize,
    times: Times,
    /// Without one, elements are their indices.
    has_input: bool,
}

impl Kernel for Interleave {
    fn cost(&self) -> usize {
        let written = self
            .outer
            .saturating_mul(self.total)
            .saturating_mul(self.bytes);
        written.saturating_add(8 * self.length)
    }

    fn scratch(&self) -> usize {
        (self.length + 1) * size_of::<usize>()
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let memory = scratch.take(self.scratch())?.expose_provenance();
        // SAFETY: memory of that size, and the caller's promise for the repeats.
        let starts = unsafe { slice_mut::<usize>(memory, self.length + 1) };
        let repeats = places[1 + usize::from(self.has_input)..].first();
        // SAFETY: as above.
        unsafe {
            self.times.starts(
                repeats.copied().unwrap_or(0),
                self.length,
                self.total,
                starts,
            )?
        };
        let rows = self.outer * self.total;
        let piece = (PIECE / self.bytes.max(1)).max(1);
        parallel::for_each_piece(rows.div_ceil(piece), |number| {
            let end = rows.min((number + 1) * piece);
            let mut at = number * piece;
            while at < end {
                let (outer, first) = (at / self.total, at % self.total);
                // The element that is repeated there: the last that begins at or before it and has a repetition.
                let source = starts.partition_point(|&start| start <= first) - 1;
                let count = (starts[source + 1] - first).min(end - at);
                let to = places[0] + at * self.bytes;
                // SAFETY: the caller's promise; pieces are disjoint parts of the output.
                unsafe {
                    match self.has_input {
                        true => {
                            let from = places[1] + (outer * self.length + source) * self.bytes;
                            repeat(from, to, self.bytes, count);
                        }
                        false => slice_mut::<i64>(to, count).fill(source as i64),
                    }
                }
                at += count;
            }
        });
        Ok(())
    }
}

/// Copies `bytes` bytes `count` times, one behind the other.
///
/// # Safety
/// They may be read at `from`, and so often written at `to`.
unsafe fn repeat(from: usize, to: usize, bytes: usize, count: usize) {
    // SAFETY: the caller's promise; elements are moved as bytes.
    unsafe {
        match bytes {
            1 => slice_mut::<[u8; 1]>(to, count).fill(slice(from, 1)[0]),
            2 => slice_mut::<[u8; 2]>(to, count).fill(slice(from, 1)[0]),
            4 => slice_mut::<[u8; 4]>(to, count).fill(slice(from, 1)[0]),
            8 => slice_mut::<[u8; 8]>(to, count).fill(slice(from, 1)[0]),
            _ => {
                let row = slice::<u8>(from, bytes);
                let rows = slice_mut::<u8>(to, bytes * count).chunks_exact_mut(bytes.max(1));
                rows.for_each(|target| target.copy_from_slice(row));
            }
        }
    }
}

/// Plans `output = ` the sums of what [`interleave`] would repeat along dimension `axis`, added in DOUBLE in their order and rounded once. One element of
/// repeats stands for groups of one size.
pub fn sums(input: Arg, axis: usize, repeats: Arg, output: Arg) -> Result<Call> {
    let [outer, length, inner] = around(input.view.layout.shape(), axis);
    let [_, groups, _] = around(output.view.layout.shape(), axis);
    let times = match repeats.view.numel() {
        Some(1) => Times::All((length / groups.max(1)) as i64),
        _ => Times::Each,
    };
    let kernel = Sums {
        outer,
        length,
        inner,
        groups,
        times,
    };
    let operands = [
        Operand::read(input, Dtype::F64),
        Operand::read(repeats, Dtype::I64),
        Operand::write(output, Dtype::F64),
    ];
    dense::plan(kernel, operands)
}

struct Sums {
    outer: usize,
    length: usize,
    inner: usize,
    groups: usize,
    times: Times,
}

impl Kernel for Sums {
    fn cost(&self) -> usize {
        let read = self
            .outer
            .saturating_mul(self.length)
            .saturating_mul(self.inner);
        read.saturating_mul(8)
    }

    fn scratch(&self) -> usize {
        (self.groups + 1) * size_of::<usize>()
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let memory = scratch.take(self.scratch())?.expose_provenance();
        // SAFETY: memory of that size, and the caller's promise for the repeats.
        let starts = unsafe { slice_mut::<usize>(memory, self.groups + 1) };
        // SAFETY: as above.
        unsafe {
            self.times
                .starts(places[1], self.groups, self.length, starts)?
        };
        let bytes = self.inner * size_of::<f64>();
        let rows = self.outer * self.groups;
        let piece = (PIECE / bytes.max(1)).max(1);
        parallel::for_each_piece(rows.div_ceil(piece), |number| {
            for row in number * piece..rows.min((number + 1) * piece) {
                let (outer, group) = (row / self.groups, row % self.groups);
                // SAFETY: the caller's promise; rows of the output are disjoint.
                let sums = unsafe { slice_mut::<f64>(places[2] + row * bytes, self.inner) };
                sums.fill(0.0);
                for at in starts[group]..starts[group + 1] {
                    let from = places[0] + (outer * self.length + at) * bytes;
                    // SAFETY: the caller's promise.
                    let terms = unsafe { slice::<f64>(from, self.inner) };
                    sums.iter_mut()
                        .zip(terms)
                        .for_each(|(sum, term)| *sum += term);
                }
            }
        });
        Ok(())
    }
}
