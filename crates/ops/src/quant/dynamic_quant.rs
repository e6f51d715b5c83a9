//! Rows divided by a scale that follows from their largest magnitude.

#![forbid(unsafe_code)]

use super::quantised;
use crate::engine::operands::{Read, ReadFloats, Write, WriteBytes, kernel, operands};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::cuts;

/// Numbers that are loaded at a time.
const TILE: usize = 256;
/// Numbers that one thread takes at a time, at least a row.
const PIECE: usize = 1 << 14;

/// Operands of [`dynamic_quant`].
pub struct DynamicQuant {
    /// Rows of numbers, along the last axis.
    pub x: Arg,
    /// A factor for each column.
    pub smooth_scales: Option<Arg>,
    /// The quantised numbers.
    pub y: Arg,
    /// A scale for each row.
    pub scale: Arg,
}

operands! {
    struct Rows => RowsAt {
        x: ReadFloats,
        smooth_scales: Option<Read<f32>>,
        y: WriteBytes,
        scale: Write<f32>,
    }
}

/// Plans `y = x · smooth / scale` with `scale = max|x · smooth| · (1 / MAX)` of each row, where `1 / MAX` is rounded to FLOAT. A row of zeros has the scale 0 and is
/// stored as zeros; a row with NaN has the scale NaN.
pub fn dynamic_quant(operands: DynamicQuant) -> Result<Call> {
    let DynamicQuant {
        x,
        smooth_scales,
        y,
        scale,
    } = operands;
    let dtype = y.view.dtype;
    let to = quantised(dtype)
        .ok_or_else(|| Error::dtype(y.name, dtype, "a type that numbers are quantised to"))?;
    let count = x.view.numel().unwrap_or(0);
    let columns = x
        .view
        .layout
        .shape()
        .last()
        .map_or(1, |&last| last as usize);
    let rows = count / columns.max(1);
    scale.require_numel(rows)?;
    y.require_numel(count * to.bits() / dtype.bits())?;
    if let Some(smooth) = &smooth_scales {
        smooth.require_numel(columns)?;
    }
    let operands = Rows {
        x: x.into(),
        smooth_scales: smooth_scales.map(Read::from),
        y: y.into(),
        scale: scale.into(),
    };
    let row_bytes = columns * to.bits() / 8;
    let rows_at_once = (PIECE / columns.max(1)).max(1);
    let reciprocal = 1.0 / to.max();
    kernel(operands, count, move |at: RowsAt| {
        let codes = cuts::chunks(at.y, rows_at_once * row_bytes);
        let scales = cuts::chunks(at.scale, rows_at_once);
        let load = |row: usize, first: usize, numbers: &mut [f64]| {
            let from = row * columns + first;
            at.x.load(from..from + numbers.len(), numbers);
            if let Some(smooth) = at.smooth_scales {
                let factors = &smooth[first..first + numbers.len()];
                for (x, &factor) in numbers.iter_mut().zip(factors) {
                    *x *= f64::from(factor);
                }
            }
        };
        cuts::for_each_part((scales, codes), |piece, (scales, codes)| {
            let mut tile = [0.0; TILE];
            for (i, (scale, codes)) in scales
                .iter_mut()
                .zip(codes.chunks_mut(row_bytes))
                .enumerate()
            {
                let row = piece * rows_at_once + i;
                let mut largest = 0.0_f64;
                for first in (0..columns).step_by(TILE) {
                    let numbers = &mut tile[..TILE.min(columns - first)];
                    load(row, first, numbers);
                    for x in numbers.iter().map(|x| x.abs()) {
                        // NaN stays.
                        largest = if x > largest || x.is_nan() {
                            x
                        } else {
                            largest
                        };
                    }
                }
                *scale = match largest.is_nan() {
                    // One for all.
                    true => f32::NAN,
                    false => largest as f32 * reciprocal,
                };
                let divisor = f64::from(*scale);
                let codes = codes.chunks_mut(TILE * to.bits() / 8);
                for (first, codes) in (0..columns).step_by(TILE).zip(codes) {
                    let numbers = &mut tile[..TILE.min(columns - first)];
                    load(row, first, numbers);
                    numbers.iter_mut().for_each(|x| *x /= divisor);
                    to.store(numbers, codes);
                }
            }
        });
        Ok(())
    })
}
