//! Rows that are quantised while they are moved.

#![forbid(unsafe_code)]

use super::TILE;
use super::routing::require_rows;
use super::row_bytes;
use crate::Arg;
use crate::engine::floats::Floats;
use crate::engine::operands::{Read, ReadFloats, operands};
use crate::mx::{ElementFormat, Recipe, Rounding, ScaleRule};
use crate::quant::quantised;
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::mx::{self, Output};
use hostnpu_kernels::quantised::{Quantised, larger, largest};

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
    /// A scale for each 128 elements, of FLOAT.
    Groups(Group),
    /// A scale for each 32 elements, of FLOAT8_E8M0: the least power of two with which the largest magnitude, at least this one, fits.
    Mx {
        /// The least magnitude that counts.
        least: f32,
    },
    /// A scale for each 32 elements, of FLOAT8_E8M0, by the rule of the microscaling specification; elements of four bits.
    Mx4,
}

/// The scale of a group of elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Group {
    /// The largest magnitude over that of the type. There is an even number of scales, of which the last may be 0.
    Quotient,
    /// The least power of two with which the largest magnitude, at least this one, fits.
    Power {
        /// The least magnitude that counts.
        least: f32,
    },
}

/// Elements of a group.
const GROUP: usize = 128;
/// Elements of a block.
const BLOCK: usize = 32;

/// The least largest magnitude of groups in the modes that have one; that of blocks is the nearest BFLOAT16.
const LEAST: f32 = 1e-4;

impl Method {
    /// The scales of a row, and the bytes of each.
    fn scales(self, columns: usize) -> (usize, usize) {
        match self {
            Self::Fixed { .. } | Self::Static => (0, 0),
            Self::Row => (1, 4),
            Self::Groups(Group::Power { .. }) => (columns.div_ceil(GROUP), 4),
            Self::Groups(Group::Quotient) => (columns.div_ceil(2 * GROUP) * 2, 4),
            Self::Mx { .. } | Self::Mx4 => (columns.div_ceil(2 * BLOCK) * 2, 1),
        }
    }

    /// The method of a number of a mode.
    pub fn of_mode(mode: i64) -> Result<Self> {
        Ok(match mode {
            0 => Self::Static,
            1 | 8 | 13 => Self::Row,
            2 | 3 => Self::Mx { least: 0.0 },
            16 | 17 => Self::Mx {
                least: f32::from_bits(0x38d2_0000),
            },
            4 | 5 => Self::Groups(Group::Power { least: 0.0 }),
            14 | 15 => Self::Groups(Group::Power { least: LEAST }),
            6 => Self::Fixed {
                scale: 1.0,
                offset: 0.0,
            },
            7 => Self::Static,
            9 => Self::Mx4,
            11 | 12 => Self::Groups(Group::Quotient),
            _ => return Err(Error::value("quantMode", mode, "0 to 9 or 11 to 17")),
        })
    }
}

/// Rows to quantise, and their destination.
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

/// Plan of a [`QuantiseRows`].
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
        let experts = match of.method {
            Method::Row => factors.checked_div(columns).unwrap_or(0),
            _ => 1,
        };
        if let (Some(scale), Method::Row) = (&of.scale, of.method) {
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
        match self.method {
            Method::Groups(group) => return self.groups(at, token, Some(group), codes, scales),
            Method::Mx { .. } => return self.groups(at, token, None, codes, scales),
            Method::Mx4 => return self.blocks_of_four_bits(at, token, codes, scales),
            _ => {}
        }
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
    /// Quantises groups or, without one, blocks of a row.
    fn groups(
        &self,
        at: &InputsAt,
        token: usize,
        group: Option<Group>,
        codes: &mut [u8],
        scales: &mut [u8],
    ) {
        let size = if group.is_some() { GROUP } else { BLOCK };
        scales.fill(0);
        let mut numbers = [0.0; GROUP];
        for (number, codes) in codes.chunks_mut(size).enumerate() {
            let numbers = &mut numbers[..codes.len()];
            let from = token * self.columns + number * size;
            at.x.load(from..from + numbers.len(), numbers);
            let largest = largest(numbers);
            let nan = largest.is_nan();
            let largest = if nan { f32::NAN } else { largest as f32 };
            let divisor = match (group, self.method) {
                (Some(Group::Quotient), _) => {
                    let scale = if nan {
                        f32::NAN
                    } else {
                        largest / self.to.max()
                    };
                    scales[4 * number..4 * number + 4].copy_from_slice(&scale.to_le_bytes());
                    f64::from(scale)
                }
                (Some(Group::Power { least }), _) => {
                    let scale = self.power(largest, least);
                    scales[4 * number..4 * number + 4].copy_from_slice(&scale.to_le_bytes());
                    f64::from(scale)
                }
                (None, Method::Mx { least }) => {
                    let (byte, scale) = self.block_scale(largest, least);
                    scales[number] = byte;
                    scale
                }
                (None, _) => 1.0,
            };
            numbers.iter_mut().for_each(|x| *x /= divisor);
            self.to.store(numbers, codes);
        }
    }

    /// The exponent of the largest number of the type.
    fn exponent(&self) -> u32 {
        (self.to.max().to_bits() >> 23) - 127
    }

    /// The mantissa of the largest number of the type, as that of a FLOAT: what is above it does not fit.
    fn mantissa(&self) -> u32 {
        self.to.max().to_bits() & 0x7f_ffff
    }

    /// The least power of two with which a magnitude fits; 2^-126 where there is none.
    fn power(&self, largest: f32, least: f32) -> f32 {
        let bits = if largest < least { least } else { largest }.to_bits();
        let (exponent, mantissa) = (bits >> 23 & 0xff, bits & 0x7f_ffff);
        let raised = exponent + u32::from(mantissa > self.mantissa());
        let exponent = raised.checked_sub(self.exponent());
        let exponent = exponent
            .filter(|exponent| (1..=254).contains(exponent))
            .unwrap_or(1);
        f32::from_bits(exponent << 23)
    }

    /// The same of a magnitude in BFLOAT16, what lies between its numbers cut off: the byte, and what numbers are divided by. A block of zeros has the byte 0, one with an infinity or NaN the byte of NaN,
    /// and zeros.
    fn block_scale(&self, largest: f32, least: f32) -> (u8, f64) {
        let [largest, least] = [largest, least].map(|x| x.to_bits() >> 16);
        let bits = largest.max(least);
        let (exponent, mantissa) = (bits >> 7, bits & 0x7f);
        if bits >= 0x7f80 {
            return (0xff, f64::NAN);
        }
        if bits == 0 {
            return (0, f64::INFINITY);
        }
        let raised = exponent + u32::from(mantissa > self.mantissa() >> 16);
        let byte = match exponent <= self.exponent() {
            true => 1,
            false => raised - self.exponent(),
        };
        (byte as u8, f64::from(f32::from_bits(byte << 23)))
    }

    fn blocks_of_four_bits(
        &self,
        at: &InputsAt,
        token: usize,
        codes: &mut [u8],
        scales: &mut [u8],
    ) {
        let recipe = Recipe {
            format: ElementFormat::E2M1,
            rounding: Rounding::TiesToEven,
            scale: ScaleRule::Floor { max_exponent: 2 },
            block: BLOCK,
        };
        let row = token * self.columns..(token + 1) * self.columns;
        let output = Output {
            elements: codes,
            scales,
        };
        match at.x {
            Floats::F16(x) => mx::quantise_rows(&recipe, &x[row], self.columns, output),
            Floats::Bf16(x) => mx::quantise_rows(&recipe, &x[row], self.columns, output),
            _ => {}
        }
    }
}
