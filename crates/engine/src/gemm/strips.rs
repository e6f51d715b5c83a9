//! Products of a few rows of FLOAT with a view that is read once, where it lies.

use std::convert::identity;

use crate::tile::{bytes_of, read_only};
use crate::views::FloatsView;
use hostnpu_kernels::gemm::DEPTH;
use hostnpu_kernels::gemm::few::{COLUMNS, Format, LINE, ROWS, Strip};
use hostnpu_kernels::memory::{Extent, Region};
use hostnpu_kernels::simd;
use hostnpu_tensor::Dtype;

fn format(dtype: Dtype) -> Option<Format> {
    match dtype {
        Dtype::F32 => Some(Format::F32),
        Dtype::F16 => Some(Format::F16),
        Dtype::Bf16 => Some(Format::Bf16),
        _ => None,
    }
}

/// Returns true if a view can be multiplied where it lies: FLOAT, FLOAT16 or BFLOAT16, with dense rows.
pub fn is_read_in_place(of: &FloatsView<'_, 2>) -> bool {
    format(of.dtype()).is_some() && of.has_dense_rows()
}

/// Rows of the left side, and numbers from one to the next.
#[derive(Clone, Copy)]
pub struct Left<'a> {
    pub numbers: &'a [f32],
    pub rows: usize,
    pub pitch: usize,
}

impl Left<'_> {
    /// Writes to `sums`, whose rows are `pitch` apart, the products with all rows of `right`, which has as many elements in each as there are steps. Behind the steps of
    /// the left side are zeros, up to a multiple of [`LINE`].
    pub fn by_rows_of(self, right: FloatsView<'_, 2>, sums: &mut [f32], pitch: usize) {
        let [columns, steps] = right.shape();
        self.multiply(Way::Along, right, [steps, columns], (sums, pitch));
    }

    /// Writes to `sums` the products with all columns of `right`, which has a row for each of up to [`DEPTH`] steps. Sums have room for a multiple of [`COLUMNS`].
    pub fn by_columns_of(self, right: FloatsView<'_, 2>, sums: &mut [f32], pitch: usize) {
        let [steps, columns] = right.shape();
        self.multiply(Way::Across, right, [steps, columns], (sums, pitch));
    }

    fn multiply(
        self,
        way: Way,
        right: FloatsView<'_, 2>,
        [depth, columns]: [usize; 2],
        (sums, pitch): (&mut [f32], usize),
    ) {
        let format = format(right.dtype()).filter(|_| right.has_dense_rows());
        assert!(format.is_some(), "a view that is not read where it lies");
        let (first, [row, _]) = right.memory();
        let strip = Product {
            format: format.map_or(Format::F32, identity),
            way,
            rows: self.rows,
            depth,
            columns,
            left: (read_only(self.numbers), self.pitch),
            right: (first, row.wrapping_mul((right.dtype().bits() / 8) as isize)),
            sums: (bytes_of(sums), pitch),
        };
        strip.multiply();
    }
}

/// Order in which a matrix is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Some steps of all columns, which lie side by side.
    Across,
    /// All steps of a column, which lie side by side.
    Along,
}

/// The product of up to [`ROWS`] rows of FLOAT numbers and a matrix that is read where it lies.
#[derive(Clone, Copy)]
pub(crate) struct Product<'a> {
    pub format: Format,
    pub way: Way,
    pub rows: usize,
    /// Steps, across up to [`DEPTH`] of them.
    pub depth: usize,
    pub columns: usize,
    /// Rows of steps, and numbers from one to the next. Along, zeros follow the steps up to a multiple of [`LINE`].
    pub left: (Region<'a>, usize),
    /// The matrix, and bytes from a step (across) or from a column (along) to the next.
    pub right: (Region<'a>, isize),
    /// Sums by rows, and numbers from one row to the next. Across, there is room for a multiple of [`COLUMNS`].
    pub sums: (Region<'a>, usize),
}

impl Product<'_> {
    /// Multiplies. Panics where a side or the sums are outside their memory. Nothing else uses the sums.
    pub fn multiply(self) {
        let Self {
            rows,
            depth,
            columns,
            ..
        } = self;
        if rows == 0 || columns == 0 {
            return;
        }
        let is_across = self.way == Way::Across;
        assert!(
            rows <= ROWS && (!is_across || depth <= DEPTH),
            "too many rows or steps"
        );
        let (of_steps, of_columns) = if is_across { (1, COLUMNS) } else { (LINE, 1) };
        let numbers = |(first, pitch): (Region, usize), columns: usize| {
            let size = size_of::<f32>();
            first.block(Extent {
                size,
                counts: [rows, columns.max(1)],
                strides: [(pitch * size) as isize, size as isize],
            })
        };
        let (outer, inner) = if is_across {
            (depth, columns)
        } else {
            (columns, depth)
        };
        let right = match outer * inner {
            0 => self.right.0.as_ptr(),
            _ => self.right.0.block(Extent {
                size: 1,
                counts: [outer, self.format.bytes(inner)],
                strides: [self.right.1, 1],
            }),
        };
        let left = match depth {
            0 => self.left.0.as_ptr().cast_mut(),
            _ => numbers(self.left, depth.next_multiple_of(of_steps)),
        };
        let strip = Strip {
            format: self.format,
            rows,
            depth,
            columns,
            left: left.cast(),
            left_pitch: self.left.1,
            right,
            right_pitch: self.right.1,
            sums: numbers(self.sums, columns.next_multiple_of(of_columns)).cast(),
            pitch: self.sums.1,
        };
        let isa = simd::chosen();
        // SAFETY: both sides and the sums are inside.
        unsafe {
            if is_across {
                strip.across(isa)
            } else {
                strip.along(isa)
            }
        };
    }
}
