//! The walk over the input, tile by tile and in chunks of 32 elements.

use super::super::simd::{Kernel, Loops};
use super::bits::{Bits, CHUNK};
use super::element::{Codes, NO_OFFSET, vanishing_under};
use super::scale::ScaleRule;
use super::{Output, Recipe};
use hostnpu_numeric::rounding::Rounding;
use std::mem::MaybeUninit;
use std::ops::Range;

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

/// Columns of a tile whose blocks have a chunk: tiles of longer blocks have fewer.
pub(super) const WIDTH: usize = CHUNKS * CHUNK;

/// Quantises columns `at` of `x`, which has the shape that the callers of this module have checked, along rows or, if `ROWS` is false, along columns.
/// `at` begins with a tile.
pub(super) struct Walk<'a, T: Bits, const ROWS: bool> {
    pub recipe: &'a Recipe,
    pub x: &'a [T],
    pub columns: usize,
    pub at: Range<usize>,
    pub output: Output<'a>,
}

impl<T: Bits, const ROWS: bool> Kernel for Walk<'_, T, ROWS> {
    type Output = ();

    #[inline(always)]
    fn run(self, loops: Loops) {
        let Self {
            recipe,
            x,
            columns,
            at,
            output,
        } = self;
        let codes = Codes::new(recipe.format, recipe.rounding);
        let rows = x.len() / columns;
        let bits = codes.format.bits() as usize;
        let block = recipe.block;
        let width = WIDTH / block * block;
        let height = if ROWS { ROWS_AT_ONCE } else { block };
        let scales_in_row = 2 * recipe.scale_pairs(columns);
        for left in at.clone().step_by(width) {
            let width = width.min(at.end - left);
            for top in (0..rows).step_by(height) {
                let height = height.min(rows - top);
                let row = |y: usize| &x[(top + y) * columns + left..][..width];
                // As many as the tile has chunks: clearing all of them takes as long as a small tile.
                let mut column_scales = [const { MaybeUninit::<Scales>::uninit() }; CHUNKS];
                let chunks = width.div_ceil(CHUNK);
                if !ROWS {
                    let mut across = [T::NOTHING; WIDTH];
                    for y in 0..height {
                        for (largest, x) in across.iter_mut().zip(row(y)) {
                            loops.step();
                            *largest = (*largest).max(x.magnitude());
                        }
                    }
                    let second = top / block % 2;
                    for (k, scales) in column_scales.iter_mut().enumerate().take(chunks) {
                        let largest = across[k * CHUNK..][..CHUNK]
                            .first_chunk()
                            .expect("a whole chunk");
                        let scales =
                            scales.write(Scales::of::<T>(&codes, recipe.scale, largest, loops));
                        let pairs = output.scales[2 * (left + k * CHUNK)..].chunks_exact_mut(2);
                        for (pair, &byte) in pairs.zip(&scales.byte) {
                            pair[second] = byte;
                            if second == 0 && top + height == rows {
                                pair[1] = 0;
                            }
                        }
                    }
                }
                for y in 0..height {
                    let x = row(y);
                    let row_scales;
                    let scales = if ROWS {
                        let mut largest = maxima_along(x, loops);
                        join(&mut largest, block / CHUNK);
                        row_scales = Scales::of::<T>(&codes, recipe.scale, &largest, loops);
                        let start = (top + y) * scales_in_row;
                        let bytes =
                            &mut output.scales[start..start + scales_in_row][left / block..];
                        for (k, byte) in bytes.iter_mut().enumerate().take(width.div_ceil(block)) {
                            *byte = row_scales.byte[k * (block / CHUNK)];
                        }
                        if left + width == columns {
                            bytes[width.div_ceil(block)..].fill(0);
                        }
                        std::slice::from_ref(&row_scales)
                    } else {
                        // SAFETY: so many were written above.
                        unsafe { column_scales[..chunks].assume_init_ref() }
                    };
                    let row = Row {
                        codes: &codes,
                        x,
                        scales,
                        elements: &mut output.elements[((top + y) * columns + left) * bits / 8..],
                    };
                    // Outside the loop over chunks, where the choice would take as long as the work.
                    match (bits, codes.rounding) {
                        (8, Rounding::Floor) => row.store::<ROWS, 8, true>(loops),
                        (8, _) => row.store::<ROWS, 8, false>(loops),
                        (_, Rounding::Floor) => row.store::<ROWS, 4, true>(loops),
                        (_, _) => row.store::<ROWS, 4, false>(loops),
                    }
                }
            }
        }
    }
}

/// A row of a tile with its scales, and where its codes go.
struct Row<'a, T> {
    codes: &'a Codes,
    x: &'a [T],
    /// Those of the row, a block a scale, or those of each chunk of columns.
    scales: &'a [Scales],
    elements: &'a mut [u8],
}

impl<T: Bits> Row<'_, T> {
    #[inline(always)]
    fn store<const ROWS: bool, const BITS: u32, const FLOOR: bool>(mut self, loops: Loops) {
        // A copy of its own, which the compiler sees that no code is stored to.
        let codes = &{ *self.codes };
        let (chunks, rest) = self.x.as_chunks::<CHUNK>();
        for (k, chunk) in chunks.iter().enumerate() {
            let odd = T::to_odd_bf16s(chunk, loops);
            self.chunk::<ROWS, BITS, FLOOR>(codes, k, chunk, &odd, loops);
        }
        if !rest.is_empty() {
            let odd = T::to_odd_bf16s(&fill_up(rest), loops);
            self.chunk::<ROWS, BITS, FLOOR>(codes, chunks.len(), rest, &odd, loops);
        }
    }

    #[inline(always)]
    fn chunk<const ROWS: bool, const BITS: u32, const FLOOR: bool>(
        &mut self,
        codes: &Codes,
        k: usize,
        x: &[T],
        odd: &[u16; CHUNK],
        loops: Loops,
    ) {
        let elements = &mut self.elements[k * (CHUNK * BITS as usize / 8)..];
        if ROWS {
            let scales = &self.scales[0];
            let chunk = scales.codes_of_block::<BITS, FLOOR>(codes, k, odd, loops);
            store::<BITS>(&chunk, elements, x.len(), loops);
            if scales.offset[k] == NO_OFFSET {
                scales.mend(self.codes, Some(k), x, elements);
            }
        } else {
            let scales = &self.scales[k];
            let chunk = scales.codes::<BITS, FLOOR>(codes, odd, loops);
            store::<BITS>(&chunk, elements, x.len(), loops);
            if scales.rare {
                scales.mend(self.codes, None, x, elements);
            }
        }
    }
}

/// Returns the maxima of the chunks of a row.
#[inline(always)]
fn maxima_along<T: Bits>(row: &[T], loops: Loops) -> [T::Magnitude; CHUNKS] {
    let mut maxima = [T::NOTHING; CHUNKS];
    let (chunks, rest) = row.as_chunks::<CHUNK>();
    for (largest, chunk) in maxima.iter_mut().zip(chunks) {
        *largest = largest_of(chunk, loops);
    }
    if !rest.is_empty() {
        maxima[chunks.len()] = largest_of(&fill_up(rest), loops);
    }
    maxima
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
