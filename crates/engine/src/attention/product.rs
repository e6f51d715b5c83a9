//! Small products of matrices of DOUBLE, with memory that their caller has.

#![forbid(unsafe_code)]

use super::memory::take;
use crate::gemm::panels::{PackedMut, Panels, multiply, sums};
use crate::views::{FloatsView, View};
use hostnpu_kernels::gemm::Kind;

/// Keys that are multiplied together.
pub(super) const TOGETHER: usize = 480;

/// A product of rows by rows, with memory for both sides and the sums.
#[derive(Clone, Copy)]
pub(super) struct Product {
    kind: Kind,
    left: Panels,
    right: Panels,
}

impl Product {
    /// Of numbers whose products are exact, such as elements of operands.
    pub fn new(rows: usize, columns: usize, steps: usize) -> Self {
        Self::of(Kind::Exact, rows, columns, steps)
    }

    /// Of any numbers.
    pub fn rounded(rows: usize, columns: usize, steps: usize) -> Self {
        Self::of(Kind::Double, rows, columns, steps)
    }

    fn of(kind: Kind, rows: usize, columns: usize, steps: usize) -> Self {
        Self {
            kind,
            left: Panels::left(kind, rows, steps),
            right: Panels::right(kind, columns, steps),
        }
    }

    /// DOUBLE numbers of the memory.
    pub fn doubles(self) -> usize {
        let sums = self.left.lanes() * self.right.padded();
        self.left.doubles() + self.right.doubles() + sums
    }

    /// The rows of the product.
    pub fn run<'m>(
        self,
        left: FloatsView<'_, 2>,
        right: FloatsView<'_, 2>,
        mut memory: &'m mut [f64],
    ) -> impl Iterator<Item = &'m mut [f64]> + use<'m> {
        let (rows, columns, pitch) = (self.left.lanes(), self.right.lanes(), self.right.padded());
        let left_memory = take(&mut memory, self.left.doubles());
        let left = PackedMut::new(self.left, left_memory).pack(left);
        let right_memory = take(&mut memory, self.right.doubles());
        let right = PackedMut::new(self.right, right_memory).pack(right);
        let memory = &mut memory[..rows * pitch];
        memory.fill(0.0);
        let mut to = sums(self.kind, memory, [rows, pitch]);
        multiply(left, right, self.left.blocks(), &mut to, false);
        let lines = memory.chunks_mut(pitch.max(1));
        lines.map(move |line| &mut line[..columns])
    }
}

/// The first numbers of some memory as rows.
pub(super) fn matrix(numbers: &[f64], shape: [usize; 2]) -> View<'_, f64, 2> {
    View::of(&numbers[..shape[0] * shape[1]], shape)
}
