//! Scales of blocks of neighbours along a row: what the quantisers of rows, the routing of experts and microscaling quantise blocks by.

#![forbid(unsafe_code)]

use half::{bf16, f16};
use hostnpu_kernels::convert::between;
use hostnpu_kernels::mx::{self, Output, Recipe};
use hostnpu_kernels::quantised::{Quantised, RoundMode, largest, largest_finite};
use hostnpu_tensor::Dtype;

/// Rule for the scale of each block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BlockRule {
    /// Of 128 numbers, in FLOAT: the largest magnitude over that of the type. There is an even number of scales, of which the last may be 0.
    Quotient,
    /// Of 128 numbers, in FLOAT: the least power of two with which the largest magnitude, at least this one, fits.
    Power {
        /// The least magnitude that counts.
        least: f32,
    },
    /// Of 32 numbers, in FLOAT8_E8M0: the same of a magnitude that is cut off to BFLOAT16.
    PowerByte {
        /// The least magnitude that counts.
        least: f32,
    },
    /// Of 128 numbers, in FLOAT: the largest finite magnitude, at least 1e-4, times the float nearest to 1 / MAX. Numbers are multiplied by MAX over the magnitude.
    Floored {
        /// True if the scale is rounded up to a power of two, by which numbers are divided.
        rounds_up: bool,
    },
    /// Of 32 numbers, in FLOAT8_E8M0: the largest magnitude, at least 1e-4, times the float nearest to 1 / MAX, rounded up to a power of two.
    FlooredByte,
    /// Microscaling of numbers that are rounded to a type first.
    Mx {
        /// Format, rounding, block and rule of the scale.
        recipe: Recipe,
        /// FLOAT16, BFLOAT16 or FLOAT.
        dtype: Dtype,
    },
}

/// Numbers of a block with a scale of FLOAT.
const LONG: usize = 128;
/// Numbers of a block with a scale of FLOAT8_E8M0.
const SHORT: usize = 32;
/// Numbers that microscaling rounds at a time: a pair of the longest blocks.
const TILE: usize = 2 * Recipe::MAX_BLOCK;
/// The least largest magnitude of the rules that have a fixed one.
const LEAST: f32 = 1e-4;

/// A scale: what is stored, and what numbers are multiplied by.
struct Scale {
    stored: f32,
    byte: u8,
    factor: f64,
}

impl Scale {
    /// A power of two by its byte.
    fn of_byte(byte: u8) -> Self {
        Self {
            stored: f32::from_bits(u32::from(byte) << 23),
            byte,
            factor: f64::exp2(127.0 - f64::from(byte)),
        }
    }

    /// That of a block with an infinity or NaN: all numbers become 0.
    fn nan() -> Self {
        Self {
            stored: f32::NAN,
            byte: 0xff,
            factor: f64::NAN,
        }
    }
}

/// The byte of the least power of two that is not below a positive normal number.
fn rounded_up(scale: f32) -> u8 {
    let bits = scale.to_bits();
    ((bits >> 23) + u32::from(bits & 0x7f_ffff != 0)) as u8
}

/// The exponent of the largest number of a type, and its mantissa as that of a FLOAT: what is above it does not fit.
fn limits(to: Quantised) -> (u32, u32) {
    let bits = to.max().to_bits();
    ((bits >> 23) - 127, bits & 0x7f_ffff)
}

/// The least power of two with which a magnitude fits; 2^-126 where there is none.
fn power(to: Quantised, largest: f32, least: f32) -> f32 {
    let bits = if largest < least { least } else { largest }.to_bits();
    let (exponent, mantissa) = (bits >> 23 & 0xff, bits & 0x7f_ffff);
    let (most, limit) = limits(to);
    let raised = exponent + u32::from(mantissa > limit);
    let exponent = raised.checked_sub(most);
    let exponent = exponent
        .filter(|exponent| (1..=254).contains(exponent))
        .unwrap_or(1);
    f32::from_bits(exponent << 23)
}

/// The same of a magnitude in BFLOAT16. A block of zeros has the byte 0, one with an infinity or NaN the byte of NaN, and zeros.
fn power_byte(to: Quantised, largest: f32, least: f32) -> Scale {
    let [largest, least] = [largest, least].map(|x| x.to_bits() >> 16);
    let bits = largest.max(least);
    let (exponent, mantissa) = (bits >> 7, bits & 0x7f);
    if bits >= 0x7f80 {
        return Scale::nan();
    }
    if bits == 0 {
        return Scale {
            stored: 0.0,
            byte: 0,
            factor: 0.0,
        };
    }
    let (most, limit) = limits(to);
    let raised = exponent + u32::from(mantissa > limit >> 16);
    Scale::of_byte(if exponent <= most { 1 } else { raised - most } as u8)
}

impl BlockRule {
    /// Numbers of a block.
    pub fn block(self) -> usize {
        match self {
            Self::Quotient | Self::Power { .. } | Self::Floored { .. } => LONG,
            Self::PowerByte { .. } | Self::FlooredByte => SHORT,
            Self::Mx { recipe, .. } => recipe.block,
        }
    }

    /// The scales of a row, and the bytes of each.
    pub fn scales(self, columns: usize) -> (usize, usize) {
        match self {
            Self::Quotient => (columns.div_ceil(2 * LONG) * 2, 4),
            Self::Power { .. } | Self::Floored { .. } => (columns.div_ceil(LONG), 4),
            Self::PowerByte { .. } | Self::FlooredByte => (columns.div_ceil(2 * SHORT) * 2, 1),
            Self::Mx { recipe, .. } => (2 * recipe.scale_pairs(columns), 1),
        }
    }

    /// Quantises the blocks of a row, or of a part of one with an even number of blocks; the numbers change. `scales` has as many bytes as [`BlockRule::scales`] says.
    pub fn quantise(
        self,
        to: Quantised,
        mode: RoundMode,
        numbers: &mut [f64],
        codes: &mut [u8],
        scales: &mut [u8],
    ) {
        if let Self::Mx { recipe, dtype } = self {
            return match dtype {
                Dtype::F16 => microscale([f16::ZERO; TILE], &recipe, numbers, codes, scales),
                Dtype::Bf16 => microscale([bf16::ZERO; TILE], &recipe, numbers, codes, scales),
                _ => microscale([0.0_f32; TILE], &recipe, numbers, codes, scales),
            };
        }
        let size = self.block();
        let bytes = self.scales(size).1;
        scales.fill(0);
        let mut stored = scales.chunks_exact_mut(bytes);
        let parts = numbers
            .chunks_mut(size)
            .zip(codes.chunks_mut(to.bytes(size)));
        for (numbers, codes) in parts {
            let scale = self.scale(to, numbers);
            match stored.next() {
                Some([byte]) => *byte = scale.byte,
                Some(word) => word.copy_from_slice(&scale.stored.to_le_bytes()),
                None => {}
            }
            match self {
                // Quotients are rounded once.
                Self::Quotient => {
                    let by = f64::from(scale.stored);
                    numbers.iter_mut().for_each(|x| *x /= by);
                }
                _ => numbers.iter_mut().for_each(|x| *x *= scale.factor),
            }
            to.store_rounded(mode, numbers, codes);
        }
    }

    fn scale(self, to: Quantised, numbers: &[f64]) -> Scale {
        let of = |largest: f64| {
            if largest.is_nan() {
                f32::NAN
            } else {
                largest as f32
            }
        };
        match self {
            Self::Quotient => Scale {
                stored: match largest(numbers) {
                    largest if largest.is_nan() => f32::NAN,
                    largest => largest as f32 / to.max(),
                },
                byte: 0,
                factor: 1.0,
            },
            Self::Power { least } => {
                let stored = power(to, of(largest(numbers)), least);
                Scale {
                    stored,
                    byte: 0,
                    factor: 1.0 / f64::from(stored),
                }
            }
            Self::PowerByte { least } => power_byte(to, of(largest(numbers)), least),
            Self::Floored { rounds_up } => {
                let most = (largest_finite(numbers) as f32).max(LEAST);
                let stored = most * (1.0 / to.max());
                match rounds_up {
                    true => Scale::of_byte(rounded_up(stored)),
                    false => Scale {
                        stored,
                        byte: 0,
                        factor: (to.max() / most).into(),
                    },
                }
            }
            Self::FlooredByte => {
                let most = of(largest(numbers));
                match most.is_finite() {
                    true => Scale::of_byte(rounded_up(most.max(LEAST) * (1.0 / to.max()))),
                    false => Scale::nan(),
                }
            }
            Self::Mx { .. } => Scale::nan(),
        }
    }
}

/// Rounds numbers to the type of a tile, and quantises them.
fn microscale<T: mx::Source>(
    mut tile: [T; TILE],
    recipe: &Recipe,
    numbers: &[f64],
    codes: &mut [u8],
    scales: &mut [u8],
) where
    for<'a> hostnpu_kernels::convert::SliceMut<'a>: From<&'a mut [T]>,
{
    let pair = 2 * recipe.block;
    let size = TILE / pair * pair;
    let parts = codes
        .chunks_mut(recipe.format.bytes(size))
        .zip(scales.chunks_mut(size / recipe.block));
    for (numbers, (elements, scales)) in numbers.chunks(size).zip(parts) {
        let tile = &mut tile[..numbers.len()];
        between(numbers, &mut *tile);
        mx::quantise_rows(recipe, tile, numbers.len(), Output { elements, scales });
    }
}
