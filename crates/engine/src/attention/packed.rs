//! Rows of keys that are bytes of several types: 448 elements of FLOAT8_E4M3FN, of which 64 each have a scale, and 64 of BFLOAT16 behind them; or 512 elements, of which 128 each have a scale, and 64 of the type of queries.

#![forbid(unsafe_code)]

use std::ops::Range;

use half::{bf16, f16};
use hostnpu_kernels::quantised::Quantised;
use hostnpu_numeric::e8m0;
use hostnpu_tensor::Dtype;

/// Elements with scales, elements that share one, all elements of a row, and the bytes of those without scales.
const SCALED: usize = 448;
const SHARED: usize = 64;
const COLUMNS: usize = 512;
const PLAIN: usize = 2 * (COLUMNS - SCALED);

/// Elements in tiles, elements of a tile, and elements behind them, of two bytes each.
const TILED: usize = 512;
const TILE: usize = 128;
const BEHIND: usize = 64;

/// Order of the bytes of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Of each row 128 bytes of elements without scales, 448 with scales, seven scales of BFLOAT16, and 18 bytes that are not read.
    Whole,
    /// Of a block first 448 bytes with scales and 128 without of each row, then seven scales of FLOAT8_E8M0 and a byte that is not read of each row.
    ScalesBehind,
    /// Of each row 512 elements in tiles of 128, 64 elements of FLOAT16 or BFLOAT16, and a scale of FLOAT for each tile. Those behind the tiles belong to keys; values, which have no type of them, are the tiles.
    Tiles(Option<Dtype>),
}

impl Packing {
    /// Bytes of a row.
    pub const fn bytes(self) -> usize {
        match self {
            Packing::Whole => 608,
            Packing::ScalesBehind => 584,
            Packing::Tiles(_) => TILED + 2 * BEHIND + 4 * (TILED / TILE),
        }
    }

    /// Elements of a row.
    pub const fn columns(self) -> usize {
        match self {
            Packing::Tiles(Some(_)) => TILED + BEHIND,
            Packing::Tiles(None) => TILED,
            _ => COLUMNS,
        }
    }

    /// Loads elements of a row of a block, of so many rows. Elements with scales in tiles are such codes.
    pub(super) fn load(
        self,
        (block, codes): (&[u8], Quantised),
        [rows, row]: [usize; 2],
        columns: Range<usize>,
        to: &mut [f64],
    ) {
        let own = SCALED + PLAIN;
        let (scaled, plain, scales) = match self {
            Packing::Whole => {
                let bytes = &block[row * self.bytes()..][..self.bytes()];
                let (plain, rest) = bytes.split_at(PLAIN);
                (&rest[..SCALED], plain, &rest[SCALED..])
            }
            Packing::ScalesBehind => {
                let (scaled, plain) = block[row * own..][..own].split_at(SCALED);
                (scaled, plain, &block[rows * own + row * 8..][..8])
            }
            Packing::Tiles(second) => {
                let bytes = &block[row * self.bytes()..][..self.bytes()];
                load_tiles(bytes, codes, second, columns, to);
                return;
            }
        };
        let word = |bytes: &[u8], at: usize| {
            let word = [bytes[2 * at], bytes[2 * at + 1]];
            f64::from(bf16::from_le_bytes(word))
        };
        let middle = SCALED.clamp(columns.start, columns.end.max(columns.start));
        let (first, second) = to.split_at_mut(middle - columns.start);
        if !first.is_empty() {
            Quantised::E4m3.load(scaled, columns.start, first);
        }
        for (column, x) in (columns.start..).zip(first) {
            let number = column / SHARED;
            *x *= match self {
                Packing::Whole => word(scales, number),
                _ => e8m0::decode(scales[number]).into(),
            };
        }
        for (column, x) in (middle..).zip(second) {
            *x = word(plain, column - SCALED);
        }
    }
}

/// Loads elements of a row in tiles.
fn load_tiles(
    bytes: &[u8],
    codes: Quantised,
    second: Option<Dtype>,
    columns: Range<usize>,
    to: &mut [f64],
) {
    let (tiled, rest) = bytes.split_at(TILED);
    let (behind, scales) = rest.split_at(2 * BEHIND);
    let middle = TILED.clamp(columns.start, columns.end.max(columns.start));
    let (first, others) = to.split_at_mut(middle - columns.start);
    if !first.is_empty() {
        codes.load(tiled, columns.start, first);
    }
    let (scales, _) = scales.as_chunks::<4>();
    for (column, x) in (columns.start..).zip(first) {
        *x *= f64::from(f32::from_le_bytes(scales[column / TILE]));
    }
    let (words, _) = behind.as_chunks::<2>();
    for (column, x) in (middle..).zip(others) {
        let word = words[column - TILED];
        *x = match second {
            Some(Dtype::F16) => f16::from_le_bytes(word).into(),
            _ => bf16::from_le_bytes(word).into(),
        };
    }
}
