//! Multiplication of packed panels, with sizes that are held against their memory.

use hostnpu_kernels::gemm::{self, Kind};
use hostnpu_kernels::memory::{Extent, Region};
use hostnpu_kernels::simd;

/// A part of a product: panels of both sides that were packed for this instruction set, and sums. Lengths are in numbers of the kind.
pub(super) struct Block<'a> {
    pub kind: Kind,
    /// Numbers of the inner dimension, at most those of a block.
    pub depth: usize,
    /// Panels of the left side, one after the other, and lanes of each.
    pub left: (Region<'a>, usize),
    pub rows: usize,
    /// Panels of the right side, one after the other, and lanes of each; with `offsets` the first lane of the first one.
    pub right: (Region<'a>, usize),
    pub panels: usize,
    /// Numbers to each step, where all lanes of a step lie side by side.
    pub offsets: Option<&'a [isize]>,
    /// Sums by rows, and numbers from one row to the next.
    pub sums: (Region<'a>, usize),
    /// True if products are added to what is there.
    pub adds: bool,
}

impl Block<'_> {
    /// Multiplies. Panics where panels or sums are outside their memory. Nothing else uses the sums.
    pub fn multiply(self) {
        let (size, columns) = (self.kind.size(), self.right.1);
        if self.rows == 0 || self.panels == 0 {
            return;
        }
        let width = self.panels * columns;
        let lanes = self.rows.next_multiple_of(self.left.1);
        let left = self.left.0.first(lanes * self.depth * size);
        let (low, high) = match self.offsets {
            None => (0, self.depth * width),
            Some(offsets) => {
                assert_eq!(offsets.len(), self.depth, "steps");
                let ends = offsets.iter().fold((0, 0), |(low, high), &offset| {
                    (offset.min(low), offset.max(high))
                });
                (ends.0, ends.1 as usize + width)
            }
        };
        let right = self.right.0.moved(low * size as isize);
        right.first(high.wrapping_add_signed(-low) * size);
        let sums = self.sums.0.block(Extent {
            size,
            counts: [self.rows, width],
            strides: [(self.sums.1 * size) as isize, size as isize],
        });
        let block = gemm::Block {
            depth: self.depth,
            left,
            rows: self.rows,
            right: self.right.0.as_ptr(),
            columns,
            panels: self.panels,
            offsets: self.offsets.map_or(std::ptr::null(), <[isize]>::as_ptr),
            sums,
            pitch: self.sums.1,
            adds: self.adds,
        };
        // SAFETY: panels and sums that are inside; panels are packed to memory that is aligned to a cache line.
        unsafe { block.multiply(self.kind, simd::chosen()) };
    }
}
