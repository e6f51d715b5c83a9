//! Products of a few rows: the right side is read once, where it lies, by all threads, and not packed.

use super::geometry::{Geometry, Matrix};
use super::pack::Side;
use super::run::Gemm;
use super::strips::{Product, Way};
use crate::grain;
use crate::tile::Tile;
use hostnpu_base::config;
use hostnpu_base::error::Result;
use hostnpu_kernels::gemm::few::{COLUMNS, Format, LINE, ROWS, is_available};
use hostnpu_kernels::gemm::{DEPTH, Kind};
use hostnpu_kernels::memory::Region;
use hostnpu_kernels::simd;
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, parallel};

/// Sums of a piece: they stay in the first cache.
const SUMS: usize = 8192;

/// Most columns of a piece that is read across.
const STRIP: usize = 4096;

/// Pieces into which a matrix is cut at least, along its steps too if it has few columns.
const PIECES: usize = 16;

/// The right side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few {
    format: Format,
    /// True if columns lie side by side, and steps some bytes apart.
    is_across: bool,
    /// Columns that lie side by side, and bytes from one such block to the next, if it is stored in blocks.
    blocks: Option<(usize, isize)>,
}

/// Pieces of a product.
struct Cut {
    /// Columns of a piece.
    strip: usize,
    strips: usize,
    /// Steps of a part, whose sums are added to those of the others.
    depth: usize,
    parts: usize,
}

type Sums = Tile<{ SUMS * size_of::<f32>() }>;

/// The format of a side that is multiplied as it is stored, in FLOAT.
fn format(side: &Side) -> Option<Format> {
    match (side.steps.is_empty(), side.steps.only()) {
        (true, _) => Some(Format::F32),
        (_, Some((Dtype::F16, Dtype::F32))) => Some(Format::F16),
        (_, Some((Dtype::Bf16, Dtype::F32))) => Some(Format::Bf16),
        _ => None,
    }
}

impl Few {
    /// The right side of a product of a few rows, if it can be read where it lies.
    pub fn new(kind: Kind, right: &Side, geometry: &Geometry) -> Option<Self> {
        let of = &geometry.right;
        let is_read = kind == Kind::Single && is_available(config::isa());
        let format = format(right).filter(|_| is_read && geometry.is_of_few_rows())?;
        let size = format.bytes(1) as isize;
        let is_across = of.rows == size && (of.columns != size || geometry.n > 1);
        (is_across || of.columns == size).then_some(Self {
            format,
            is_across,
            blocks: None,
        })
    }

    /// The same of one dense matrix, operand number `operand`, that is stored in FRACTAL_NZ: in blocks of so many columns, whose rows are filled up to a multiple of 16.
    pub fn in_blocks(self, geometry: &Geometry, operand: usize, columns: usize) -> Option<Self> {
        let of = &geometry.right;
        let row = self.format.bytes(geometry.n) as isize;
        let is_whole = of.operand == operand && of.is_same_for_all() && of.columns == row;
        let block = self.format.bytes(geometry.k.next_multiple_of(16) * columns);
        let fits = self.is_across && is_whole && (1..=SUMS / ROWS).contains(&columns);
        fits.then_some(Self {
            blocks: Some((columns, block as isize)),
            ..self
        })
    }

    fn cut(&self, geometry: &Geometry) -> Cut {
        let Geometry { m, n, k, .. } = *geometry;
        let most = SUMS / m / COLUMNS * COLUMNS;
        let whole = Cut {
            strip: 0,
            strips: 0,
            depth: k,
            parts: 1,
        };
        if let (true, None) = (self.is_across, self.blocks) {
            let strip = most.min(STRIP).min(n.next_multiple_of(COLUMNS));
            let strips = n.div_ceil(strip);
            let parts = PIECES.div_ceil(strips * geometry.matrices());
            let depth = k.div_ceil(parts).next_multiple_of(DEPTH);
            return Cut {
                strip,
                strips,
                depth,
                parts: k.div_ceil(depth),
            };
        }
        // Columns whose elements are about as many bytes as a thread moves at a time.
        let bytes = self.format.bytes(k);
        let unit = self.blocks.map_or(4, |(columns, _)| columns);
        let strip = (grain::GATHERED_BYTES / bytes).clamp(1, most);
        let strip = (strip.next_multiple_of(unit)).min(most / unit * unit);
        Cut {
            strip,
            strips: n.div_ceil(strip),
            ..whole
        }
    }

    /// Sums products of some columns and steps.
    fn sum(
        &self,
        (left, left_pitch): (Region, usize),
        (right, matrix): (Region, &Matrix),
        [m, column, columns, step, depth]: [usize; 5],
        (sums, pitch): (Region, usize),
    ) {
        let size = self.format.bytes(1);
        let place = |column: usize, step: usize| match self.blocks {
            Some((width, block)) => {
                let within = column % width * size + step * width * size;
                (column / width) as isize * block + within as isize
            }
            None => column as isize * matrix.rows + step as isize * matrix.columns,
        };
        let right_pitch = match (self.blocks, self.is_across) {
            (Some((width, _)), _) => (width * size) as isize,
            (None, true) => matrix.columns,
            (None, false) => matrix.rows,
        };
        let strip = |column: usize, columns: usize, step: usize, depth: usize| Product {
            format: self.format,
            way: if self.is_across {
                Way::Across
            } else {
                Way::Along
            },
            rows: m,
            depth,
            columns,
            left: (left.after(step * size_of::<f32>()), left_pitch),
            right: (right.moved(place(column, step)), right_pitch),
            sums: (sums, pitch),
        };
        if !self.is_across {
            strip(column, columns, step, depth).multiply();
            return;
        }
        let mut spare = Sums::new();
        let spare = spare.region();
        for first in (step..step + depth).step_by(DEPTH) {
            let steps = DEPTH.min(step + depth - first);
            let to = if first == step { sums } else { spare };
            let width = self.blocks.map_or(columns, |(width, _)| width);
            for at in (0..columns).step_by(width.max(1)) {
                let own = strip(column + at, width.min(columns - at), first, steps);
                let own = Product {
                    sums: (to.after(at * size_of::<f32>()), pitch),
                    ..own
                };
                own.multiply();
            }
            if first > step {
                for row in 0..m {
                    let row = row * pitch * size_of::<f32>();
                    add(sums.after(row), spare.after(row), columns);
                }
            }
        }
    }
}

/// Adds so many numbers, which lie elsewhere, to sums.
fn add(sums: Region, numbers: Region, count: usize) {
    // SAFETY: numbers of this thread, in two places.
    let (sums, numbers) = unsafe { (sums.slice_mut::<f32>(count), numbers.slice::<f32>(count)) };
    simd::widest(|| {
        for (sum, &number) in sums.iter_mut().zip(numbers) {
            *sum += number;
        }
    });
}

impl Gemm {
    /// Left sides: one where all matrices have the same.
    fn lefts(geometry: &Geometry) -> usize {
        match geometry.left.is_same_for_all() {
            true => 1,
            false => geometry.matrices(),
        }
    }

    /// Bytes of the memory for the left sides, and for sums of parts.
    fn few_sizes(few: &Few, geometry: &Geometry) -> [usize; 2] {
        let Geometry { m, k, .. } = *geometry;
        let cut = few.cut(geometry);
        let left = Self::lefts(geometry) * m * k.next_multiple_of(LINE);
        let sums = match cut.parts {
            1 => 0,
            parts => geometry.matrices() * parts * m * cut.strips * cut.strip,
        };
        [left, sums].map(|numbers| with_alignment(numbers * size_of::<f32>()))
    }

    pub fn few_bytes(&self, few: &Few) -> usize {
        Self::few_sizes(few, &self.geometry).into_iter().sum()
    }

    /// Computes all matrices.
    pub fn few(
        &self,
        few: &Few,
        geometry: &Geometry,
        operands: &[Region],
        scratch: &Scratch,
    ) -> Result<()> {
        let Geometry { m, n, k, .. } = *geometry;
        let cut = few.cut(geometry);
        let [left_bytes, sums_bytes] = Self::few_sizes(few, geometry);
        let left = scratch.take(left_bytes)?;
        let sums = scratch.take(sums_bytes)?;
        let is_shared = self.products().saturating_mul(geometry.matrices()) > grain::SMALL_PRODUCT;
        let each = |pieces: usize, work: &(dyn Fn(usize) + Sync)| match is_shared {
            true => parallel::for_each_piece(pieces, work),
            false => (0..pieces).for_each(work),
        };
        let place = |matrix: &Matrix, batch| matrix.at(operands, &geometry.batch, batch);
        let left_pitch = k.next_multiple_of(LINE);
        let size = size_of::<f32>();
        let lefts = Self::lefts(geometry);
        let rows_at_once = (grain::COMPUTED / left_pitch).max(1);
        each((lefts * m).div_ceil(rows_at_once), &|piece| {
            let first = piece * rows_at_once;
            for row in first..(lefts * m).min(first + rows_at_once) {
                let from =
                    place(&geometry.left, row / m).moved((row % m) as isize * geometry.left.rows);
                let to = left.after(row * left_pitch * size);
                self.left
                    .convert_run(from, geometry.left.columns, k, to, size);
                to.after(k * size).clear((left_pitch - k) * size);
            }
        });
        let left_of = |batch: usize| {
            let number = if lefts == 1 { 0 } else { batch };
            left.after(number * m * left_pitch * size)
        };
        let padded = cut.strips * cut.strip;
        let part_of = |batch: usize, part: usize| {
            let first = (batch * cut.parts + part) * m * padded;
            sums.after(first * size)
        };
        let pieces = cut.strips * cut.parts;
        each(pieces * geometry.matrices(), &|piece| {
            let (batch, piece) = (piece / pieces, piece % pieces);
            let (part, column) = (piece / cut.strips, piece % cut.strips * cut.strip);
            let columns = cut.strip.min(n - column);
            let step = part * cut.depth;
            let extents = [m, column, columns, step, cut.depth.min(k - step)];
            let right = (place(&geometry.right, batch), &geometry.right);
            let mut own = Sums::new();
            let to = match cut.parts {
                1 => (own.region(), SUMS / m),
                _ => (part_of(batch, part).after(column * size), padded),
            };
            // Each piece writes sums and results of its own.
            few.sum((left_of(batch), left_pitch), right, extents, to);
            if cut.parts == 1 {
                self.few_results(geometry, (operands, batch), [column, columns], to);
            }
        });
        if cut.parts > 1 {
            each(cut.strips * geometry.matrices(), &|piece| {
                let (batch, column) = (piece / cut.strips, piece % cut.strips * cut.strip);
                let columns = cut.strip.min(n - column);
                let first = part_of(batch, 0).after(column * size);
                for (part, row) in
                    (1..cut.parts).flat_map(|part| (0..m).map(move |row| (part, row)))
                {
                    // Sums of columns that this piece alone has.
                    let other = part_of(batch, part).after((column + row * padded) * size);
                    add(first.after(row * padded * size), other, columns);
                }
                let sums = (first, padded);
                self.few_results(geometry, (operands, batch), [column, columns], sums);
            });
        }
        Ok(())
    }

    /// Makes results of the sums of some columns.
    fn few_results(
        &self,
        geometry: &Geometry,
        (operands, batch): (&[Region], usize),
        [column, columns]: [usize; 2],
        (sums, pitch): (Region, usize),
    ) {
        for row in 0..geometry.m {
            let at = |matrix: &Matrix| {
                let first = matrix.at(operands, &geometry.batch, batch);
                let first = first.moved(column as isize * matrix.columns);
                (first.moved(row as isize * matrix.rows), matrix.columns)
            };
            let sums = sums.after(row * pitch * size_of::<f32>());
            let addend = geometry.addend.as_ref().map(at);
            self.finish.row(sums, columns, at(&geometry.output), addend);
        }
    }
}
