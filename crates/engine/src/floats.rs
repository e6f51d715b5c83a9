//! Elements of a floating-point type that is known when a kernel runs.

use std::ops::Range;

use half::{bf16, f16};
use hostnpu_kernels::convert::bfloat16::narrow_with_one_nan;
use hostnpu_kernels::convert::bytes::{store_bf16, store_f16, store_f32, store_f64};
use hostnpu_kernels::convert::{between, bf16_to_f64, f32_to_f64, f64_to_f32, odd, widen_f16};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::rows;
use hostnpu_tensor::Dtype;
use hostnpu_tensor::cuts::{self, BlockMut, Blocks, Chunks, Cut};

/// Rounds numbers to those of a floating-point type.
pub fn round_to(dtype: Dtype, values: &mut [f64]) {
    for values in values.chunks_mut(TILE) {
        let count = values.len();
        match dtype {
            Dtype::F16 => {
                let tile = &mut [f16::ZERO; TILE][..count];
                between(values, tile);
                between(tile, values);
            }
            Dtype::Bf16 => rows::round_to_bf16(values),
            Dtype::F32 => rows::round_to_f32(values),
            _ => {}
        }
    }
}

/// Numbers that are converted at a time.
const TILE: usize = 256;

/// Writes numbers as the bytes of elements of a floating-point type, each rounded once; of all NaN one.
pub fn store_bytes(dtype: Dtype, values: &[f64], bytes: &mut [u8]) {
    match dtype {
        Dtype::F16 => store_f16(values, bytes.as_chunks_mut().0),
        Dtype::Bf16 => store_bf16(values, bytes.as_chunks_mut().0),
        Dtype::F64 => store_f64(values, bytes.as_chunks_mut().0),
        _ => store_f32(values, bytes.as_chunks_mut().0),
    }
}

/// Elements that are read.
#[derive(Clone, Copy)]
pub enum Floats<'a> {
    /// Of FLOAT16.
    F16(&'a [f16]),
    /// Of BFLOAT16.
    Bf16(&'a [bf16]),
    /// Of FLOAT.
    F32(&'a [f32]),
    /// Of DOUBLE.
    F64(&'a [f64]),
}

/// Elements that are written.
pub enum FloatsMut<'a> {
    /// Of FLOAT16.
    F16(&'a mut [f16]),
    /// Of BFLOAT16.
    Bf16(&'a mut [bf16]),
    /// Of FLOAT.
    F32(&'a mut [f32]),
    /// Of DOUBLE.
    F64(&'a mut [f64]),
}

/// The same for all types: `each!(Floats, x, |x| body)`.
macro_rules! each {
    ($enum:ident, $of:expr, |$x:ident| $body:expr) => {
        match $of {
            $enum::F16($x) => $body,
            $enum::Bf16($x) => $body,
            $enum::F32($x) => $body,
            $enum::F64($x) => $body,
        }
    };
}

/// A part of a row that is added to sums.
#[derive(Clone, Copy, Default)]
pub struct ScaledRow {
    /// Place of its first element.
    pub first: usize,
    /// Its factor.
    pub factor: f64,
}

impl Floats<'_> {
    /// One of them.
    #[inline]
    pub fn get(&self, number: usize) -> f64 {
        match self {
            Floats::F16(x) => x[number].to_f64(),
            Floats::Bf16(x) => x[number].to_f64(),
            Floats::F32(x) => x[number].into(),
            Floats::F64(x) => x[number],
        }
    }

    /// Some of them.
    pub fn load(&self, range: Range<usize>, to: &mut [f64]) {
        match self {
            Floats::F16(x) => between(&x[range], to),
            Floats::Bf16(x) => bf16_to_f64(&x[range], to),
            Floats::F32(x) => f32_to_f64(&x[range], to),
            Floats::F64(x) => to.copy_from_slice(&x[range]),
        }
    }

    /// Adds some of them, times `factor`, to sums.
    pub fn add_scaled(&self, range: Range<usize>, factor: f64, sums: &mut [f64]) {
        match self {
            Floats::F16(x) => {
                let tiles = x[range].chunks(TILE).zip(sums.chunks_mut(TILE));
                tiles.for_each(|(x, sums)| {
                    let tile = &mut [0.0; TILE][..x.len()];
                    widen_f16(x, tile);
                    rows::add_scaled_f32(sums, tile, factor);
                });
            }
            Floats::Bf16(x) => rows::add_scaled_bf16(sums, &x[range], factor),
            Floats::F32(x) => rows::add_scaled_f32(sums, &x[range], factor),
            Floats::F64(x) => rows::add_scaled(sums, &x[range], factor),
        }
    }

    /// Adds several rows, each as long as `sums`, times their factors, one after the other.
    pub fn add_scaled_rows(&self, rows: &[ScaledRow], sums: &mut [f64]) {
        let count = sums.len();
        if let &[a, b, c, d] = rows
            // A product of numbers of FLOAT is exact in DOUBLE.
            && rows.iter().all(|row| f64::from(row.factor as f32) == row.factor)
        {
            let all = [a, b, c, d];
            let factors = all.map(|row| row.factor as f32);
            match self {
                Floats::Bf16(x) => {
                    let rows = all.map(|row| &x[row.first..row.first + count]);
                    return rows::add_scaled_rows_bf16(sums, rows, factors);
                }
                Floats::F32(x) => {
                    let rows = all.map(|row| &x[row.first..row.first + count]);
                    return rows::add_scaled_rows_f32(sums, rows, factors);
                }
                _ => {}
            }
        }
        for row in rows {
            self.add_scaled(row.first..row.first + count, row.factor, sums);
        }
    }
}

impl FloatsMut<'_> {
    /// Returns the number of elements.
    pub fn count(&self) -> usize {
        each!(FloatsMut, self, |x| x.len())
    }

    /// Reads some of them.
    pub fn load(&self, range: Range<usize>, to: &mut [f64]) {
        each!(FloatsMut, self, |x| between(&x[range], to));
    }

    /// Writes one of them, rounded once; of all NaN one.
    #[inline]
    pub fn set(&mut self, number: usize, value: f64) {
        let value = if value.is_nan() { f64::NAN } else { value };
        match self {
            FloatsMut::F16(x) => x[number] = f16::from_f32(odd(value)),
            FloatsMut::Bf16(x) => x[number] = bf16::from_f32(odd(value)),
            FloatsMut::F32(x) => x[number] = value as f32,
            FloatsMut::F64(x) => x[number] = value,
        }
    }

    /// Writes some of them from one on.
    pub fn store(&mut self, first: usize, values: &[f64]) {
        let range = first..first + values.len();
        match self {
            FloatsMut::F16(x) => between(values, &mut x[range]),
            FloatsMut::Bf16(x) => between(values, &mut x[range]),
            FloatsMut::F32(x) => f64_to_f32(values, &mut x[range]),
            FloatsMut::F64(x) => x[range].copy_from_slice(values),
        }
    }

    /// As [`Self::store`], of all NaN one: which of several NaN a sum keeps depends on the instruction set.
    pub fn store_with_one_nan(&mut self, first: usize, values: &[f64]) {
        if let FloatsMut::Bf16(x) = self {
            return narrow_with_one_nan(values, &mut x[first..first + values.len()]);
        }
        let mut tile = [0.0; TILE];
        for (piece, values) in values.chunks(TILE).enumerate() {
            let tile = &mut tile[..values.len()];
            tile.copy_from_slice(values);
            one_nan(tile);
            self.store(first + piece * TILE, tile);
        }
    }

    /// Writes 0 to all.
    pub fn clear(&mut self) {
        match self {
            FloatsMut::F16(x) => x.fill(f16::ZERO),
            FloatsMut::Bf16(x) => x.fill(bf16::ZERO),
            FloatsMut::F32(x) => x.fill(0.0),
            FloatsMut::F64(x) => x.fill(0.0),
        }
    }
}

impl<'a> FloatsMut<'a> {
    /// Cuts a dense tensor of three axes along the first and the last one.
    pub fn blocks(self, extents: [usize; 3], most: usize) -> FloatBlocks<'a> {
        match self {
            FloatsMut::F16(x) => FloatBlocks::F16(cuts::blocks(x, extents, most)),
            FloatsMut::Bf16(x) => FloatBlocks::Bf16(cuts::blocks(x, extents, most)),
            FloatsMut::F32(x) => FloatBlocks::F32(cuts::blocks(x, extents, most)),
            FloatsMut::F64(x) => FloatBlocks::F64(cuts::blocks(x, extents, most)),
        }
    }
}

/// Parts of planes, for several threads.
pub enum FloatBlocks<'a> {
    /// Of FLOAT16.
    F16(Blocks<'a, f16>),
    /// Of BFLOAT16.
    Bf16(Blocks<'a, bf16>),
    /// Of FLOAT.
    F32(Blocks<'a, f32>),
    /// Of DOUBLE.
    F64(Blocks<'a, f64>),
}

/// A part of planes.
pub enum FloatBlockMut<'a> {
    /// Of FLOAT16.
    F16(BlockMut<'a, f16>),
    /// Of BFLOAT16.
    Bf16(BlockMut<'a, bf16>),
    /// Of FLOAT.
    F32(BlockMut<'a, f32>),
    /// Of DOUBLE.
    F64(BlockMut<'a, f64>),
}

impl FloatBlockMut<'_> {
    /// Its planes.
    pub fn planes(&self) -> Range<usize> {
        each!(FloatBlockMut, self, |x| x.planes.clone())
    }

    /// Its columns.
    pub fn columns(&self) -> Range<usize> {
        each!(FloatBlockMut, self, |x| x.columns.clone())
    }

    /// Writes 0 to all.
    pub fn clear(&mut self) {
        match self {
            FloatBlockMut::F16(x) => x.fill(f16::ZERO),
            FloatBlockMut::Bf16(x) => x.fill(bf16::ZERO),
            FloatBlockMut::F32(x) => x.fill(0.0),
            FloatBlockMut::F64(x) => x.fill(0.0),
        }
    }

    /// Writes one element, rounded once; of all NaN one. Panics outside the part.
    #[inline(always)]
    pub fn set(&mut self, plane: usize, row: usize, column: usize, value: f64) {
        let value = if value.is_nan() { f64::NAN } else { value };
        match self {
            FloatBlockMut::F16(x) => *x.at(plane, row, column) = f16::from_f32(odd(value)),
            FloatBlockMut::Bf16(x) => *x.at(plane, row, column) = bf16::from_f32(odd(value)),
            FloatBlockMut::F32(x) => *x.at(plane, row, column) = value as f32,
            FloatBlockMut::F64(x) => *x.at(plane, row, column) = value,
        }
    }
}

// SAFETY: the parts of the planes.
unsafe impl<'a> Cut for FloatBlocks<'a> {
    type Part = FloatBlockMut<'a>;

    fn pieces(&self) -> usize {
        each!(FloatBlocks, self, |x| x.pieces())
    }

    unsafe fn part(&self, piece: usize) -> FloatBlockMut<'a> {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                FloatBlocks::F16(x) => FloatBlockMut::F16(x.part(piece)),
                FloatBlocks::Bf16(x) => FloatBlockMut::Bf16(x.part(piece)),
                FloatBlocks::F32(x) => FloatBlockMut::F32(x.part(piece)),
                FloatBlocks::F64(x) => FloatBlockMut::F64(x.part(piece)),
            }
        }
    }
}

/// Pieces of elements that are written, for several threads.
pub enum FloatChunks<'a> {
    /// Of FLOAT16.
    F16(Chunks<'a, f16>),
    /// Of BFLOAT16.
    Bf16(Chunks<'a, bf16>),
    /// Of FLOAT.
    F32(Chunks<'a, f32>),
    /// Of DOUBLE.
    F64(Chunks<'a, f64>),
}

impl<'a> FloatsMut<'a> {
    /// Cuts them into pieces of `size`.
    pub fn chunks(self, size: usize) -> FloatChunks<'a> {
        match self {
            FloatsMut::F16(x) => FloatChunks::F16(cuts::chunks(x, size)),
            FloatsMut::Bf16(x) => FloatChunks::Bf16(cuts::chunks(x, size)),
            FloatsMut::F32(x) => FloatChunks::F32(cuts::chunks(x, size)),
            FloatsMut::F64(x) => FloatChunks::F64(cuts::chunks(x, size)),
        }
    }
}

// SAFETY: the parts of the slice's pieces.
unsafe impl<'a> Cut for FloatChunks<'a> {
    type Part = FloatsMut<'a>;

    fn pieces(&self) -> usize {
        each!(FloatChunks, self, |x| x.pieces())
    }

    unsafe fn part(&self, piece: usize) -> FloatsMut<'a> {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                FloatChunks::F16(x) => FloatsMut::F16(x.part(piece)),
                FloatChunks::Bf16(x) => FloatsMut::Bf16(x.part(piece)),
                FloatChunks::F32(x) => FloatsMut::F32(x.part(piece)),
                FloatChunks::F64(x) => FloatsMut::F64(x.part(piece)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_rounded_once_from_all_bits_of_a_double() {
        // Just above the middle between 1 and the next number of the type: what decides is a bit that FLOAT has not.
        let just_above = |digits: i32| 1.0 + 2_f64.powi(-digits - 1) + 2_f64.powi(-45);
        let mut half = [f16::ZERO];
        FloatsMut::F16(&mut half).set(0, just_above(10));
        assert_eq!(half[0].to_f64(), 1.0 + 2_f64.powi(-10));
        let mut brain = [bf16::ZERO];
        FloatsMut::Bf16(&mut brain).set(0, just_above(7));
        assert_eq!(brain[0].to_f64(), 1.0 + 2_f64.powi(-7));
        FloatsMut::Bf16(&mut brain).set(0, 1.0 + 2_f64.powi(-8));
        assert_eq!(brain[0].to_f64(), 1.0);
    }
}
