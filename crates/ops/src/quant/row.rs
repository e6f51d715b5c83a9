//! One row of a [`RowKernel`](super::rows::RowKernel): inputs read as DOUBLE, outputs written in their types.

#![forbid(unsafe_code)]

use super::rows::Slot;
use hostnpu_engine::floats::{Floats, store_bytes};
use hostnpu_kernels::quantised::Quantised;
use hostnpu_numeric::e8m0;
use hostnpu_tensor::Dtype;
use smallvec::SmallVec;

/// An input.
#[derive(Clone, Copy)]
pub(super) enum Tensor<'a> {
    /// Floating-point numbers.
    Floats(Floats<'a>),
    /// Codes of numbers.
    Codes(Quantised, &'a [u8]),
    /// FLOAT8_E8M0.
    Powers(&'a [u8]),
}

impl Tensor<'_> {
    /// The numbers from the one with the number `first` on.
    pub fn load(&self, first: usize, to: &mut [f64]) {
        match self {
            Self::Floats(floats) => floats.load(first..first + to.len(), to),
            Self::Codes(codes, bytes) => codes.load(bytes, first, to),
            Self::Powers(bytes) => {
                for (x, &byte) in to.iter_mut().zip(&bytes[first..]) {
                    *x = e8m0::decode(byte).into();
                }
            }
        }
    }
}

/// Elements of an output that belong to a row.
#[derive(Clone, Copy)]
pub(super) struct Output {
    /// The type of the elements.
    pub dtype: Dtype,
    /// Their bytes.
    pub bytes: usize,
}

/// A row.
pub(super) struct Row<'r, 'a> {
    /// Its number.
    pub number: usize,
    /// Numbers that were prepared for all rows.
    pub prepared: &'r [i64],
    /// The largest and the least number of all rows of its group, where these were asked for.
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

    /// The bytes of two outputs.
    pub fn two(&mut self, outputs: [Slot; 2]) -> [&mut [u8]; 2] {
        match self.outputs.get_disjoint_mut(outputs) {
            Ok(outputs) => outputs.map(|(_, bytes)| &mut **bytes),
            Err(_) => [&mut [], &mut []],
        }
    }

    /// Writes numbers of an output from one on, each rounded once; of all NaN one.
    pub fn store(&mut self, output: Slot, first: usize, values: &[f64]) {
        let Some((dtype, bytes)) = self.outputs.get_mut(output) else {
            return;
        };
        store_bytes(*dtype, values, &mut bytes[first * (dtype.bits() / 8)..]);
    }
}
