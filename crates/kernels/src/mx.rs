//! Microscaling (MX) quantisation: blocks of neighbours along an axis share one scale, a power of two in E8M0, and each
//! element is stored in eight or four bits.
//!
//! An element `v` of a block with scale byte `b` becomes the code of `v * 2^(127 - b)`, rounded once from the exact product
//! and saturated. A block that holds an infinity or NaN has scale byte 255, and all its elements are +0. A short last block behaves
//! as if filled up with zeros. Along the last axis the scales of a row follow one another; along the axis before, those of
//! two neighbouring blocks of a column stand side by side. An odd number of blocks is filled up with a byte 0.
//!
//! Sources: the Open Compute Project's *Microscaling Formats (MX) Specification* for scales by floor; the documents of the ops-nn
//! operators `DynamicMxQuant` and `DynamicMxQuantWithDualAxis` for the other two rules, layouts and rounding.
//!
//! Format, rounding and scale rule are data, not types: a kernel is compiled for each source type and set of axes, in this crate.
//!
//! The work is cut into tiles that stay in the cache: first all maxima of a tile, then its scales, then its elements. With two
//! axes, both are done in one walk, so that the input comes from memory once.

mod bits;
mod dequantise;
mod element;
mod scale;
mod source;
mod tile;

pub use dequantise::{DequantisedElement, dequantise_rows};
pub use scale::ScaleRule;
pub use source::Source;

use bits::CHUNK;

use hostnpu_numeric::minifloat::Minifloat;
use hostnpu_numeric::rounding::Rounding;
use hostnpu_numeric::{fp4, fp8};

/// The format of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementFormat {
    /// Eight bits, [`fp8::E5M2`].
    E5M2,
    /// Eight bits, [`fp8::E4M3FN`].
    E4M3FN,
    /// Four bits, [`fp4::E2M1`].
    E2M1,
    /// Four bits, [`fp4::E1M2`].
    E1M2,
}

impl ElementFormat {
    /// All formats.
    pub const ALL: [ElementFormat; 4] = [Self::E5M2, Self::E4M3FN, Self::E2M1, Self::E1M2];

    /// The parameters of the format.
    pub const fn parameters(self) -> Minifloat {
        match self {
            Self::E5M2 => fp8::E5M2,
            Self::E4M3FN => fp8::E4M3FN,
            Self::E2M1 => fp4::E2M1,
            Self::E1M2 => fp4::E1M2,
        }
    }

    /// Bytes that `elements` elements take.
    pub const fn bytes(self, elements: usize) -> usize {
        (elements * self.parameters().bits() as usize).div_ceil(8)
    }
}

/// Parameters of the quantisation of blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// The format of the elements.
    pub format: ElementFormat,
    /// Rounding mode of elements.
    pub rounding: Rounding,
    /// Rule that gives the scale of a block by its largest magnitude.
    pub scale: ScaleRule,
    /// Elements of a block: a multiple of 32 up to [`Recipe::MAX_BLOCK`].
    pub block: usize,
}

impl Recipe {
    /// The longest block.
    pub const MAX_BLOCK: usize = 1024;

    /// Scales along an axis of `length` elements, in pairs: blocks, rounded up to an even number, by two.
    pub const fn scale_pairs(&self, length: usize) -> usize {
        length.div_ceil(self.block).div_ceil(2)
    }
}

/// Memory for the elements and the scales along one axis.
#[derive(Debug)]
pub struct Output<'a> {
    /// Elements in the order of the input, four-bit ones packed as [`fp4::pack`] says.
    pub elements: &'a mut [u8],
    /// Scale bytes.
    pub scales: &'a mut [u8],
}

/// Quantises rows of `columns` elements along themselves. Any number of rows; `output.scales` has
/// `2 * recipe.scale_pairs(columns)` bytes for each.
///
/// # Panics
///
/// If lengths do not fit one another, if the block is not one that [`Recipe`] allows, or if `columns` is odd for a format of four bits.
pub fn quantise_rows<T: Source>(recipe: &Recipe, x: &[T], columns: usize, output: Output) {
    T::quantise_rows(recipe, x, columns, output);
}

/// Quantises columns: `x` are at most `2 * recipe.block` rows of `columns` elements, which are one or two blocks of each column.
/// `output.scales` has two bytes for each column, of its first and of its second block.
///
/// # Panics
///
/// As [`quantise_rows`] does, and if there are more rows.
pub fn quantise_columns<T: Source>(recipe: &Recipe, x: &[T], columns: usize, output: Output) {
    T::quantise_columns(recipe, x, columns, output);
}

/// Quantises at most 64 rows along both axes, in blocks of 32: `rows` is what [`quantise_rows`] gives, `strip` what
/// [`quantise_columns`] gives.
///
/// # Panics
///
/// As the two do, and if the block is not 32.
pub fn quantise_both<T: Source>(
    recipe: &Recipe,
    x: &[T],
    columns: usize,
    rows: Output,
    strip: Output,
) {
    assert_eq!(recipe.block, CHUNK, "two axes share blocks of 32");
    T::quantise_both(recipe, x, columns, rows, strip);
}

impl Output<'_> {
    fn reborrow(&mut self) -> Output<'_> {
        Output {
            elements: self.elements,
            scales: self.scales,
        }
    }
}

/// Returns true if there is anything to do. Panics if lengths do not fit one another.
fn check(
    recipe: &Recipe,
    elements: usize,
    columns: usize,
    by_row: Option<&Output>,
    by_column: Option<&Output>,
) -> bool {
    if elements == 0 {
        return false;
    }
    let bits = recipe.format.parameters().bits() as usize;
    let rows = elements / columns;
    assert_eq!(elements, rows * columns, "whole rows");
    assert!(
        (1..=Recipe::MAX_BLOCK).contains(&recipe.block) && recipe.block.is_multiple_of(CHUNK),
        "block of {}",
        recipe.block
    );
    assert!(
        (columns * bits).is_multiple_of(8),
        "a byte belongs to one row"
    );
    if let Some(output) = by_row {
        assert_eq!(output.elements.len(), recipe.format.bytes(elements));
        assert_eq!(output.scales.len(), 2 * rows * recipe.scale_pairs(columns));
    }
    if let Some(output) = by_column {
        assert!(rows <= 2 * recipe.block, "{rows} rows");
        assert_eq!(output.elements.len(), recipe.format.bytes(elements));
        assert_eq!(output.scales.len(), 2 * columns);
    }
    true
}
