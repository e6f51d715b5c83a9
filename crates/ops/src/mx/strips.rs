//! Strips of rows, quantised in parallel.

use hostnpu_kernels::mx::{self, Output, Recipe};
use hostnpu_tensor::parallel;

/// Elements that one thread takes at a time, at least.
const PIECE: usize = 1 << 16;

/// Rows of at most two blocks, and where their scales along the columns go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strip {
    /// The first row.
    pub row: usize,
    /// Number of rows.
    pub height: usize,
    /// Row of pairs of scales.
    pub pair: usize,
}

/// Addresses of the elements and the scales along one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outputs {
    pub elements: usize,
    pub scales: usize,
}

impl Outputs {
    /// # Safety
    /// The bytes may be written, by no other thread meanwhile.
    unsafe fn part<'a>(self, elements: (usize, usize), scales: (usize, usize)) -> Output<'a> {
        // SAFETY: the caller's promise.
        unsafe {
            Output {
                elements: std::slice::from_raw_parts_mut(
                    (self.elements + elements.0) as *mut u8,
                    elements.1,
                ),
                scales: std::slice::from_raw_parts_mut(
                    (self.scales + scales.0) as *mut u8,
                    scales.1,
                ),
            }
        }
    }
}

/// Quantises the strips that `strip` gives for the numbers below `count` along columns, and along rows if `rows` is given.
///
/// # Safety
/// No two strips share rows or pairs; the outputs hold what all of them give and may be written, by no other thread meanwhile.
pub(super) unsafe fn quantise_strips<T: mx::Source>(
    recipe: &Recipe,
    x: &[T],
    columns: usize,
    count: usize,
    strip: impl Fn(usize) -> Strip + Sync,
    (rows, by_column): (Option<Outputs>, Outputs),
) {
    let at_once = (PIECE / (2 * recipe.block * columns).max(1)).max(1);
    let scales_of_row = 2 * recipe.scale_pairs(columns);
    parallel::for_each_piece(count.div_ceil(at_once), |piece| {
        for number in piece * at_once..count.min((piece + 1) * at_once) {
            let Strip { row, height, pair } = strip(number);
            let (first, length) = (row * columns, height * columns);
            let x = &x[first..first + length];
            let elements = (recipe.format.bytes(first), recipe.format.bytes(length));
            // SAFETY: the caller's promise: this strip's rows and pair belong to no other strip.
            let by_column = unsafe { by_column.part(elements, (pair * columns * 2, columns * 2)) };
            match rows {
                None => mx::quantise_columns(recipe, x, columns, by_column),
                Some(rows) => {
                    let scales = (row * scales_of_row, height * scales_of_row);
                    // SAFETY: as above.
                    let by_row = unsafe { rows.part(elements, scales) };
                    mx::quantise_both(recipe, x, columns, by_row, by_column);
                }
            }
        }
    });
}

/// Quantises rows of `columns` elements along themselves.
///
/// # Safety
/// The outputs hold what the rows give and may be written, by no other thread meanwhile.
pub(super) unsafe fn quantise_rows<T: mx::Source>(
    recipe: &Recipe,
    x: &[T],
    columns: usize,
    output: Outputs,
) {
    let pair = 2 * recipe.block;
    // Where pairs of blocks follow one another through all rows, any number of pairs is as good as a row.
    let continuous = columns.is_multiple_of(pair) || columns == x.len();
    let piece_length = if continuous {
        (PIECE / pair).max(1) * pair
    } else {
        (PIECE / columns).max(1) * columns
    };
    parallel::for_each_piece(x.len().div_ceil(piece_length), |piece| {
        let first = piece * piece_length;
        let x = &x[first..x.len().min(first + piece_length)];
        let columns = if continuous { x.len() } else { columns };
        let scales = |elements: usize| elements / columns * 2 * recipe.scale_pairs(columns);
        let before = if continuous {
            first / pair * 2
        } else {
            scales(first)
        };
        let elements = (recipe.format.bytes(first), recipe.format.bytes(x.len()));
        // SAFETY: the caller's promise; pieces are disjoint.
        let output = unsafe { output.part(elements, (before, scales(x.len()))) };
        mx::quantise_rows(recipe, x, columns, output);
    });
}
