//! Runs grouped products: tiles of results, each by one thread.

use std::marker::PhantomData;
use std::ops::Range as Indices;

use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::convert::between;
use hostnpu_kernels::gemm::Kind;
use hostnpu_tensor::Dtype;
use hostnpu_tensor::cuts::{Cut, chunks, try_for_each_part_with};
use hostnpu_tensor::parallel;

use super::codes::{PartOf, Side};
use super::epilogue::{Epilogue, add, store};
use super::factor::{FactorAt, Position};
use super::few::FewTile;
use super::{Plan, Range};
use crate::gemm::panels::{PackedMut, Panels, integers, multiply, singles, sums};
use crate::operands::Any;

/// Rows and columns of a tile of results: columns are whole panels of every kind.
const ROWS: usize = 256;
pub(super) const COLUMNS: usize = 288;
/// Lanes that are decoded together.
const DECODED: usize = 32;
/// Steps of a block of panels.
const DEPTH: usize = hostnpu_kernels::gemm::DEPTH;

/// Operands bound to memory.
pub(super) struct GroupedOperands<'b> {
    pub left: &'b [Any<'b>],
    pub right: &'b [Any<'b>],
    pub left_factors: &'b [FactorAt<'b>],
    pub right_factors: &'b [FactorAt<'b>],
    pub factors: &'b [FactorAt<'b>],
}

/// Sizes of the memory of a thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    rows: usize,
    columns: usize,
    /// Steps that are packed at once.
    steps: usize,
    left: usize,
    right: usize,
    sums: usize,
    /// Sums of blocks whose own sums are exact in FLOAT.
    whole: usize,
    decoded: usize,
    lines: usize,
}

impl Sizes {
    /// For products of at most these extents, with so many factors behind them.
    pub fn new(
        kind: Kind,
        is_integral: bool,
        [rows, columns, steps]: [usize; 3],
        factors: usize,
    ) -> Self {
        let at_once = if kind.has_short_sums() {
            4 * DEPTH
        } else {
            2 * DEPTH
        };
        let [rows, columns] = [rows.min(ROWS), columns.min(COLUMNS)];
        let steps = steps.min(at_once);
        // Whole panels of any width.
        let widest = |panels: Panels| panels.doubles() + 64 * panels.steps().max(16);
        let padded = columns + 64;
        Self {
            rows,
            columns,
            steps: at_once,
            left: widest(Panels::left(kind, rows, steps)).next_multiple_of(8),
            right: widest(Panels::right(kind, columns, steps)).next_multiple_of(8),
            sums: (rows * padded).next_multiple_of(8),
            whole: if is_integral && kind != Kind::Bytes {
                (rows * padded).next_multiple_of(8)
            } else {
                0
            },
            decoded: DECODED.next_multiple_of(64) * kind.steps_per_block(),
            lines: (factors + 2) * padded,
        }
    }

    fn of_thread(&self) -> usize {
        let all = [
            self.left,
            self.right,
            self.sums,
            self.whole,
            self.decoded,
            self.lines,
        ];
        all.into_iter().sum::<usize>().next_multiple_of(8)
    }

    /// DOUBLE numbers of the memory of all threads.
    pub fn doubles(&self) -> usize {
        self.of_thread().saturating_mul(parallel::threads())
    }
}

/// Memory of a thread.
struct Memory<'m> {
    left: &'m mut [f64],
    right: &'m mut [f64],
    sums: &'m mut [f64],
    whole: &'m mut [f64],
    decoded: &'m mut [f64],
    lines: &'m mut [f64],
}

impl<'m> Memory<'m> {
    fn new(of: &Sizes, memory: &'m mut [f64]) -> Self {
        let (left, rest) = memory.split_at_mut(of.left);
        let (right, rest) = rest.split_at_mut(of.right);
        let (sums, rest) = rest.split_at_mut(of.sums);
        let (whole, rest) = rest.split_at_mut(of.whole);
        let (decoded, lines) = rest.split_at_mut(of.decoded);
        Self {
            left,
            right,
            sums,
            whole,
            decoded,
            lines,
        }
    }
}

/// Results: matrices of rows in memory.
pub(super) struct Results<'r> {
    pub memory: &'r mut [u8],
    pub dtype: Dtype,
    /// Matrices, rows and columns.
    pub extents: [usize; 3],
}

/// Cuts results into tiles: those of each product, by rows, then by columns.
struct Tiles<'t> {
    ranges: &'t [Range],
    /// The first tile of each product.
    starts: Vec<usize>,
    sizes: Sizes,
    outputs: Vec<(*mut u8, usize, [usize; 3])>,
    of: PhantomData<&'t mut [u8]>,
}

// SAFETY: it stands for mutable slices, of which each thread gets other parts.
unsafe impl Sync for Tiles<'_> {}

/// A tile of results.
struct Tile<'t> {
    range: &'t Range,
    output: usize,
    rows: Indices<usize>,
    columns: Indices<usize>,
    first: *mut u8,
    pitch: usize,
    bytes: usize,
    of: PhantomData<&'t mut [u8]>,
}

impl Tile<'_> {
    /// The elements of a row, counted from its first one.
    fn row(&mut self, number: usize) -> &mut [u8] {
        assert!(number < self.rows.len(), "outside the tile");
        // SAFETY: elements of the tile, which this part alone has.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(number * self.pitch), self.bytes) }
    }
}

impl<'t> Tiles<'t> {
    /// Refuses products that write outside the results, or twice in one place.
    fn new(ranges: &'t [Range], sizes: Sizes, outputs: Vec<Results<'t>>) -> Result<Self> {
        let mut places: Vec<_> = ranges
            .iter()
            .filter(|range| range.rows > 0 && range.columns > 0)
            .map(|range| (range.output, range.output_row, range.rows, range.columns))
            .collect();
        places.sort_unstable();
        let internal = |what: &str| Error::from(Reason::Internal(what.into()));
        for &([output, matrix], row, rows, columns) in &places {
            let of = outputs.get(output).map(|of| of.extents);
            let [matrices, height, width] = of.unwrap_or_default();
            if matrix >= matrices || row + rows > height || columns != width {
                return Err(internal("a product outside its results"));
            }
        }
        let meets = |pair: &[([usize; 2], usize, usize, usize)]| {
            pair[0].0 == pair[1].0 && pair[0].1 + pair[0].2 > pair[1].1
        };
        if places.windows(2).any(meets) {
            return Err(internal("two products of one result"));
        }
        let mut count = 0;
        let starts = ranges.iter().map(|range| {
            let start = count;
            count += range.rows.div_ceil(sizes.rows.max(1))
                * range.columns.div_ceil(sizes.columns.max(1));
            start
        });
        let mut starts: Vec<usize> = starts.collect();
        starts.push(count);
        let outputs = outputs.into_iter().map(|of| {
            let size = of.dtype.bits() / 8;
            assert_eq!(of.memory.len(), of.extents.iter().product::<usize>() * size);
            (of.memory.as_mut_ptr(), size, of.extents)
        });
        Ok(Self {
            ranges,
            starts,
            sizes,
            outputs: outputs.collect(),
            of: PhantomData,
        })
    }
}

// SAFETY: tiles of a product are apart, and so are products, by the check of `new`.
unsafe impl<'t> Cut for Tiles<'t> {
    type Part = Tile<'t>;

    fn pieces(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    unsafe fn part(&self, piece: usize) -> Tile<'t> {
        let number = self.starts.partition_point(|&start| start <= piece) - 1;
        let (range, piece) = (&self.ranges[number], piece - self.starts[number]);
        let across = range.columns.div_ceil(self.sizes.columns);
        let part = |number: usize, size: usize, count: usize| {
            number * size..count.min((number + 1) * size)
        };
        let rows = part(piece / across, self.sizes.rows, range.rows);
        let columns = part(piece % across, self.sizes.columns, range.columns);
        let (first, size, [_, height, width]) = self.outputs[range.output[0]];
        let row = range.output[1] * height + range.output_row + rows.start;
        Tile {
            range,
            output: range.output[0],
            first: first.wrapping_add((row * width + columns.start) * size),
            pitch: width * size,
            bytes: columns.len() * size,
            rows,
            columns,
            of: PhantomData,
        }
    }
}

impl Plan {
    /// Computes all products. Sums are added to results if they are updated.
    pub(super) fn run(
        &self,
        at: &GroupedOperands,
        ranges: &[Range],
        outputs: Vec<Results>,
        memory: &mut [f64],
    ) -> Result<()> {
        let dtypes: Vec<Dtype> = outputs.iter().map(|of| of.dtype).collect();
        let tiles = Tiles::new(ranges, self.sizes, outputs)?;
        let memory = chunks(memory, self.sizes.of_thread());
        try_for_each_part_with(memory, tiles, |_, memory, tile| {
            let dtype = dtypes[tile.output];
            self.tile(at, tile, dtype, Memory::new(&self.sizes, memory))
        })
    }

    fn tile(
        &self,
        at: &GroupedOperands,
        mut tile: Tile,
        dtype: Dtype,
        memory: Memory,
    ) -> Result<()> {
        let range = tile.range;
        let [rows, columns] = [tile.rows.len(), tile.columns.len()];
        let position = Position {
            group: range.group,
            start: range.step,
            ..Position::default()
        };
        let right_panels = |steps| Panels::right(self.kind, columns, steps);
        let padded = right_panels(1).padded();
        let shape = [rows, padded];
        let Memory {
            left,
            right,
            sums: own,
            whole,
            decoded,
            lines,
        } = memory;
        if range.steps == 0 {
            own.fill(0.0);
            whole.fill(0.0);
        }
        let is_few = self.is_few(rows, range.right[0]);
        if is_few {
            let part = |is_left: bool, [lane, lanes]: [usize; 2], [step, steps]: [usize; 2]| {
                let (from, first_lane, start) = match is_left {
                    true => (range.left, range.row + tile.rows.start, range.step),
                    false => (range.right, tile.columns.start, range.right_step),
                };
                let (lane, step) = (first_lane + lane, start + step);
                PartOf {
                    tensor: from[0],
                    matrix: from[1],
                    lanes: lane..lane + lanes,
                    steps: step..step + steps,
                    at: Position {
                        matrix: from[1],
                        ..position
                    },
                    first: start,
                    is_left,
                }
            };
            let few = FewTile {
                rows,
                columns,
                steps: range.steps,
                part: &part,
            };
            self.few(at, &few, [&mut *left, &mut *decoded], (&mut *own, padded))?;
        }
        let packed_steps = if is_few { 0 } else { range.steps };
        for first in (0..packed_steps).step_by(self.sizes.steps) {
            let steps = self.sizes.steps.min(range.steps - first);
            let part = |is_left: bool, lanes: Indices<usize>, own: Indices<usize>| {
                let (from, lane, start) = match is_left {
                    true => (range.left, range.row + tile.rows.start, range.step),
                    false => (range.right, tile.columns.start, range.right_step),
                };
                let first_step = start + first + own.start;
                PartOf {
                    tensor: from[0],
                    matrix: from[1],
                    lanes: lane + lanes.start..lane + lanes.end,
                    steps: first_step..first_step + own.len(),
                    at: Position {
                        matrix: from[1],
                        ..position
                    },
                    first: start,
                    is_left,
                }
            };
            let pack = |side: &Side, is_left, panels: Panels, to, decoded: &mut [f64]| {
                let (tensors, factors) = match is_left {
                    true => (at.left, at.left_factors),
                    false => (at.right, at.right_factors),
                };
                let at_once = (DECODED / panels.width()).max(1);
                PackedMut::new(panels, to).pack_each(at_once, |to| {
                    let [lanes, steps] = to.extents();
                    let part = part(is_left, lanes, steps);
                    side.pack((tensors, factors), &part, decoded, to)
                })
            };
            let packed_left = pack(
                &self.left,
                true,
                Panels::left(self.kind, rows, steps),
                &mut *left,
                decoded,
            )?;
            let packed_right = pack(
                &self.right,
                false,
                right_panels(steps),
                &mut *right,
                decoded,
            )?;
            let blocks = packed_left.panels().blocks();
            let mut of_steps = sums(self.kind, own, shape);
            let is_whole = self.is_integral && self.kind != Kind::Bytes;
            let adds = first > 0 && !is_whole;
            multiply(packed_left, packed_right, blocks, &mut of_steps, adds);
            if is_whole {
                accumulate(own, &mut whole[..rows * padded], first > 0);
            }
        }
        let (line, numbers) = lines.split_at_mut(padded);
        let (other, numbers) = numbers.split_at_mut(padded);
        let epilogue = Epilogue {
            steps: &self.steps,
            factors: at.factors,
            at: position,
            column: tile.columns.start,
            columns,
            has_integers: self.kind == Kind::Bytes && !is_few,
        };
        epilogue.prepare(numbers);
        let first_row = range.row + tile.rows.start;
        for row in 0..rows {
            let values = &mut line[..columns];
            let at = row * padded..row * padded + columns;
            match (self.kind, self.is_integral) {
                _ if is_few => values.copy_from_slice(&own[at]),
                (Kind::Bytes, _) => between(&integers(own)[at], values),
                (_, true) => values.copy_from_slice(&whole[at]),
                (kind, _) if kind.has_short_sums() => between(&singles(own)[at], values),
                _ => values.copy_from_slice(&own[at]),
            }
            epilogue.row(first_row + row, numbers, values);
            let to = tile.row(row);
            if self.is_updated {
                add(dtype, values, other, to)?;
            }
            store(dtype, values, to)?;
        }
        Ok(())
    }
}

/// Adds sums in FLOAT, which are integers, to those of the steps before.
fn accumulate(sums: &[f64], whole: &mut [f64], adds: bool) {
    for (whole, &sum) in whole.iter_mut().zip(singles(sums)) {
        let before = if adds { *whole } else { 0.0 };
        *whole = before + f64::from(sum);
    }
}
