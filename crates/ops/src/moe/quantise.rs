//! Rows that are quantised while they are moved.

#![forbid(unsafe_code)]

use super::TILE;
use super::routing::require_rows;
use super::row_bytes;
use crate::Arg;
use crate::mx::{ElementFormat, Recipe, Rounding, ScaleRule};
use crate::quant::{BlockRule, RoundMode, quantised};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, ReadFloats, operands};
use hostnpu_kernels::quantised::{Quantised, larger, largest};
use hostnpu_tensor::Dtype;

/// Rule for the scale of a row.
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
    /// A scale for each block of neighbours.
    Blocks(BlockRule),
    /// A scale for each 32 elements, of FLOAT8_E8M0, by the rule of the microscaling specification; elements of four bits.
    Mx4,
}

/// The least largest magnitude of groups in the modes that have one; that of blocks is the nearest BFLOAT16.
const LEAST: f32 = 1e-4;

impl Method {
    /// The scales of a row, and the bytes of each.
    fn scales(self, columns: usize) -> (usize, usize) {
        match self {
            Self::Fixed { .. } | Self::Static => (0, 0),
            Self::Row => (1, 4),
            Self::Blocks(rule) => rule.scales(columns),
            Self::Mx4 => of_four_bits(Dtype::F16).scales(columns),
        }
    }

    /// The method of a number of a mode.
    pub fn of_mode(mode: i64) -> Result<Self> {
        Ok(match mode {
            0 => Self::Static,
            1 | 8 | 13 => Self::Row,
            2 | 3 => Self::Blocks(BlockRule::PowerByte { least: 0.0 }),
            16 | 17 => Self::Blocks(BlockRule::PowerByte {
                least: f32::from_bits(0x38d2_0000),
            }),
            4 | 5 => Self::Blocks(BlockRule::Power { least: 0.0 }),
            14 | 15 => Self::Blocks(BlockRule::Power { least: LEAST }),
            6 => Self::Fixed {
                scale: 1.0,
                offset: 0.0,
            },
            7 => Self::Static,
            9 => Self::Mx4,
            11 | 12 => Self::Blocks(BlockRule::Quotient),
            _ => return Err(Error::value("quantMode", mode, "0 to 9 or 11 to 17")),
        })
    }
}

/// Microscaling of numbers of a type to FLOAT4_E2M1.
fn of_four_bits(dtype: Dtype) -> BlockRule {
    let recipe = Recipe {
        format: ElementFormat::E2M1,
        rounding: Rounding::TiesToEven,
        scale: ScaleRule::Floor { max_exponent: 2 },
        block: 32,
    };
    BlockRule::Mx { recipe, dtype }
}

/// Rows to quantise, and their destination.
pub struct QuantiseRows {
    /// Rows of numbers.
    pub x: Arg,
    /// The method of quantisation.
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

/// Plan of a [`QuantiseRows`].
pub struct Quantiser {
    method: Method,
    /// Rule of blocks, if these have scales.
    blocks: Option<BlockRule>,
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
        let to = match of.method {
            // Microscaling has formats of its own.
            Method::Mx4 => Some(Quantised::Int4),
            _ => quantised(dtype),
        };
        let to = to.ok_or_else(|| {
            let allowed = "a type that numbers are quantised to";
            Error::dtype(of.codes.name, dtype, allowed)
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
        let has_columns = match of.method {
            Method::Row | Method::Blocks(BlockRule::Quotient) => true,
            // One number is the scale itself.
            Method::Static => factors > 1,
            _ => false,
        };
        let experts = match has_columns {
            true => factors.checked_div(columns).unwrap_or(0),
            false => 0,
        };
        if let (Some(scale), true) = (&of.scale, has_columns) {
            scale.require_numel(experts * columns)?;
        }
        let (scales, bytes) = of.method.scales(columns);
        let mut scale_bytes = 0;
        if let Some(of_rows) = &of.scales {
            require_rows(of_rows, scales * rows)?;
            scale_bytes = scales * bytes;
        }
        Ok(Self {
            method: of.method,
            blocks: match of.method {
                Method::Blocks(rule) => Some(rule),
                Method::Mx4 => Some(of_four_bits(of.x.view.dtype)),
                _ => None,
            },
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
        let row = if self.experts == 1 { 0 } else { expert };
        let factors = at
            .scale
            .filter(|_| self.experts > 0)
            .map(|scale| &scale[row * columns..(row + 1) * columns]);
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
        let parts = (0..columns)
            .step_by(TILE)
            .zip(codes.chunks_mut(TILE * self.to.bits() / 8));
        if let Some(blocks) = self.blocks {
            let (count, bytes) = blocks.scales(TILE);
            let mut scales = scales.chunks_mut(count * bytes);
            for (first, codes) in parts {
                let numbers = &mut tile[..TILE.min(columns - first)];
                load(first, numbers);
                let scales = scales.next().unwrap_or_default();
                blocks.quantise(self.to, RoundMode::Rint, numbers, codes, scales);
            }
            return;
        }
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
                let scale = match factors {
                    Some(_) => 1.0,
                    None => first(at.scale, 1.0),
                };
                [scale, first(at.offset, 0.0), 1.0]
            }
            Method::Row => {
                let mut most = 0.0_f64;
                for first in (0..columns).step_by(TILE) {
                    let numbers = &mut tile[..TILE.min(columns - first)];
                    load(first, numbers);
                    most = larger(most, largest(numbers));
                }
                let scale = match most.is_nan() {
                    true => f32::NAN,
                    false => most as f32 / self.to.max(),
                };
                if !scales.is_empty() {
                    scales.copy_from_slice(&scale.to_le_bytes());
                }
                [1.0, 0.0, f64::from(scale)]
            }
            _ => return,
        };
        for (first, codes) in parts {
            let numbers = &mut tile[..TILE.min(columns - first)];
            load(first, numbers);
            for x in numbers.iter_mut() {
                *x = (*x * factor + addend) / divisor;
            }
            self.to.store(numbers, codes);
        }
    }
}
