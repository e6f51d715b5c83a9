//! Products of packed panels: the innermost loops of matrix products.
//!
//! A *panel* holds some lanes (rows of the left matrix, or columns of the right one) of a block of [`DEPTH`] steps of the inner dimension: all
//! lanes of a step, then those of the next step. A tile of results is one panel of each side, kept in registers while the steps go by.
//!
//! Each result is summed over the steps of its block one after the other, from 0 on, and sums of blocks are added in their order: no
//! instruction set and no size of a tile changes a bit. Products that are exact in the type of the sums ([`Kind::Exact`]) give the same
//! with and without fused operations; where they are not, every instruction set fuses.
//!
//! Some kinds have several steps in one number of a panel ([`Kind::steps_per_number`]), for instructions that multiply and add them together. Depths of blocks count numbers.

pub mod few;
#[cfg(target_arch = "aarch64")]
mod neon;
pub mod numbers;
mod portable;
pub mod results;
pub mod small;
mod tile;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use crate::simd::{Extension, Isa};
use portable::Integers;
#[cfg(not(target_arch = "aarch64"))]
use portable::{Doubles, Exact, Singles};
use tile::Tiles;

/// Numbers of the inner dimension in a block: those that one tile sums before it adds to the result.
pub const DEPTH: usize = 256;

/// Types of operands and of sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `f64` whose products are exact: what were numbers of 32 bits or fewer.
    Exact,
    /// Any `f64`, multiplied and added with one rounding.
    Double,
    /// `f32`, multiplied and added with one rounding.
    Single,
    /// `i64`, wrapping.
    Integer,
    /// Pairs of `bf16`, summed in `f32`. The instruction takes subnormal numbers for 0.
    Brain,
    /// Four `i8`, those of the left side plus 128 as `u8`, summed in `i32`, wrapping.
    Bytes,
}

/// Layout of panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panels {
    /// Lanes of a panel of the left side.
    pub rows: usize,
    /// Lanes of a vector.
    lanes: usize,
    /// Most vectors of a panel of the right side.
    vectors: usize,
}

impl Panels {
    /// Lanes of a panel of the right side, for a matrix of `columns`: those that leave the fewest of the last panel unused.
    pub fn columns(self, columns: usize) -> usize {
        // More vectors use what is loaded more often.
        let cost = |vectors: &usize| {
            let overhead = [130, 105, 100][vectors - 1];
            columns.next_multiple_of(vectors * self.lanes) * overhead
        };
        let best = (1..=self.vectors).rev().min_by_key(cost);
        best.unwrap_or(1) * self.lanes
    }
}

impl Kind {
    /// Bytes of a number of a panel, and of a sum.
    pub fn size(self) -> usize {
        if self.has_short_sums() { 4 } else { 8 }
    }

    /// Returns true if sums are `f32`, or `i32`.
    pub fn has_short_sums(self) -> bool {
        matches!(self, Self::Single | Self::Brain | Self::Bytes)
    }

    /// Steps of the inner dimension in a number of a panel.
    pub fn steps_per_number(self) -> usize {
        match self {
            Self::Brain => 2,
            Self::Bytes => 4,
            _ => 1,
        }
    }

    /// Steps of a block.
    pub fn steps_per_block(self) -> usize {
        DEPTH * self.steps_per_number()
    }

    /// Returns true if an instruction set has the kind and gains by it: every one has those of one step in a number.
    pub fn is_available(self, isa: Isa) -> bool {
        match self {
            Self::Brain => isa == Isa::Avx512 && Extension::Brains.is_available(),
            Self::Bytes => isa == Isa::Avx512 && Extension::Bytes.is_available(),
            _ => true,
        }
    }

    /// The kind, or else that of FLOAT where it is not available.
    pub fn or_single(self, isa: Isa) -> Self {
        match self.is_available(isa) {
            true => self,
            false => Self::Single,
        }
    }

    /// Returns the layout of panels for an instruction set.
    pub fn panels(self, isa: Isa) -> Panels {
        let of = |rows, bytes: usize, vectors| Panels {
            rows,
            lanes: bytes / self.size(),
            vectors,
        };
        match (self, isa) {
            (Self::Integer, _) => of(4, 32, 1),
            (_, Isa::Baseline) if cfg!(not(target_arch = "aarch64")) => of(4, 32, 1),
            (_, Isa::Baseline | Isa::Avx2) => of(4, 32, 3),
            (_, Isa::Avx512) => of(8, 64, 3),
        }
    }
}

/// A part of a product: panels of both sides, and the results.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// Numbers of the inner dimension, at most [`DEPTH`].
    pub depth: usize,
    /// Panels of the left side, one after the other.
    pub left: *const u8,
    /// Rows of results.
    pub rows: usize,
    /// Panels of the right side, one after the other; with `offsets` the first lane of the first one.
    pub right: *const u8,
    /// Lanes of a panel of the right side.
    pub columns: usize,
    /// Panels of the right side.
    pub panels: usize,
    /// Numbers from `right` to each step, where all lanes of a step lie side by side, those of all panels; null where panels are packed, and for kinds of several steps in
    /// a number.
    pub offsets: *const isize,
    /// Results, by rows; as many columns as the panels have lanes.
    pub sums: *mut u8,
    /// Numbers from one row to the next.
    pub pitch: usize,
    /// True if results are added to what is there.
    pub adds: bool,
}

impl Block {
    /// Multiplies.
    ///
    /// # Safety
    /// The panels, laid out as [`Kind::panels`] says for `isa` (a missing lane of the last one has any numbers), may be read and the results
    /// written (and read, where it adds), all aligned to their numbers, by nothing else meanwhile. The kind is available for `isa`.
    pub unsafe fn multiply(self, kind: Kind, isa: Isa) {
        debug_assert!(kind.is_available(isa));
        // SAFETY: the caller's promise; the machine has the instruction set where it is asked for.
        unsafe {
            match (kind, isa) {
                (Kind::Integer, _) => Tiles::<Integers, 4>::new(self).single(),
                #[cfg(target_arch = "x86_64")]
                (_, Isa::Avx2 | Isa::Avx512) if isa.is_available() => {
                    x86_64::multiply(self, kind, isa == Isa::Avx512);
                }
                (Kind::Brain | Kind::Bytes, _) => unreachable!("not for {isa:?}"),
                #[cfg(target_arch = "aarch64")]
                _ => neon::multiply(self, kind),
                #[cfg(not(target_arch = "aarch64"))]
                (Kind::Exact, _) => Tiles::<Exact, 4>::new(self).single(),
                #[cfg(not(target_arch = "aarch64"))]
                (Kind::Double, _) => Tiles::<Doubles, 4>::new(self).single(),
                #[cfg(not(target_arch = "aarch64"))]
                (Kind::Single, _) => Tiles::<Singles, 4>::new(self).single(),
            }
        }
    }
}

#[cfg(test)]
mod tests;
