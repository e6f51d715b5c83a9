//! One row of a [`RowKernel`](super::rows::RowKernel): inputs read as DOUBLE, outputs written in their types.

#![forbid(unsafe_code)]

use super::rows::{Decoder, Slot};
use crate::engine::codes::codes;
use half::{bf16, f16};
use hostnpu_kernels::convert::between;
use hostnpu_kernels::quantised::Quantised;
use hostnpu_numeric::e8m0;
use hostnpu_tensor::Dtype;
use smallvec::SmallVec;

/// Numbers that are converted at a time.
const TILE: usize = 256;

/// An input.
#[derive(Clone, Copy)]
pub(super) struct Tensor<'a> {
    dtype: Dtype,
    /// The type of its codes, if it has codes.
    codes: Option<Quantised>,
    bytes: &'a [u8],
}

impl<'a> Tensor<'a> {
    /// An input without memory.
    pub fn unbound(dtype: Dtype, decoder: Decoder) -> Self {
        let codes = match (dtype, decoder) {
            (Dtype::I32, Decoder::Packed) => Some(Quantised::Int4),
            (Dtype::I32, _) => Some(Quantised::Int32),
            _ => codes(dtype),
        };
        Self {
            dtype,
            codes,
            bytes: &[],
        }
    }

    /// The same with its elements.
    pub fn bound<'b>(&self, bytes: &'b [u8]) -> Tensor<'b> {
        Tensor { bytes, ..*self }
    }

    /// The numbers from the one with the number `first` on.
    pub fn load(&self, first: usize, to: &mut [f64]) {
        if let Some(codes) = self.codes {
            return codes.load(self.bytes, first, to);
        }
        let size = self.dtype.bits() / 8;
        let bytes = &self.bytes[first * size..(first + to.len()) * size];
        for (bytes, to) in bytes.chunks(TILE * size).zip(to.chunks_mut(TILE)) {
            match self.dtype {
                Dtype::F16 => {
                    let mut tile = [f16::ZERO; TILE];
                    let words = bytes.as_chunks().0;
                    tile.iter_mut()
                        .zip(words)
                        .for_each(|(x, &word)| *x = f16::from_le_bytes(word));
                    between(&tile[..to.len()], to);
                }
                Dtype::Bf16 => {
                    let mut tile = [bf16::ZERO; TILE];
                    let words = bytes.as_chunks().0;
                    tile.iter_mut()
                        .zip(words)
                        .for_each(|(x, &word)| *x = bf16::from_le_bytes(word));
                    between(&tile[..to.len()], to);
                }
                Dtype::F32 => {
                    let words = bytes.as_chunks().0;
                    to.iter_mut()
                        .zip(words)
                        .for_each(|(x, &word)| *x = f32::from_le_bytes(word).into());
                }
                Dtype::F64 => {
                    let words = bytes.as_chunks().0;
                    to.iter_mut()
                        .zip(words)
                        .for_each(|(x, &word)| *x = f64::from_le_bytes(word));
                }
                _ => to
                    .iter_mut()
                    .zip(bytes)
                    .for_each(|(x, &byte)| *x = e8m0::decode(byte).into()),
            }
        }
    }
}

/// Elements of an output that belong to a row.
#[derive(Clone, Copy)]
pub(super) struct Output {
    /// The type of the elements.
    pub dtype: Dtype,
    bytes: usize,
    /// Rows of a matrix and of a band, where a row of the kernel is a band of rows.
    bands: Option<(usize, usize)>,
}

impl Output {
    /// So many bytes of each row.
    pub fn each(dtype: Dtype, bytes: usize) -> Self {
        Self {
            dtype,
            bytes,
            bands: None,
        }
    }

    /// So many bytes of each row of a band: matrices have `rows` rows, and bands `band`, but for the last one of a matrix.
    pub fn of_bands(dtype: Dtype, bytes: usize, rows: usize, band: usize) -> Self {
        Self {
            dtype,
            bytes,
            bands: Some((rows, band)),
        }
    }

    /// Bytes before a row.
    pub fn start(&self, number: usize) -> usize {
        self.bytes
            * self
                .bands
                .map_or(number, |(rows, band)| band_start(number, rows, band))
    }
}

/// The first row of a band.
pub(super) fn band_start(number: usize, rows: usize, band: usize) -> usize {
    let bands = rows.div_ceil(band).max(1);
    number / bands * rows + (number % bands * band).min(rows)
}

/// A row.
pub(super) struct Row<'r, 'a> {
    /// Its number.
    pub number: usize,
    /// Numbers that were prepared for all rows.
    pub prepared: &'r [i64],
    /// The largest and the least number of all rows, where these were asked for.
    pub total: [f64; 2],
    tensors: &'r [Tensor<'a>],
    outputs: SmallVec<[(Dtype, &'r mut [u8]); 4]>,
}

impl<'r, 'a> Row<'r, 'a> {
    /// A row without outputs.
    pub fn new(
        number: usize,
        tensors: &'r [Tensor<'a>],
        prepared: &'r [i64],
        total: [f64; 2],
    ) -> Self {
        Self {
            number,
            prepared,
            total,
            tensors,
            outputs: SmallVec::new(),
        }
    }

    /// Adds the elements of the next output.
    pub fn add_output(&mut self, dtype: Dtype, bytes: &'r mut [u8]) {
        self.outputs.push((dtype, bytes));
    }

    /// Numbers of an input, from one on.
    pub fn load(&self, input: Slot, first: usize, to: &mut [f64]) {
        self.tensors[input].load(first, to);
    }

    /// One number of an input.
    pub fn one(&self, input: Slot, number: usize) -> f64 {
        let mut one = [0.0];
        self.load(input, number, &mut one);
        one[0]
    }

    /// The bytes of an output; none while ranges are looked for.
    pub fn bytes(&mut self, output: Slot) -> &mut [u8] {
        self.outputs
            .get_mut(output)
            .map_or(&mut [], |(_, bytes)| &mut **bytes)
    }

    /// Writes numbers of an output from one on, each rounded once; of all NaN one.
    pub fn store(&mut self, output: Slot, first: usize, values: &[f64]) {
        let Some((dtype, bytes)) = self.outputs.get_mut(output) else {
            return;
        };
        store(*dtype, values, &mut bytes[first * (dtype.bits() / 8)..]);
    }
}

/// Writes numbers in a floating-point type, each rounded once; of all NaN one.
pub(super) fn store(dtype: Dtype, values: &[f64], bytes: &mut [u8]) {
    let size = dtype.bits() / 8;
    for (values, bytes) in values.chunks(TILE).zip(bytes.chunks_mut(TILE * size)) {
        match dtype {
            Dtype::F16 => {
                let mut tile = [f16::ZERO; TILE];
                between(values, &mut tile[..values.len()]);
                let words = bytes
                    .as_chunks_mut()
                    .0
                    .iter_mut()
                    .zip(&tile[..values.len()]);
                words.for_each(|(word, x)| {
                    *word = (if x.is_nan() { f16::NAN } else { *x }).to_le_bytes()
                });
            }
            Dtype::Bf16 => {
                let mut tile = [bf16::ZERO; TILE];
                between(values, &mut tile[..values.len()]);
                let words = bytes
                    .as_chunks_mut()
                    .0
                    .iter_mut()
                    .zip(&tile[..values.len()]);
                words.for_each(|(word, x)| {
                    *word = (if x.is_nan() { bf16::NAN } else { *x }).to_le_bytes()
                });
            }
            Dtype::F64 => {
                let words = bytes.as_chunks_mut().0.iter_mut().zip(values);
                words.for_each(|(word, x)| {
                    *word = (if x.is_nan() { f64::NAN } else { *x }).to_le_bytes()
                });
            }
            _ => {
                let words = bytes.as_chunks_mut().0.iter_mut().zip(values);
                words.for_each(|(word, &x)| {
                    *word = (if x.is_nan() { f32::NAN } else { x as f32 }).to_le_bytes()
                });
            }
        }
    }
}
