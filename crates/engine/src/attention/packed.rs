//! Rows of keys that are bytes of several types: 448 elements of FLOAT8_E4M3FN, of which 64 each have a scale, and 64 of BFLOAT16 behind them.

#![forbid(unsafe_code)]

use std::ops::Range;

use half::bf16;
use hostnpu_kernels::quantised::Quantised;
use hostnpu_numeric::e8m0;

/// Elements with scales, elements that share one, all elements of a row, and the bytes of those without scales.
const SCALED: usize = 448;
const SHARED: usize = 64;
const COLUMNS: usize = 512;
const PLAIN: usize = 2 * (COLUMNS - SCALED);

/// Order of the bytes of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Of each row 128 bytes of elements without scales, 448 with scales, seven scales of BFLOAT16, and 18 bytes that are not read.
    Whole,
    /// Of a block first 448 bytes with scales and 128 without of each row, then seven scales of FLOAT8_E8M0 and a byte that is not read of each row.
    ScalesBehind,
}

impl Packing {
    /// Bytes of a row.
    pub const fn bytes(self) -> usize {
        match self {
            Packing::Whole => 608,
            Packing::ScalesBehind => 584,
        }
    }

    /// Elements of a row.
    pub const fn columns(self) -> usize {
        COLUMNS
    }

    /// Loads elements of a row of a block, of so many rows.
    pub(super) fn load(
        self,
        block: &[u8],
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
                Packing::ScalesBehind => e8m0::decode(scales[number]).into(),
            };
        }
        for (column, x) in (middle..).zip(second) {
            *x = word(plain, column - SCALED);
        }
    }
}
