//! Columns divided by scales that follow from their range.

#![forbid(unsafe_code)]

use super::target::steps;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::floats::store_bytes;
use hostnpu_engine::operands::{ReadFloats, WriteBytes, kernel, operands};
use hostnpu_kernels::quantised::{Quantised, asymmetric, larger, symmetric, widened};
use hostnpu_tensor::{Dtype, cuts};

/// Columns that a thread takes at a time.
const STRIP: usize = 128;

/// Matrices of rows and columns.
pub(super) struct Columns {
    pub x: Arg,
    /// A factor for each row.
    pub factors: Option<Arg>,
    /// Matrices, their rows and their columns.
    pub extents: [usize; 3],
    pub to: Quantised,
    pub max: f32,
    pub y: Arg,
    /// A scale for each column of each matrix.
    pub scale: Arg,
    pub offset: Option<Arg>,
}

operands! {
    struct Operands => OperandsAt {
        x: ReadFloats,
        factors: Option<ReadFloats>,
        y: WriteBytes,
        scale: WriteBytes,
        offset: Option<WriteBytes>,
    }
}

/// Plans columns quantised by their own scales.
pub(super) fn quantise_columns(of: Columns) -> Result<Call> {
    let [matrices, rows, columns] = of.extents;
    let (to, max) = (of.to, of.max);
    of.scale.require_numel(matrices * columns)?;
    if let Some(offset) = &of.offset {
        offset.require_numel(matrices * columns)?;
    }
    if let Some(factors) = &of.factors {
        factors.require_numel(rows)?;
    }
    of.y.require_numel(matrices * rows * columns * to.bits() / of.y.view.dtype.bits())?;
    let cost = matrices * rows * columns * 4;
    let operands = Operands {
        x: of.x.into(),
        factors: of.factors.map(ReadFloats::from),
        y: of.y.into(),
        scale: of.scale.into(),
        offset: of.offset.map(WriteBytes::from),
    };
    kernel(operands, cost, move |at: OperandsAt| {
        let bytes = |columns: usize, bits: usize| columns * bits / 8;
        let strips = |of, rows: usize, bits: usize| {
            cuts::blocks(
                of,
                [matrices, rows, bytes(columns, bits)],
                bytes(STRIP, bits),
            )
        };
        let parts = (
            strips(at.y, rows, to.bits()),
            strips(at.scale, 1, 32),
            at.offset.map(|offset| strips(offset, 1, 32)),
        );
        cuts::for_each_part(parts, |_, (mut codes, mut scales, mut offsets)| {
            let first = codes.columns.start * 8 / to.bits();
            let width = codes.columns.len() * 8 / to.bits();
            let (mut tile, mut ranges) = ([0.0; STRIP], [[0.0; 2]; STRIP]);
            let (tile, ranges) = (&mut tile[..width], &mut ranges[..width]);
            for matrix in codes.planes.clone() {
                let load = |row: usize, tile: &mut [f64]| {
                    let from = (matrix * rows + row) * columns + first;
                    at.x.load(from..from + width, tile);
                    if let Some(factors) = &at.factors {
                        let by = factors.get(row);
                        tile.iter_mut().for_each(|x| *x *= by);
                    }
                };
                ranges.fill([f64::NEG_INFINITY, f64::INFINITY]);
                for row in 0..rows {
                    load(row, tile);
                    for (range, &x) in ranges.iter_mut().zip(&*tile) {
                        *range = widened(*range, [x, x]);
                    }
                }
                let mut numbers = [[0.0_f64; 2]; STRIP];
                for (numbers, &[most, least]) in numbers.iter_mut().zip(&*ranges) {
                    *numbers = match offsets.is_some() {
                        true => asymmetric([most, least], max, steps(to, max)).map(f64::from),
                        false => [symmetric(larger(most.abs(), least.abs()), max).into(), 0.0],
                    };
                }
                let has_offset = offsets.is_some();
                for row in 0..rows {
                    load(row, tile);
                    for (x, &[scale, offset]) in tile.iter_mut().zip(&numbers) {
                        *x /= scale;
                        if has_offset {
                            *x += offset;
                        }
                    }
                    to.store(tile, codes.row(matrix, row));
                }
                let mut put = |of: &mut [u8], which: usize| {
                    tile.iter_mut()
                        .zip(&numbers)
                        .for_each(|(x, numbers)| *x = numbers[which]);
                    store_bytes(Dtype::F32, tile, of);
                };
                put(scales.row(matrix, 0), 0);
                if let Some(offsets) = &mut offsets {
                    put(offsets.row(matrix, 0), 1);
                }
            }
        });
        Ok(())
    })
}
