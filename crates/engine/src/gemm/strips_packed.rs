//! Products of a few rows by numbers that have to be packed: the right side is used once for each few rows, so that each thread packs what fits its second cache, multiplies it and
//! packs over it. Packed whole, it would be written to memory and read again, several times what it is before.

use std::sync::Mutex;

use super::geometry::Geometry;
use super::run::{Gemm, Memory, Part, Places};
use crate::grain;
use hostnpu_base::error::Result;
use hostnpu_base::sync::lock;
use hostnpu_kernels::gemm::DEPTH;
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::parallel;
use hostnpu_tensor::scratch::{Scratch, with_alignment};

/// Bytes of the right side that are packed together: they stay in the second cache.
const PACKED: usize = 256 << 10;

/// Columns that are packed together where columns lie side by side: so many are some cache lines.
const COLUMNS: usize = 128;

impl Gemm {
    /// Returns true if the product is one of a few rows, and more of it than a thread does alone.
    pub(super) fn is_packed_by_strips(&self) -> bool {
        let is_long = self.products() > grain::SMALL_PRODUCT;
        self.geometry.is_of_few_rows() && is_long && self.at_once().is_none()
    }

    /// Columns, and numbers of the inner dimension, that are packed together.
    fn packed(&self) -> [usize; 2] {
        let of = &self.geometry.right;
        let is_along = of.columns == self.right.size as isize;
        let panels = if is_along { 1 } else { COLUMNS / self.columns };
        let columns = (panels * self.columns).min(self.geometry.n.next_multiple_of(self.columns));
        let depth = PACKED / (columns * self.kind.size());
        let depth = (depth / DEPTH * DEPTH).max(DEPTH);
        [columns, depth.min(self.numbers())]
    }

    /// Bytes of the left side, and for each thread of a strip of the right side and its sums.
    fn strip_sizes(&self) -> [usize; 3] {
        let rows = self.geometry.m.next_multiple_of(self.rows);
        let [columns, depth] = self.packed();
        let numbers = [rows * self.numbers(), columns * depth, rows * columns];
        numbers.map(|numbers| with_alignment(numbers * self.kind.size()))
    }

    pub(super) fn strip_bytes(&self) -> usize {
        let [left, right, sums] = self.strip_sizes();
        left + parallel::threads() * (right + sums)
    }

    /// Computes all matrices.
    pub(super) fn by_strips(
        &self,
        geometry: &Geometry,
        operands: &[Region],
        scratch: &Scratch,
    ) -> Result<()> {
        let [left, right, sums] = self.strip_sizes();
        let left = scratch.take(left)?;
        let mut free = Vec::new();
        for _ in 0..parallel::threads() {
            free.push((scratch.take(right)?, scratch.take(sums)?));
        }
        let free = Mutex::new(free);
        for batch in 0..geometry.matrices() {
            let places = Places::of(geometry, operands, batch);
            let whole = Part {
                at: [0; 3],
                rows: geometry.m,
                columns: geometry.n,
                depth: self.numbers(),
            };
            let memory = Memory {
                left,
                right: Region::EMPTY,
                sums: Region::EMPTY,
            };
            let panels = geometry.m.div_ceil(self.rows);
            for block in 0..whole.depth.div_ceil(DEPTH) {
                for panel in 0..panels {
                    self.pack(geometry, places, &whole, memory, (true, panel, block, &[]));
                }
            }
            let [columns, _] = self.packed();
            parallel::for_each_piece(geometry.n.div_ceil(columns), |piece| {
                let Some((right, sums)) = lock(&free).pop() else {
                    unreachable!("there are no more pieces at the same time than threads")
                };
                let memory = Memory { left, right, sums };
                self.strip_of_columns(geometry, places, memory, piece * columns);
                lock(&free).push((right, sums));
            });
        }
        Ok(())
    }

    /// Computes the results of some columns, from `column` on.
    fn strip_of_columns(&self, geometry: &Geometry, places: Places, memory: Memory, column: usize) {
        let (numbers, lanes) = (self.numbers(), geometry.m.next_multiple_of(self.rows));
        let [columns, most] = self.packed();
        let part = |step: usize| Part {
            at: [0, column, step],
            rows: geometry.m,
            columns: columns.min(geometry.n - column),
            depth: most.min(numbers - step),
        };
        let panels = part(0).columns.div_ceil(self.columns);
        for step in (0..numbers).step_by(most) {
            let part = part(step);
            for block in 0..part.depth.div_ceil(DEPTH) {
                for panel in 0..panels {
                    self.pack(geometry, places, &part, memory, (false, panel, block, &[]));
                }
            }
            let left = memory.left.after(step * lanes * self.kind.size());
            let memory = Memory { left, ..memory };
            self.multiply(&part, memory, [0, 0], geometry.m, step > 0);
        }
        self.finish(geometry, places, &part(0), memory, [0, 0], geometry.m);
    }
}
