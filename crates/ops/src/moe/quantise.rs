//! Rows that are quantised while they are moved.

#![forbid(unsafe_code)]

use super::TILE;
use super::routing::require_rows;
use super::row_bytes;
use crate::Arg;
use crate::engine::operands::{Read, ReadFloats, operands};
use crate::quant::quantised;
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::quantised::Quantised;

/// How the scale of a row is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// As [`Method::Static`], with these numbers, rounded to FLOAT.
    Fixed {
        /// The scale.
        scale: f64,
        /// The offset.
        offset: f64,
    },
    /// One scale and one offset for all rows: numbers are multiplied by the scale, and the offset is added.
    Static,
    /// A scale for each row: its largest magnitude over that of the type.
    Row,
}

impl Method {
    /// The method of a number of a mode.
    pub fn of_mode(mode: i64) -> Result<Self> {
        Ok(match mode {
            0 => Self::Static,
            1 | 8 | 13 => Self::Row,
            _ => return Err(Error::value("quantMode", mode, "0, 1, 8 or 13")),
        })
    }
}

/// What is quantised, and where to.
pub struct QuantiseRows {
    /// Rows of numbers.
    pub x: Arg,
    /// How.
    pub method: Method,
    /// The scale, or factors for each column: one row for all, or one for each expert.
    pub scale: Option<Arg>,
    /// The offset.
    pub offset: Option<Arg>,
    /// The quantised rows.
    pub codes: Arg,
    /// The scale of each of them.
    pub scales: Option<Arg>,
}

operands! {
    pub struct Inputs => InputsAt {
        x: ReadFloats,
        scale: Option<Read<f32>>,
        offset: Option<Read<f32>>,
    }
}

/// What is known of a [`QuantiseRows`] before it runs.
pub struct Quantiser {
    method: Method,
    to: Quantised,
    columns: usize,
    /// Rows of factors.
    experts: usize,
    /// Bytes of a quantised row.
    pub code_bytes: usize,
    /// Bytes of the scales of a row.
    pub scale_bytes: usize,
}

impl Quantiser {
    /// Refuses operands that do not fit one another.
    pub fn new(of: &QuantiseRows, tokens: usize, rows: usize) -> Result<Self> {
        let dtype = of.codes.view.dtype;
        let to = quantised(dtype).ok_or_else(|| {
            Error::dtype(of.codes.name, dtype, "a type that numbers are quantised to")
        })?;
        let columns =
            of.x.view
                .numel()
                .unwrap_or(0)
                .checked_div(tokens)
                .unwrap_or(0);
        of.x.require_numel(columns * tokens)?;
        require_rows(&of.codes, columns * rows)?;
        let factors = of
            .scale
            .as_ref()
            .map_or(0, |scale| scale.view.numel().unwrap_or(0));
        let experts = match of.method {
            Method::Fixed { .. } | Method::Static => 1,
            Method::Row => factors.checked_div(columns).unwrap_or(0),
        };
        if let (Some(scale), Method::Row) = (&of.scale, of.method) {
            scale.require_numel(experts * columns)?;
        }
        let scale_bytes = match &of.scales {
            Some(scales) => {
                require_rows(scales, rows)?;
                4
            }
            None => 0,
        };
        Ok(Self {
            method: of.method,
            to,
            columns,
            experts,
            code_bytes: row_bytes(dtype, columns),
            scale_bytes,
        })
    }

    /// Writes a row, for an expert of this number in its range, and its scale, if that is asked for.
    pub fn quantise(
        &self,
        at: &InputsAt,
        token: usize,
        expert: usize,
        codes: &mut [u8],
        scales: &mut [u8],
    ) {
        let columns = self.columns;
        let factors = match self.method {
            Method::Row if self.experts > 0 => {
                let row = if self.experts == 1 { 0 } else { expert };
                at.scale
                    .map(|scale| &scale[row * columns..(row + 1) * columns])
            }
            _ => None,
        };
        let load = |first: usize, numbers: &mut [f64]| {
            let from = token * columns + first;
            at.x.load(from..from + numbers.len(), numbers);
            if let Some(factors) = factors {
                let factors = &factors[first..first + numbers.len()];
                for (x, &factor) in numbers.iter_mut().zip(factors) {
                    *x *= f64::from(factor);
                }
            }
        };
        let mut tile = [0.0; TILE];
        let [factor, addend, divisor] = match self.method {
            Method::Fixed { scale, offset } => {
                [f64::from(scale as f32), f64::from(offset as f32), 1.0]
            }
            Method::Static => {
                let first = |numbers: Option<&[f32]>, none| {
                    numbers
                        .and_then(|numbers| numbers.first())
                        .map_or(none, |&x| f64::from(x))
                };
                [first(at.scale, 1.0), first(at.offset, 0.0), 1.0]
            }
            Method::Row => {
                let mut largest = 0.0_f64;
                for first in (0..columns).step_by(TILE) {
                    let numbers = &mut tile[..TILE.min(columns - first)];
                    load(first, numbers);
                    for x in numbers.iter().map(|x| x.abs()) {
                        // NaN stays.
                        largest = if x > largest || x.is_nan() {
                            x
                        } else {
                            largest
                        };
                    }
                }
                let scale = match largest.is_nan() {
                    true => f32::NAN,
                    false => largest as f32 / self.to.max(),
                };
                if !scales.is_empty() {
                    scales.copy_from_slice(&scale.to_le_bytes());
                }
                [1.0, 0.0, f64::from(scale)]
            }
        };
        let parts = codes.chunks_mut(TILE * self.to.bits() / 8);
        for (first, codes) in (0..columns).step_by(TILE).zip(parts) {
            let numbers = &mut tile[..TILE.min(columns - first)];
            load(first, numbers);
            for x in numbers.iter_mut() {
                *x = (*x * factor + addend) / divisor;
            }
            self.to.store(numbers, codes);
        }
    }
}
