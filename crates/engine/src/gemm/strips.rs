//! Products of a few rows of FLOAT with a view that is read once, where it lies.

use std::convert::identity;

use crate::views::FloatsView;
use hostnpu_kernels::gemm::DEPTH;
use hostnpu_kernels::gemm::few::{COLUMNS, Format, LINE, ROWS, Strip};
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
        let strip = self.strip(right, [steps, columns], (sums, pitch), [LINE, 1]);
        if let Some(strip) = strip {
            // SAFETY: both sides and the sums, by the checks.
            unsafe { strip.along(simd::chosen()) };
        }
    }

    /// Writes to `sums` the products with all columns of `right`, which has a row for each of up to [`DEPTH`] steps. Sums have room for a multiple of [`COLUMNS`].
    pub fn by_columns_of(self, right: FloatsView<'_, 2>, sums: &mut [f32], pitch: usize) {
        let [steps, columns] = right.shape();
        assert!(steps <= DEPTH, "too many steps");
        let strip = self.strip(right, [steps, columns], (sums, pitch), [1, COLUMNS]);
        if let Some(strip) = strip {
            // SAFETY: as above.
            unsafe { strip.across(simd::chosen()) };
        }
    }

    fn strip(
        self,
        right: FloatsView<'_, 2>,
        [depth, columns]: [usize; 2],
        (sums, pitch): (&mut [f32], usize),
        [of_steps, of_columns]: [usize; 2],
    ) -> Option<Strip> {
        let format = format(right.dtype()).filter(|_| right.has_dense_rows());
        let (first, [row, _]) = right.elements();
        if self.rows == 0 || columns == 0 {
            return None;
        }
        let has = |count: usize, pitch: usize, own: usize| {
            let before = (self.rows - 1).checked_mul(pitch);
            before
                .and_then(|before| before.checked_add(own))
                .is_some_and(|end| end <= count)
        };
        let steps = depth.next_multiple_of(of_steps);
        assert!(
            self.rows <= ROWS && has(self.numbers.len(), self.pitch, steps),
            "rows"
        );
        assert!(
            has(sums.len(), pitch, columns.next_multiple_of(of_columns)),
            "sums"
        );
        assert!(format.is_some(), "a view that is not read where it lies");
        Some(Strip {
            format: format.map_or(Format::F32, identity),
            rows: self.rows,
            depth,
            columns,
            left: self.numbers.as_ptr(),
            left_pitch: self.pitch,
            right: std::ptr::with_exposed_provenance(first),
            right_pitch: row.wrapping_mul((right.dtype().bits() / 8) as isize),
            sums: sums.as_mut_ptr(),
            pitch,
        })
    }
}
