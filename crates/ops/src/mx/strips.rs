//! Strips of rows, quantised in parallel.

#![forbid(unsafe_code)]

use crate::Arg;
use hostnpu_engine::grain;
use hostnpu_engine::operands::{WriteBytes, operands};
use hostnpu_kernels::mx::{self, Recipe};
use hostnpu_tensor::cuts;
use smallvec::SmallVec;

/// Outputs of the elements and the scales along one axis.
#[derive(Clone, Debug)]
pub struct Output {
    /// The elements, of the shape of the input.
    pub elements: Arg,
    /// The scales of their blocks.
    pub scales: Arg,
}

operands! {
    /// Elements and scales along one axis.
    pub(super) struct Along => AlongAt {
        elements: WriteBytes,
        scales: WriteBytes,
    }
}

impl From<Output> for Along {
    fn from(of: Output) -> Self {
        Self {
            elements: of.elements.into(),
            scales: of.scales.into(),
        }
    }
}

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

impl Strip {
    fn end(self) -> usize {
        self.row + self.height
    }
}

/// Quantises the strips that `strip` gives for the numbers below `count` along columns, and along rows if `by_row` is given. Rows of strips follow
/// each other from row 0 on, and pairs rise.
pub(super) fn quantise_strips<T: mx::Source>(
    recipe: &Recipe,
    x: &[T],
    columns: usize,
    (count, strip): (usize, impl Fn(usize) -> Strip + Sync),
    by_row: Option<AlongAt>,
    by_column: AlongAt,
) {
    let at_once = (grain::ELEMENTS / (2 * recipe.block * columns).max(1)).max(1);
    let pieces = count.div_ceil(at_once);
    let bytes = |row: usize| recipe.format.bytes(row * columns);
    let scales_of_row = 2 * recipe.scale_pairs(columns);
    let scales_of_pair = 2 * columns;
    let last = |piece: usize| strip(count.min((piece + 1) * at_once) - 1);
    // Computes a piece, in the parts of the outputs that are its own.
    let piece = |piece: usize, by_column: AlongAt, mut by_row: Option<AlongAt>| {
        // What of the outputs comes before these parts.
        let before = piece.checked_sub(1).map(last);
        let (rows, pairs) = before.map_or((0, 0), |strip| (strip.end(), strip.pair + 1));
        for number in piece * at_once..count.min((piece + 1) * at_once) {
            let Strip { row, height, pair } = strip(number);
            let x = &x[row * columns..(row + height) * columns];
            let written = bytes(row) - bytes(rows)..bytes(row + height) - bytes(rows);
            let by_column = mx::Output {
                elements: &mut by_column.elements[written.clone()],
                scales: &mut by_column.scales[(pair - pairs) * scales_of_pair..][..scales_of_pair],
            };
            match &mut by_row {
                None => mx::quantise_columns(recipe, x, columns, by_column),
                Some(by_row) => {
                    let of_rows =
                        (row - rows) * scales_of_row..(row + height - rows) * scales_of_row;
                    let by_row = mx::Output {
                        elements: &mut by_row.elements[written],
                        scales: &mut by_row.scales[of_rows],
                    };
                    mx::quantise_both(recipe, x, columns, by_row, by_column);
                }
            }
        }
    };
    if pieces <= 1 {
        // The way of small calls.
        return piece(0, by_column, by_row);
    }
    let ends = |end: &dyn Fn(Strip) -> usize| -> SmallVec<[usize; 8]> {
        (0..pieces).map(|piece| end(last(piece))).collect()
    };
    let elements = ends(&|strip| bytes(strip.end()));
    let of_columns = ends(&|strip| (strip.pair + 1) * scales_of_pair);
    let of_rows = ends(&|strip| strip.end() * scales_of_row);
    let along_columns = (
        cuts::ranges(by_column.elements, &elements[..]),
        cuts::ranges(by_column.scales, &of_columns[..]),
    );
    let along_rows = by_row.map(|of| {
        (
            cuts::ranges(of.elements, &elements[..]),
            cuts::ranges(of.scales, &of_rows[..]),
        )
    });
    let along = |(elements, scales)| AlongAt { elements, scales };
    let parts = (along_columns, along_rows);
    cuts::for_each_part(parts, |number, (by_column, by_row)| {
        piece(number, along(by_column), by_row.map(along));
    });
}

/// Quantises rows of `columns` elements along themselves.
pub(super) fn quantise_rows<T: mx::Source>(recipe: &Recipe, x: &[T], columns: usize, to: AlongAt) {
    let pair = 2 * recipe.block;
    // Where pairs of blocks follow one another through all rows, any number of pairs is as good as a row.
    let continuous = columns.is_multiple_of(pair) || columns == x.len();
    let size = if continuous { pair } else { columns };
    let size = (grain::ELEMENTS / size).max(1) * size;
    let scales = match continuous {
        true => size / pair * 2,
        false => size / columns * 2 * recipe.scale_pairs(columns),
    };
    let parts = (
        cuts::chunks(to.elements, recipe.format.bytes(size)),
        cuts::chunks(to.scales, scales),
    );
    cuts::for_each_part(parts, |piece, (elements, scales)| {
        let first = piece * size;
        let x = &x[first..x.len().min(first + size)];
        let columns = if continuous { x.len() } else { columns };
        mx::quantise_rows(recipe, x, columns, mx::Output { elements, scales });
    });
}
