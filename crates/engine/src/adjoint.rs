//! The adjoint engine: each element of the output is the sum of the elements of the input that were copied from it: gradients of pads and of
//! windows.
//!
//! Sums are computed in DOUBLE, in an order that depends on the shape only, and rounded once.

use super::overlaps::operands;
use super::tile::bytes_of;
use hostnpu_kernels::memory::Region;
use smallvec::{SmallVec, smallvec};

use super::block::{Size, Strides, copy};
use super::convert::Steps;
use super::overlaps::{span, staged};
use crate::grain;
use crate::{Arg, Call, Plan};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, Layout, parallel, share_memory_at, table};

/// Elements of a row that are summed at a time.
const TILE: usize = 512;

/// Elements of the output along a dimension, and what is added to each: element `to + k * to_step` gains the input's element `from + k * from_step`,
/// counted along this dimension from the first, for all `k` below `count`.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The first element that gains.
    pub to: i64,
    /// To the next, 0 or more.
    pub to_step: i64,
    /// The first element that is added, in elements of memory.
    pub from: i64,
    /// To the next, in elements of memory.
    pub from_step: i64,
    /// Number of addends.
    pub count: i64,
}

/// A dimension of the output.
#[derive(Clone, Debug)]
pub struct Axis {
    extent: i64,
    runs: Vec<Run>,
}

impl Axis {
    /// A dimension whose elements gain what the runs say, in their order.
    pub fn new(extent: i64, runs: Vec<Run>) -> Self {
        Self { extent, runs }
    }

    /// A dimension of both tensors.
    pub fn plain(extent: i64, stride: i64) -> Self {
        let run = Run {
            to: 0,
            to_step: 1,
            from: 0,
            from_step: stride,
            count: extent,
        };
        Self::new(extent, vec![run])
    }
}

/// The elements that each element of an outer dimension gains.
struct Outer {
    extent: usize,
    /// For each element, where its distances begin.
    starts: Vec<usize>,
    /// Distances in the input, in bytes.
    distances: Vec<isize>,
    /// Bytes between neighbours of the output.
    stride: isize,
}

impl Outer {
    fn new(axis: &Axis, size: usize, stride: isize) -> Result<Self> {
        let extent = axis.extent as usize;
        let places = |run: &Run| {
            let run = *run;
            (0..run.count).map(move |k| {
                let distance = (run.from + k * run.from_step) as isize * size as isize;
                ((run.to + k * run.to_step) as usize, distance)
            })
        };
        let counts = axis.runs.iter().map(|run| run.count as usize);
        let count = counts.fold(0, usize::saturating_add);
        let all = axis.runs.iter().flat_map(places);
        let (starts, distances) = table::grouped(extent, count, all)?;
        Ok(Self {
            extent,
            starts,
            distances,
            stride,
        })
    }

    /// The most that an element gains.
    fn longest(&self) -> usize {
        let lengths = self.starts.windows(2).map(|ends| ends[1] - ends[0]);
        lengths.max().unwrap_or(0)
    }
}

struct Sums {
    outer: SmallVec<[Outer; 4]>,
    last: Axis,
    /// Bytes of a number of the input and of the output: of complex ones, of a part.
    widths: (usize, usize),
    load: Steps,
    store: Steps,
    /// Numbers of an element.
    parts: usize,
    /// Bytes of an element of the input.
    size: usize,
    from: isize,
    to: (isize, isize),
    tiles: usize,
    rows: usize,
    workspace: usize,
}

/// Plans sums of elements of `input`, whose distances from its first one are those of the axes together, one for each dimension of `output`.
/// Real floating-point numbers, or complex ones of both tensors.
pub fn sum(input: Arg, mut axes: Vec<Axis>, output: Arg) -> Result<Call> {
    let (taken, given) = (input.view.dtype, output.view.dtype);
    let extents = axes.iter().map(|axis| axis.extent);
    if taken.is_complex() != given.is_complex()
        || !extents.eq(output.view.layout.shape().iter().copied())
    {
        return Err(Reason::Internal("sums of another kind or shape".into()).into());
    }
    check_inside(&input, &axes)?;
    output.check_distinct_elements()?;
    if output.view.layout.is_empty() {
        return Ok(Call::nothing([input, output]));
    }
    let refused = || Error::dtype(output.name, given, "floating-point and complex numbers");
    let load = Steps::new(taken.real(), Dtype::F64).ok_or_else(refused)?;
    let store = Steps::new(Dtype::F64, given.real()).ok_or_else(refused)?;
    let bytes = |dtype: Dtype| dtype.bits() / 8;
    let (size, written) = (bytes(taken), bytes(given));
    let (from, to) = (&input.view.layout, &output.view.layout);
    let places = |elements: i64| elements as isize * written as isize;
    let last = axes.pop().unwrap_or_else(|| Axis::plain(1, 0));
    let strides = to.strides();
    let outer = axes.iter().zip(strides);
    let outer = outer.map(|(axis, &stride)| Outer::new(axis, size, places(stride)));
    let outer: SmallVec<[Outer; 4]> = outer.collect::<Result<_>>()?;
    // A tile has all combinations of them.
    let longest = outer.iter().map(Outer::longest);
    table::with_room::<isize>(longest.fold(1, usize::saturating_mul))?;
    let overlaps = share_memory_at(
        (&input.view, input.view.address),
        (&output.view, output.view.address),
    );
    let known = input.view.address != 0 && output.view.address != 0;
    let plan = Sums {
        rows: outer.iter().map(|axis| axis.extent).product(),
        outer,
        tiles: (last.extent as usize).div_ceil(TILE),
        last,
        widths: (bytes(taken.real()), bytes(given.real())),
        load,
        store,
        parts: if given.is_complex() { 2 } else { 1 },
        size,
        from: from.offset() as isize * size as isize,
        to: (
            places(to.offset()),
            places(strides.last().copied().unwrap_or(1)),
        ),
        workspace: match known && overlaps {
            true => with_alignment(span(&input).1),
            false => 0,
        },
    };
    Ok(Call::new(plan, [input, output]))
}

/// Refuses distances that leave the input, and runs that leave the output.
fn check_inside(input: &Arg, axes: &[Axis]) -> Result<()> {
    let (mut low, mut high) = (0_i64, 0_i64);
    for axis in axes {
        let (mut first, mut last) = (i64::MAX, i64::MIN);
        for run in axis.runs.iter().filter(|run| run.count > 0) {
            let end = run.to + (run.count - 1) * run.to_step;
            if run.to < 0 || run.to_step < 0 || end >= axis.extent {
                return Err(Reason::Internal("a run outside its dimension".into()).into());
            }
            let distances = [run.from, run.from + (run.count - 1) * run.from_step];
            first = distances.into_iter().fold(first, i64::min);
            last = distances.into_iter().fold(last, i64::max);
        }
        if first > last {
            return Ok(());
        }
        (low, high) = (low.saturating_add(first), high.saturating_add(last));
    }
    let layout: &Layout = &input.view.layout;
    let inside = layout.reach().is_some_and(|reach| {
        let offset = layout.offset();
        offset.saturating_add(low) >= reach.lowest && offset.saturating_add(high) <= reach.highest
    });
    match inside {
        true => Ok(()),
        false => Err(Reason::Internal("sums of elements that are none".into()).into()),
    }
}

/// Memory of a thread for the elements that are summed at a time.
struct Tiles<'t> {
    raw: &'t mut [f64],
    wide: &'t mut [f64],
    sums: &'t mut [f64],
    rounded: [&'t mut [f64]; 2],
}

impl<'t> Tiles<'t> {
    /// Number of tiles.
    const COUNT: usize = 5;

    /// Parts of memory for all of them.
    fn of(memory: &'t mut [f64]) -> Self {
        let width = memory.len() / Self::COUNT;
        let (raw, rest) = memory.split_at_mut(width);
        let (wide, rest) = rest.split_at_mut(width);
        let (sums, rest) = rest.split_at_mut(width);
        Self {
            raw,
            wide,
            sums,
            rounded: rest.split_at_mut(width).into(),
        }
    }
}

impl Sums {
    /// Elements of a tile: no more than there are along the last dimension, or are added at a time.
    fn tile_width(&self) -> usize {
        let runs = self.last.runs.iter().map(|run| run.count);
        let longest = runs.max().unwrap_or(0).max(self.last.extent);
        (longest as usize).min(TILE)
    }

    /// Adds what lies at the distances from `from` to the sums of the elements from `start` on.
    fn add(&self, from: Region, start: usize, length: usize, tiles: &mut Tiles) {
        let Tiles {
            raw, wide, sums, ..
        } = tiles;
        let sums = &mut sums[..length];
        let (start, end) = (start as i64, (start + length) as i64);
        let width = self.widths.0;
        for run in &self.last.runs {
            let (first, behind) = match run.to_step {
                0 if (start..end).contains(&run.to) => (0, run.count),
                0 => continue,
                // The first at `place` or behind it.
                step => {
                    let number = |place: i64| (place - run.to + step - 1).div_euclid(step);
                    (number(start).max(0), number(end).min(run.count))
                }
            };
            let mut k = first;
            while k < behind {
                let count = (behind - k).min(raw.len() as i64);
                let distance = (run.from + k * run.from_step) as isize * self.size as isize;
                let strides = Strides {
                    row: 0,
                    column: run.from_step as isize * self.size as isize,
                };
                let block = Size {
                    rows: 1,
                    columns: count as usize,
                };
                let source = from.moved(distance);
                let to = bytes_of(raw);
                let dense = Strides::dense(width, block);
                copy(width, (source, strides), (to, dense), block, false);
                let mut is_wide = false;
                for step in self.load.iter() {
                    step.run(to, bytes_of(wide), block.columns);
                    is_wide = true;
                }
                let numbers = if is_wide { &*wide } else { &*raw };
                let numbers = &numbers[..block.columns];
                let at = (run.to + k * run.to_step - start) as usize;
                match run.to_step {
                    0 => numbers.iter().for_each(|number| sums[at] += number),
                    1 => {
                        let sums = &mut sums[at..at + numbers.len()];
                        sums.iter_mut()
                            .zip(numbers)
                            .for_each(|(sum, number)| *sum += number);
                    }
                    step => {
                        let sums = sums[at..].iter_mut().step_by(step as usize);
                        sums.zip(numbers).for_each(|(sum, number)| *sum += number);
                    }
                }
                k += count;
            }
        }
    }

    /// Computes a tile of a row.
    fn tile(&self, number: usize, from: Region, to: Region, tiles: &mut Tiles) {
        let start = number % self.tiles * TILE;
        let length = TILE.min(self.last.extent as usize - start);
        let (mut row, mut target) = (number / self.tiles, self.to.0);
        // Distances of all that is added to the row, the last dimension aside, in the order of the outermost dimension first.
        let mut distances: SmallVec<[isize; 16]> = smallvec![self.from];
        for axis in self.outer.iter().rev() {
            let index = row % axis.extent;
            row /= axis.extent;
            target += index as isize * axis.stride;
            let own = &axis.distances[axis.starts[index]..axis.starts[index + 1]];
            let all = own
                .iter()
                .flat_map(|a| distances.iter().map(move |b| a + b));
            distances = all.collect();
        }
        target += start as isize * self.to.1;
        let (taken, width) = self.widths;
        for part in 0..self.parts {
            tiles.sums[..length].fill(0.0);
            for distance in &distances {
                let from = from.moved(*distance).after(part * taken);
                self.add(from, start, length, tiles);
            }
            let sums = bytes_of(&mut tiles.sums[..length]);
            let rounded = tiles.rounded.each_mut().map(|numbers| bytes_of(numbers));
            let at = self.store.run_through(sums, rounded, length);
            let block = Size {
                rows: 1,
                columns: length,
            };
            let strides = Strides {
                row: 0,
                column: self.to.1,
            };
            let place = to.moved(target).after(part * width);
            let dense = Strides::dense(width, block);
            copy(width, (at, dense), (place, strides), block, false);
        }
    }
}

impl Plan for Sums {
    fn workspace_size(&self) -> usize {
        self.workspace
    }

    fn cost(&self) -> usize {
        let numbers = self.rows.saturating_mul(self.last.extent as usize);
        numbers.saturating_mul(4 * self.size)
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        // SAFETY: the caller's promise; tiles are disjoint parts of the output.
        let memory = unsafe { operands(args, addresses) };
        let &[mut from, to] = &memory[..] else {
            return Err(Reason::Internal("a plan was run without addresses".into()).into());
        };
        let scratch = Scratch::new(workspace);
        let [own, other] = [from, to].map(Region::address);
        if share_memory_at((&args[0].view, own), (&args[1].view, other)) {
            from = staged(&args[0], from, &scratch)?;
        }
        let tiles = self.rows * self.tiles;
        let length = (self.last.extent as usize).min(TILE);
        let per_piece = (grain::COMPUTED / length).max(1);
        let piece = |piece: usize| {
            let first = piece * per_piece;
            let mut memory = vec![0.0; Tiles::COUNT * self.tile_width()];
            let mut own = Tiles::of(&mut memory);
            for number in first..tiles.min(first + per_piece) {
                self.tile(number, from, to, &mut own);
            }
        };
        match tiles.div_ceil(per_piece) {
            1 => piece(0),
            pieces => parallel::for_each_piece(pieces, piece),
        }
        Ok(())
    }
}
