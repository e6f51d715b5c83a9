//! Products of a few rows: the right side is read once, where it lies, by all threads, and not packed.

use std::mem::MaybeUninit;

use super::geometry::{Geometry, Matrix};
use super::pack::Side;
use super::run::Gemm;
use crate::grain;
use hostnpu_base::config;
use hostnpu_base::error::Result;
use hostnpu_kernels::gemm::few::{COLUMNS, Format, LINE, ROWS, Strip, is_available};
use hostnpu_kernels::gemm::{DEPTH, Kind};
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

#[repr(align(64))]
struct Sums(MaybeUninit<[f32; SUMS]>);

impl Sums {
    const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    fn start(&mut self) -> *mut f32 {
        self.0.as_mut_ptr().cast()
    }
}

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
        let is_plain = [&geometry.left, of, &geometry.output]
            .iter()
            .all(|matrix| matrix.grid.is_none());
        let is_few = (1..=ROWS).contains(&geometry.m) && geometry.k > 0 && geometry.summed == 1;
        let is_read = kind == Kind::Single && is_available(config::isa());
        let format = format(right).filter(|_| is_read && is_plain && is_few)?;
        let size = format.size() as isize;
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
        let row = (geometry.n * self.format.size()) as isize;
        let is_whole = of.operand == operand && of.is_same_for_all() && of.columns == row;
        let block = geometry.k.next_multiple_of(16) * columns * self.format.size();
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
        let bytes = k * self.format.size();
        let unit = self.blocks.map_or(4, |(columns, _)| columns);
        let strip = (grain::GATHERED_BYTES / bytes).clamp(1, most);
        let strip = (strip.next_multiple_of(unit)).min(most / unit * unit);
        Cut {
            strip,
            strips: n.div_ceil(strip),
            ..whole
        }
    }

    /// Sums products of some columns and steps. `spare` is as large as the sums.
    ///
    /// # Safety
    /// Both sides may be read and the sums be written.
    unsafe fn sum(
        &self,
        left: *const f32,
        left_pitch: usize,
        (right, matrix): (usize, &Matrix),
        [m, column, columns, step, depth]: [usize; 5],
        (sums, pitch): (*mut f32, usize),
    ) {
        let isa = simd::chosen();
        let size = self.format.size();
        let address = |column: usize, step: usize| {
            let bytes = match self.blocks {
                Some((width, block)) => {
                    let within = column % width * size + step * width * size;
                    (column / width) as isize * block + within as isize
                }
                None => column as isize * matrix.rows + step as isize * matrix.columns,
            };
            std::ptr::with_exposed_provenance::<u8>(right.wrapping_add_signed(bytes))
        };
        let strip = |column: usize, columns: usize, step: usize, depth: usize| Strip {
            format: self.format,
            rows: m,
            depth,
            columns,
            left: left.wrapping_add(step),
            left_pitch,
            right: address(column, step),
            right_pitch: match (self.blocks, self.is_across) {
                (Some((width, _)), _) => (width * size) as isize,
                (None, true) => matrix.columns,
                (None, false) => matrix.rows,
            },
            sums,
            pitch,
        };
        if !self.is_across {
            // SAFETY: the caller's promise.
            unsafe { strip(column, columns, step, depth).along(isa) };
            return;
        }
        let mut spare = Sums::new();
        let spare = spare.start();
        for first in (step..step + depth).step_by(DEPTH) {
            let steps = DEPTH.min(step + depth - first);
            let to = if first == step { sums } else { spare };
            let width = self.blocks.map_or(columns, |(width, _)| width);
            for at in (0..columns).step_by(width.max(1)) {
                let own = strip(column + at, width.min(columns - at), first, steps);
                let own = Strip {
                    sums: to.wrapping_add(at),
                    ..own
                };
                // SAFETY: the caller's promise.
                unsafe { own.across(isa) };
            }
            if first > step {
                for row in 0..m {
                    let (to, from) = (row * pitch, row * pitch);
                    // SAFETY: the sums and the spare ones, of as many columns.
                    unsafe {
                        let sums = std::slice::from_raw_parts_mut(sums.add(to), columns);
                        add(sums, std::slice::from_raw_parts(spare.add(from), columns));
                    }
                }
            }
        }
    }
}

/// Adds numbers.
fn add(sums: &mut [f32], numbers: &[f32]) {
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
    ///
    /// # Safety
    /// As for [`Gemm::matrices`].
    pub unsafe fn few(
        &self,
        few: &Few,
        geometry: &Geometry,
        addresses: &[usize],
        scratch: &mut Scratch,
    ) -> Result<()> {
        let Geometry { m, n, k, .. } = *geometry;
        let cut = few.cut(geometry);
        let [left_bytes, sums_bytes] = Self::few_sizes(few, geometry);
        let left = scratch.take(left_bytes)?.expose_provenance();
        let sums = scratch.take(sums_bytes)?.expose_provenance();
        let is_shared = self.products().saturating_mul(geometry.matrices()) > grain::SMALL_PRODUCT;
        let each = |pieces: usize, work: &(dyn Fn(usize) + Sync)| match is_shared {
            true => parallel::for_each_piece(pieces, work),
            false => (0..pieces).for_each(work),
        };
        let place = |matrix: &Matrix, batch| matrix.at(addresses, &geometry.batch, batch);
        let left_pitch = k.next_multiple_of(LINE);
        let size = size_of::<f32>();
        let lefts = Self::lefts(geometry);
        let rows_at_once = (grain::COMPUTED / left_pitch).max(1);
        each((lefts * m).div_ceil(rows_at_once), &|piece| {
            let first = piece * rows_at_once;
            for row in first..(lefts * m).min(first + rows_at_once) {
                let from = place(&geometry.left, row / m)
                    .wrapping_add_signed((row % m) as isize * geometry.left.rows);
                let to = left + row * left_pitch * size;
                // SAFETY: a row of the left side, and memory for it.
                unsafe {
                    self.left
                        .convert_run(from, geometry.left.columns, k, to, size);
                    std::ptr::with_exposed_provenance_mut::<f32>(to)
                        .add(k)
                        .write_bytes(0, left_pitch - k);
                }
            }
        });
        let left_of = |batch: usize| {
            let number = if lefts == 1 { 0 } else { batch };
            std::ptr::with_exposed_provenance::<f32>(left + number * m * left_pitch * size)
        };
        let padded = cut.strips * cut.strip;
        let part_of = |batch: usize, part: usize| {
            let first = (batch * cut.parts + part) * m * padded;
            std::ptr::with_exposed_provenance_mut::<f32>(sums + first * size)
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
                1 => (own.start(), SUMS / m),
                _ => (part_of(batch, part).wrapping_add(column), padded),
            };
            // SAFETY: the caller's promise; each piece writes sums and results of its own.
            unsafe {
                few.sum(left_of(batch), left_pitch, right, extents, to);
                if cut.parts == 1 {
                    self.few_results(geometry, (addresses, batch), [column, columns], to);
                }
            }
        });
        if cut.parts > 1 {
            each(cut.strips * geometry.matrices(), &|piece| {
                let (batch, column) = (piece / cut.strips, piece % cut.strips * cut.strip);
                let columns = cut.strip.min(n - column);
                let first = part_of(batch, 0).wrapping_add(column);
                for (part, row) in
                    (1..cut.parts).flat_map(|part| (0..m).map(move |row| (part, row)))
                {
                    let other = part_of(batch, part).wrapping_add(column + row * padded);
                    // SAFETY: sums of columns that this piece alone has.
                    unsafe {
                        let to = first.add(row * padded);
                        let sums = std::slice::from_raw_parts_mut(to, columns);
                        add(sums, std::slice::from_raw_parts(other, columns));
                    }
                }
                // SAFETY: as above.
                unsafe {
                    let sums = (first, padded);
                    self.few_results(geometry, (addresses, batch), [column, columns], sums);
                }
            });
        }
        Ok(())
    }

    /// Makes results of the sums of some columns.
    unsafe fn few_results(
        &self,
        geometry: &Geometry,
        (addresses, batch): (&[usize], usize),
        [column, columns]: [usize; 2],
        (sums, pitch): (*mut f32, usize),
    ) {
        let first = |matrix: &Matrix| {
            matrix
                .at(addresses, &geometry.batch, batch)
                .wrapping_add_signed(column as isize * matrix.columns)
        };
        let output = first(&geometry.output);
        let addend = geometry.addend.as_ref().map(|of| (of, first(of)));
        for row in 0..geometry.m {
            let at = |matrix: &Matrix, first: usize| {
                let row = first.wrapping_add_signed(row as isize * matrix.rows);
                (row, matrix.columns)
            };
            let sums = sums.wrapping_add(row * pitch).expose_provenance();
            let addend = addend.map(|(of, first)| at(of, first));
            // SAFETY: the caller's promise.
            unsafe {
                self.finish
                    .row(sums, columns, at(&geometry.output, output), addend);
            }
        }
    }
}
