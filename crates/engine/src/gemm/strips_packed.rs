//! Products of a few rows by numbers that have to be packed: the right side is used once for each few rows, so that each thread packs what fits its second cache, multiplies it and
//! packs over it. Packed whole, it would be written to memory and read again, several times what it is before.

use std::sync::Mutex;

use super::geometry::Geometry;
use super::run::{Gemm, Memory, Part, Places};
use crate::grain;
use hostnpu_base::error::Result;
use hostnpu_base::sync::lock;
use hostnpu_kernels::gemm::DEPTH;
use hostnpu_kernels::gemm::few::ROWS;
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::parallel;
use hostnpu_tensor::scratch::{Scratch, with_alignment};

/// Numbers of the inner dimension that are packed together.
const NUMBERS: usize = 4 * DEPTH;

impl Gemm {
    /// Returns true if the product is one of a few rows, and more of it than a thread does alone.
    pub(super) fn is_packed_by_strips(&self) -> bool {
        let geometry = &self.geometry;
        let sides = [&geometry.left, &geometry.right, &geometry.output];
        let is_plain = sides.iter().all(|matrix| matrix.grid.is_none());
        let is_few = (1..=ROWS).contains(&geometry.m) && geometry.k > 0 && geometry.summed == 1;
        is_plain && is_few && self.products() > grain::SMALL_PRODUCT && self.at_once().is_none()
    }

    /// Bytes of the left side, and for each thread of a strip of the right side and its sums.
    fn strip_sizes(&self) -> [usize; 3] {
        let rows = self.geometry.m.next_multiple_of(self.rows);
        let numbers = [
            rows * self.numbers(),
            self.columns * self.numbers().min(NUMBERS),
            rows * self.columns,
        ];
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
            parallel::for_each_piece(geometry.n.div_ceil(self.columns), |piece| {
                let Some((right, sums)) = lock(&free).pop() else {
                    unreachable!("there are no more pieces at the same time than threads")
                };
                let memory = Memory { left, right, sums };
                self.panel(geometry, places, memory, piece * self.columns);
                lock(&free).push((right, sums));
            });
        }
        Ok(())
    }

    /// Computes the results of a panel of columns, from `column` on.
    fn panel(&self, geometry: &Geometry, places: Places, memory: Memory, column: usize) {
        let (numbers, lanes) = (self.numbers(), geometry.m.next_multiple_of(self.rows));
        let part = |step: usize| Part {
            at: [0, column, step],
            rows: geometry.m,
            columns: self.columns.min(geometry.n - column),
            depth: NUMBERS.min(numbers - step),
        };
        for step in (0..numbers).step_by(NUMBERS) {
            let part = part(step);
            for block in 0..part.depth.div_ceil(DEPTH) {
                self.pack(geometry, places, &part, memory, (false, 0, block, &[]));
            }
            let left = memory.left.after(step * lanes * self.kind.size());
            let memory = Memory { left, ..memory };
            self.multiply(&part, memory, [0, 0], geometry.m, step > 0);
        }
        self.finish(geometry, places, &part(0), memory, [0, 0], geometry.m);
    }
}
