//! The walk over the input, tile by tile and in chunks of 32 elements.

use super::super::simd::{Kernel, Loops};
use super::element::{Codes, NO_OFFSET, vanishing_under};
use super::scale::ScaleRule;
use super::source::Bits;
use super::{Output, Recipe};
use hostnpu_numeric::rounding::Rounding;

/// Elements that are worked on at once: a vector of 512 bits of bf16, and the shortest block.
pub(super) const CHUNK: usize = 32;

/// Chunks of a tile's row at most: as many as there are elements in a chunk, so that the scales of a row are one chunk.
const CHUNKS: usize = 32;

/// Rows of a tile that are quantised along themselves.
const ROWS_AT_ONCE: usize = 32;

/// The scales of a chunk of blocks, and what codes are made with.
#[derive(Clone, Copy)]
struct Scales {
    byte: [u8; CHUNK],
    offset: [u16; CHUNK],
    vanishing: [u16; CHUNK],
    /// True if one of them has no offset.
    rare: bool,
}

impl Scales {
    const NONE: Scales = Scales {
        byte: [0; CHUNK],
        offset: [0; CHUNK],
        vanishing: [0; CHUNK],
        rare: false,
    };

    #[inline(always)]
    fn of<T: Bits>(
        codes: &Codes,
        rule: ScaleRule,
        largest: &[T::Magnitude; CHUNK],
        loops: Loops,
    ) -> Scales {
        let mut scales = Scales::NONE;
        scales.byte = rule.bytes::<T, CHUNK>(largest, loops);
        for (offset, (&largest, &byte)) in scales
            .offset
            .iter_mut()
            .zip(largest.iter().zip(&scales.byte))
        {
            loops.step();
            *offset = codes.offset::<T>(largest, byte);
        }
        if T::SMALL_PRODUCTS_VANISH && codes.rounding == Rounding::Floor {
            for (vanishing, &byte) in scales.vanishing.iter_mut().zip(&scales.byte) {
                loops.step();
                *vanishing = vanishing_under(byte);
            }
        }
        scales.rare = scales.offset.contains(&NO_OFFSET);
        scales
    }

    /// Codes of a chunk whose elements have a scale each, but for those that [`Scales::mend`] sets; `odd` are the elements as bf16,
    /// rounded to odd.
    #[inline(always)]
    fn codes<const BITS: u32, const FLOOR: bool>(
        &self,
        codes: &Codes,
        odd: &[u16; CHUNK],
        loops: Loops,
    ) -> [u8; CHUNK] {
        let mut chunk = [0; CHUNK];
        for i in 0..CHUNK {
            loops.step();
            chunk[i] = codes.code::<BITS, FLOOR>(odd[i], self.offset[i], self.vanishing[i]);
        }
        chunk
    }

    /// As [`Scales::codes`], of a chunk whose elements all have scale `block`.
    #[inline(always)]
    fn codes_of_block<const BITS: u32, const FLOOR: bool>(
        &self,
        codes: &Codes,
        block: usize,
        odd: &[u16; CHUNK],
        loops: Loops,
    ) -> [u8; CHUNK] {
        let (offset, vanishing) = (self.offset[block], self.vanishing[block]);
        let mut chunk = [0; CHUNK];
        for i in 0..CHUNK {
            loops.step();
            chunk[i] = codes.code::<BITS, FLOOR>(odd[i], offset, vanishing);
        }
        chunk
    }

    /// Sets the codes of the elements of a chunk that have no offset, all with scale `block` or each with its own. After the others are
    /// stored, so that these stay in registers.
    #[cold]
    #[inline(never)]
    fn mend<T: Bits>(&self, codes: &Codes, block: Option<usize>, x: &[T], elements: &mut [u8]) {
        for (i, x) in x.iter().enumerate() {
            let k = block.unwrap_or(i);
            if self.offset[k] == NO_OFFSET {
                let odd = x.to_odd_bf16();
                let code = codes.by_product(x.exact(), odd, self.byte[k], self.vanishing[k]);
                if codes.format.bits() == 8 {
                    elements[i] = code;
                } else {
                    let shift = i % 2 * 4;
                    elements[i / 2] = elements[i / 2] & !(0xf << shift) | code << shift;
                }
            }
        }
    }
}

/// Quantises `x`, which has the shape that the callers of this module have checked, along rows, columns or both.
pub(super) struct Walk<'a, T: Bits, const ROWS: bool, const COLUMNS: bool> {
    pub recipe: &'a Recipe,
    pub x: &'a [T],
    pub columns: usize,
    pub by_row: Output<'a>,
    pub by_column: Output<'a>,
}

impl<T: Bits, const ROWS: bool, const COLUMNS: bool> Kernel for Walk<'_, T, ROWS, COLUMNS> {
    type Output = ();

    #[inline(always)]
    fn run(self, loops: Loops) {
        walk::<T, ROWS, COLUMNS>(
            self.recipe,
            self.x,
            self.columns,
            self.by_row,
            self.by_column,
            loops,
        );
    }
}

#[inline(always)]
fn walk<T: Bits, const ROWS: bool, const COLUMNS: bool>(
    recipe: &Recipe,
    x: &[T],
    columns: usize,
    by_row: Output,
    by_column: Output,
    loops: Loops,
) {
    let codes = Codes::new(recipe.format, recipe.rounding);
    let rows = x.len() / columns;
    let bits = codes.format.bits() as usize;
    let block = recipe.block;
    let width = CHUNKS * CHUNK / block * block;
    let height = if ROWS { ROWS_AT_ONCE } else { block };
    let scales_in_row = 2 * recipe.scale_pairs(columns);
    for left in (0..columns).step_by(width) {
        let width = width.min(columns - left);
        for top in (0..rows).step_by(height) {
            let height = height.min(rows - top);
            let row = |y: usize| &x[(top + y) * columns + left..][..width];
            let mut across = [T::NOTHING; CHUNK * CHUNKS];
            let mut along = [[T::NOTHING; CHUNKS]; ROWS_AT_ONCE];
            for y in 0..height {
                maxima::<T, ROWS, COLUMNS>(
                    row(y),
                    &mut along[y % ROWS_AT_ONCE],
                    &mut across,
                    loops,
                );
            }
            let mut column_scales = [Scales::NONE; CHUNKS];
            if COLUMNS {
                let second = top / block % 2;
                for (k, scales) in column_scales
                    .iter_mut()
                    .enumerate()
                    .take(width.div_ceil(CHUNK))
                {
                    let largest = across[k * CHUNK..][..CHUNK]
                        .first_chunk()
                        .expect("a whole chunk");
                    *scales = Scales::of::<T>(&codes, recipe.scale, largest, loops);
                    let pairs = by_column.scales[2 * (left + k * CHUNK)..].chunks_exact_mut(2);
                    for (pair, &byte) in pairs.zip(&scales.byte) {
                        pair[second] = byte;
                        if second == 0 && top + height == rows {
                            pair[1] = 0;
                        }
                    }
                }
            }
            for y in 0..height {
                let at = ((top + y) * columns + left) * bits / 8;
                let row_scales = if ROWS {
                    let largest = &mut along[y % ROWS_AT_ONCE];
                    join(largest, block / CHUNK);
                    let scales = Scales::of::<T>(&codes, recipe.scale, largest, loops);
                    let start = (top + y) * scales_in_row;
                    let bytes = &mut by_row.scales[start..start + scales_in_row][left / block..];
                    for (k, byte) in bytes.iter_mut().enumerate().take(width.div_ceil(block)) {
                        *byte = scales.byte[k * (block / CHUNK)];
                    }
                    if left + width == columns {
                        bytes[width.div_ceil(block)..].fill(0);
                    }
                    scales
                } else {
                    Scales::NONE
                };
                let row = Row {
                    codes: &codes,
                    x: row(y),
                    row_scales: &row_scales,
                    column_scales: &column_scales,
                    by_row: if ROWS {
                        &mut by_row.elements[at..]
                    } else {
                        &mut []
                    },
                    by_column: if COLUMNS {
                        &mut by_column.elements[at..]
                    } else {
                        &mut []
                    },
                };
                // Outside the loop over chunks, where the choice would take as long as the work.
                match (bits, codes.rounding) {
                    (8, Rounding::Floor) => row.store::<ROWS, COLUMNS, 8, true>(loops),
                    (8, _) => row.store::<ROWS, COLUMNS, 8, false>(loops),
                    (_, Rounding::Floor) => row.store::<ROWS, COLUMNS, 4, true>(loops),
                    (_, _) => row.store::<ROWS, COLUMNS, 4, false>(loops),
                }
            }
        }
    }
}

/// A row of a tile with its scales, and where its codes go.
struct Row<'a, T> {
    codes: &'a Codes,
    x: &'a [T],
    row_scales: &'a Scales,
    column_scales: &'a [Scales; CHUNKS],
    by_row: &'a mut [u8],
    by_column: &'a mut [u8],
}

impl<T: Bits> Row<'_, T> {
    #[inline(always)]
    fn store<const ROWS: bool, const COLUMNS: bool, const BITS: u32, const FLOOR: bool>(
        mut self,
        loops: Loops,
    ) {
        // A copy of its own, which the compiler sees that no code is stored to.
        let codes = &{ *self.codes };
        let (chunks, rest) = self.x.as_chunks::<CHUNK>();
        for (k, chunk) in chunks.iter().enumerate() {
            let mut odd = [0; CHUNK];
            for (odd, x) in odd.iter_mut().zip(chunk) {
                loops.step();
                *odd = x.to_odd_bf16();
            }
            self.chunk::<ROWS, COLUMNS, BITS, FLOOR>(codes, k, chunk, &odd, loops);
        }
        if !rest.is_empty() {
            let mut odd = [0; CHUNK];
            for (odd, x) in odd.iter_mut().zip(rest) {
                loops.step();
                *odd = x.to_odd_bf16();
            }
            self.chunk::<ROWS, COLUMNS, BITS, FLOOR>(codes, chunks.len(), rest, &odd, loops);
        }
    }

    #[inline(always)]
    fn chunk<const ROWS: bool, const COLUMNS: bool, const BITS: u32, const FLOOR: bool>(
        &mut self,
        codes: &Codes,
        k: usize,
        x: &[T],
        odd: &[u16; CHUNK],
        loops: Loops,
    ) {
        let at = k * (CHUNK * BITS as usize / 8);
        if ROWS {
            let (scales, elements) = (self.row_scales, &mut self.by_row[at..]);
            let chunk = scales.codes_of_block::<BITS, FLOOR>(codes, k, odd, loops);
            store::<BITS>(&chunk, elements, x.len(), loops);
            if scales.offset[k] == NO_OFFSET {
                scales.mend(self.codes, Some(k), x, elements);
            }
        }
        if COLUMNS {
            let (scales, elements) = (&self.column_scales[k], &mut self.by_column[at..]);
            let chunk = scales.codes::<BITS, FLOOR>(codes, odd, loops);
            store::<BITS>(&chunk, elements, x.len(), loops);
            if scales.rare {
                scales.mend(self.codes, None, x, elements);
            }
        }
    }
}

/// Raises the maxima of chunks along a row, and of columns, by those of the row.
#[inline(always)]
fn maxima<T: Bits, const ROWS: bool, const COLUMNS: bool>(
    row: &[T],
    along: &mut [T::Magnitude; CHUNKS],
    across: &mut [T::Magnitude; CHUNK * CHUNKS],
    loops: Loops,
) {
    if ROWS {
        let (chunks, rest) = row.as_chunks::<CHUNK>();
        for (largest, chunk) in along.iter_mut().zip(chunks) {
            *largest = largest_of(chunk, loops);
        }
        if !rest.is_empty() {
            along[chunks.len()] = largest_of(&fill_up(rest), loops);
        }
    }
    if COLUMNS {
        for (largest, x) in across.iter_mut().zip(row) {
            loops.step();
            *largest = (*largest).max(x.magnitude());
        }
    }
}

#[inline(always)]
fn largest_of<T: Bits>(chunk: &[T; CHUNK], loops: Loops) -> T::Magnitude {
    let mut largest = T::NOTHING;
    for x in chunk {
        loops.step();
        largest = largest.max(x.magnitude());
    }
    largest
}

/// Sets all `chunks` chunks of a block the largest of their maxima.
#[inline(always)]
fn join<M: Copy + Ord>(maxima: &mut [M; CHUNKS], chunks: usize) {
    if chunks > 1 {
        for block in maxima.chunks_mut(chunks) {
            if let Some(&largest) = block.iter().max() {
                block.fill(largest);
            }
        }
    }
}

/// A chunk that begins with `rest` and ends in zeros.
#[inline(always)]
fn fill_up<T: Bits>(rest: &[T]) -> [T; CHUNK] {
    let mut chunk = [T::ZERO; CHUNK];
    chunk[..rest.len()].copy_from_slice(rest);
    chunk
}

/// Stores the first `count` codes of a chunk.
#[inline(always)]
fn store<const BITS: u32>(codes: &[u8; CHUNK], elements: &mut [u8], count: usize, loops: Loops) {
    if BITS == 8 {
        elements[..count].copy_from_slice(&codes[..count]);
    } else {
        let mut packed = [0; CHUNK / 2];
        let (pairs, _) = codes.as_chunks::<2>();
        for (byte, &pair) in packed.iter_mut().zip(pairs) {
            loops.step();
            let pair = u16::from_le_bytes(pair);
            *byte = (pair | pair >> 4) as u8;
        }
        elements[..count / 2].copy_from_slice(&packed[..count / 2]);
    }
}
