//! Blocked layouts: the private formats of the device, in which one dimension is cut into blocks that stand last, and what does not fill a block is 0.
//!
//! FRACTAL_NZ of a matrix of `n` rows and `c` columns has dimensions `[c / C0, n / 16, 16, C0]`, rounded up: rows of C0 columns, all rows of
//! the first columns before those of the next ones.

#![forbid(unsafe_code)]

use smallvec::SmallVec;

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::copy::Copies;
use hostnpu_tensor::{Dims, Layout};

/// Rows of a block, where rows are counted in blocks too.
const ROWS: i64 = 16;

/// Storage of a plain tensor in blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// Dimensions of the plain tensor in the order in which they are stored. Where the blocked one stands, its blocks are counted.
    order: SmallVec<[usize; 8]>,
    /// The dimension that is cut, in that order.
    cut: usize,
    /// True if the last dimension of the order is padded to whole blocks of rows, and stored as two.
    rows: bool,
    /// True if the dimensions before the rows are stored as one.
    merged: bool,
    /// Elements of a block: C0.
    block: i64,
}

impl Blocked {
    /// The last dimension in blocks, the one before it in blocks of rows: FRACTAL_NZ of a tensor of rank 2 or more.
    pub fn nz(rank: usize, block: i64) -> Self {
        let mut order: SmallVec<_> = (0..rank).collect();
        order.swap(rank - 2, rank - 1);
        Self {
            order,
            cut: rank - 2,
            rows: true,
            merged: false,
            block,
        }
    }

    /// The dimension `order[cut]` in blocks: NC1HWC0 and NDC1HWC0.
    pub fn channels(order: &[usize], cut: usize, block: i64) -> Self {
        Self {
            order: order.into(),
            cut,
            rows: false,
            merged: false,
            block,
        }
    }

    /// The dimension `order[cut]` in blocks, the last one of the order in blocks of rows, all others as one: FRACTAL_Z and FRACTAL_Z_3D.
    pub fn filters(order: &[usize], cut: usize, block: i64) -> Self {
        Self {
            rows: true,
            merged: true,
            ..Self::channels(order, cut, block)
        }
    }

    /// Rank of the plain tensor.
    pub fn rank(&self) -> usize {
        self.order.len()
    }

    /// Extents of the storage with padded rows as one dimension, and nothing merged. Products that overflow are the highest number.
    fn extents(&self, shape: &[i64]) -> Dims {
        let blocks = |extent: i64, size: i64| (extent + (size - 1).min(i64::MAX - extent)) / size;
        let mut extents: Dims = self.order.iter().map(|&axis| shape[axis]).collect();
        extents[self.cut] = blocks(extents[self.cut], self.block);
        if self.rows {
            let last = extents.len() - 1;
            extents[last] = blocks(extents[last], ROWS).saturating_mul(ROWS);
        }
        extents.push(self.block);
        extents
    }

    /// Returns the dimensions of the storage of a plain tensor of this shape.
    pub fn storage(&self, shape: &[i64]) -> Dims {
        let mut extents = self.extents(shape);
        if self.rows {
            let at = extents.len() - 2;
            extents[at] /= ROWS;
            extents.insert(at + 1, ROWS);
            if self.merged {
                let product = extents[..at]
                    .iter()
                    .fold(1_i64, |a, &b| a.saturating_mul(b));
                extents.drain(1..at);
                extents[0] = product;
            }
        }
        extents
    }

    /// Plans `stored = plain`, and zeros in what no element of `plain` fills. `stored` is dense, of the dimensions that [`Blocked::storage`] gives.
    pub fn pack(&self, plain: Arg, stored: Arg) -> Result<Call> {
        let places = self.places(&plain, &stored)?;
        let mut copies = Copies::new([plain, stored]);
        for (from, to) in places.parts(self.cut) {
            copies.copy((0, from), (1, to));
        }
        for part in places.padding(self.cut) {
            copies.zero((1, part));
        }
        copies.finish()
    }

    /// Plans `plain = stored`, as [`Blocked::pack`] stores it.
    pub fn unpack(&self, stored: Arg, plain: Arg) -> Result<Call> {
        let places = self.places(&plain, &stored)?;
        let mut copies = Copies::new([stored, plain]);
        for (to, from) in places.parts(self.cut) {
            copies.copy((0, from), (1, to));
        }
        copies.finish()
    }

    fn places(&self, plain: &Arg, stored: &Arg) -> Result<Places> {
        let extents = self.extents(plain.view.layout.shape());
        Ok(Places {
            plain: plain.view.layout.permuted(&self.order),
            stored: (*stored.shaped(&extents)?.view.layout).clone(),
        })
    }
}

/// Places of elements in a plain tensor, in the order of the storage, and in the storage.
struct Places {
    plain: Layout,
    stored: Layout,
}

impl Places {
    /// Whole blocks, and elements that fill none.
    fn filled(&self, cut: usize) -> (i64, i64) {
        let (count, block) = (self.plain.shape()[cut], self.block());
        (count / block, count % block)
    }

    fn block(&self) -> i64 {
        self.stored.shape().last().copied().unwrap_or(1)
    }

    /// The storage without padded rows.
    fn rows(&self) -> Layout {
        let last = self.plain.rank() - 1;
        self.stored.sliced(last, 0, self.plain.shape()[last], 1)
    }

    /// Equal parts of both: whole blocks, and the one that is not filled.
    fn parts(&self, cut: usize) -> Vec<(Layout, Layout)> {
        let (whole, rest) = self.filled(cut);
        let (rows, last) = (self.rows(), self.plain.rank());
        let part = |first: i64, count: i64, size: i64| {
            let start = first * self.block();
            let plain = self.plain.sliced(cut, start, count * size, 1);
            let mut order: Vec<usize> = (0..=last).filter(|&axis| axis != cut + 1).collect();
            order.push(cut + 1);
            let plain = plain.split(cut, count, size).permuted(&order);
            let stored = rows.sliced(cut, first, count, 1).sliced(last, 0, size, 1);
            (plain, stored)
        };
        let both = [(0, whole, self.block()), (whole, 1, rest)];
        let some = both.into_iter().filter(|part| part.1 * part.2 > 0);
        some.map(|(first, count, size)| part(first, count, size))
            .collect()
    }

    /// Parts that no element fills: rows behind the last one, and the end of the block that is not filled.
    fn padding(&self, cut: usize) -> Vec<Layout> {
        let (whole, rest) = self.filled(cut);
        let (rows, last) = (self.rows(), self.plain.rank());
        let mut parts = Vec::new();
        let count = rows.shape()[last - 1];
        let padded = self.stored.shape()[last - 1] - count;
        if padded > 0 {
            parts.push(self.stored.sliced(last - 1, count, padded, 1));
        }
        if rest > 0 {
            let end = rows.sliced(cut, whole, 1, 1);
            parts.push(end.sliced(last, rest, self.block() - rest, 1));
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn storages_have_the_dimensions_of_the_formats() {
        let nz = Blocked::nz(3, 8);
        assert_eq!(nz.storage(&[5, 17, 33])[..], [5, 5, 2, 16, 8]);
        let five = Blocked::channels(&[0, 3, 1, 2], 1, 16);
        assert_eq!(five.storage(&[2, 3, 4, 17])[..], [2, 2, 3, 4, 16]);
        let filters = Blocked::filters(&[1, 2, 3, 0], 0, 16);
        assert_eq!(filters.storage(&[20, 17, 3, 4])[..], [24, 2, 16, 16]);
        let huge = Blocked::nz(2, 16).storage(&[i64::MAX, i64::MAX]);
        assert_eq!(huge[..], [i64::MAX / 16, i64::MAX / 16, 16, 16]);
    }
}
