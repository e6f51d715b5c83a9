//! The loop nest over operands of one shape: which dimensions to walk, in which order, and in blocks of which size.
//!
//! Operands come outputs first. Each is broadcast to the shape of the first one; dimensions are ordered by all strides, those of the
//! first operand before the others', and neighbours through which every operand steps evenly become one. What is left is walked in
//! blocks of rows and columns, the two innermost dimensions, so that an operand whose elements are neighbours along the rows is read as well
//! as one whose elements are neighbours along the columns.

use std::cmp::Reverse;

use hostnpu_base::few::sort_few_by_key;
use smallvec::SmallVec;

use super::Layout;

/// Most operands of a nest.
pub const MAX_OPERANDS: usize = 6;

/// One number for each operand, for instance its stride along a dimension, in bytes.
pub type PerOperand = [isize; MAX_OPERANDS];

/// One dimension: extent, and the distance of neighbours in each operand, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axis {
    extent: usize,
    strides: PerOperand,
}

impl Axis {
    /// No dimension.
    const ONE: Self = Self {
        extent: 1,
        strides: [0; MAX_OPERANDS],
    };
}

/// The dimensions that are walked, and the size of a block.
#[derive(Clone, Debug)]
pub struct LoopNest {
    /// Outermost first, without rows and columns.
    outer: SmallVec<[Axis; 1]>,
    rows: Axis,
    columns: Axis,
    crossed: bool,
    /// True if every operand is one dense row.
    dense: bool,
    /// Rows and columns of a whole block.
    block: (usize, usize),
    offsets: PerOperand,
    numel: usize,
}

/// A rectangle of elements: distances of its first element from the base addresses, and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Bytes from each operand's base address.
    pub offsets: PerOperand,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

impl LoopNest {
    /// A nest without elements.
    #[inline]
    pub fn empty() -> Self {
        Self {
            outer: SmallVec::new(),
            rows: Axis::ONE,
            columns: Axis {
                extent: 0,
                ..Axis::ONE
            },
            crossed: false,
            dense: true,
            block: (1, 1),
            offsets: [0; MAX_OPERANDS],
            numel: 0,
        }
    }

    /// Pairs the elements of operands, given with their bytes per element; a block has at most `most` of them. The shape is the first
    /// operand's. Returns `None` if another does not broadcast to it, or if there are none or more than [`MAX_OPERANDS`].
    pub fn new(operands: &[(&Layout, usize)], most: usize) -> Option<Self> {
        let mut nest = Self::empty();
        nest.pair(operands, most)?;
        Some(nest)
    }

    /// As [`LoopNest::new`], in place: a nest is as large as all else that a small call moves.
    #[inline]
    pub fn pair(&mut self, operands: &[(&Layout, usize)], most: usize) -> Option<()> {
        let &(first, _) = operands.first()?;
        if operands.len() > MAX_OPERANDS {
            return None;
        }
        let shape = first.shape();
        let numel = first.numel()?;
        let mut offsets = PerOperand::default();
        for (offset, (layout, size)) in offsets.iter_mut().zip(operands) {
            // Wrapping here and below: where there are no elements, or one along a dimension, offset and stride may be any number.
            *offset = (layout.offset() as isize).wrapping_mul(*size as isize);
        }
        if operands
            .iter()
            .all(|(layout, _)| layout.shape() == shape && layout.is_contiguous())
        {
            let sizes = operands.iter().map(|&(_, size)| size);
            self.pair_dense(numel, sizes.zip(offsets), most);
            return Some(());
        }
        *self = Self::of_axes(operands, most, offsets, numel)?;
        Some(())
    }

    /// Pairs the elements of operands that are each one dense row, without looking at any dimension: the way of most calls. They are given with their bytes
    /// per element, and from the base address to the first.
    ///
    /// # Panics
    /// If there are more than [`MAX_OPERANDS`].
    #[inline(always)]
    pub fn pair_dense(
        &mut self,
        numel: usize,
        operands: impl Iterator<Item = (usize, isize)>,
        most: usize,
    ) {
        self.outer.clear();
        self.rows = Axis::ONE;
        self.columns = Axis {
            extent: numel,
            ..Axis::ONE
        };
        self.offsets = PerOperand::default();
        for (k, (size, offset)) in operands.enumerate() {
            self.columns.strides[k] = size as isize;
            self.offsets[k] = offset;
        }
        self.crossed = false;
        self.dense = true;
        self.block = (1, numel.clamp(1, most.max(1)));
        self.numel = numel;
    }

    /// [`LoopNest::new`] for operands that are not each one dense row.
    fn of_axes(
        operands: &[(&Layout, usize)],
        most: usize,
        offsets: PerOperand,
        numel: usize,
    ) -> Option<Self> {
        let &(first, _) = operands.first()?;
        let shape = first.shape();
        let mut axes: SmallVec<[Axis; 8]> = shape
            .iter()
            .map(|&extent| Axis {
                extent: extent as usize,
                strides: PerOperand::default(),
            })
            .collect();
        for (k, (layout, size)) in operands.iter().enumerate() {
            let missing = shape.len().checked_sub(layout.rank())?;
            for (axis, (&extent, &stride)) in axes[missing..]
                .iter_mut()
                .zip(layout.shape().iter().zip(layout.strides()))
            {
                if extent as usize == axis.extent {
                    axis.strides[k] = (stride as isize).wrapping_mul(*size as isize);
                } else if extent != 1 {
                    return None;
                }
            }
        }
        axes.retain(|axis| axis.extent != 1);
        if numel == 0 {
            // The other extents may be such that no number holds their product.
            axes.clear();
            axes.push(Axis {
                extent: 0,
                ..Axis::ONE
            });
        }
        order(&mut axes);
        merge(&mut axes);
        let sizes: SmallVec<[usize; MAX_OPERANDS]> =
            operands.iter().map(|&(_, size)| size).collect();
        Some(Self::blocked(axes, &sizes, offsets, numel, most.max(1)))
    }

    fn blocked(
        mut axes: SmallVec<[Axis; 8]>,
        sizes: &[usize],
        offsets: PerOperand,
        numel: usize,
        most: usize,
    ) -> Self {
        let columns = axes.pop().unwrap_or(Axis::ONE);
        // A dimension along which an operand has neighbours that it lacks along the columns.
        let far = |k: usize| columns.strides[k].unsigned_abs() > sizes[k];
        let across = axes.iter().position(|axis| {
            (0..sizes.len()).any(|k| far(k) && axis.strides[k].unsigned_abs() == sizes[k])
        });
        let rows = match across {
            Some(k) => axes.remove(k),
            None => axes.pop().unwrap_or(Axis::ONE),
        };
        let mut nest = Self {
            outer: axes.into_iter().collect(),
            rows,
            columns,
            crossed: across.is_some(),
            dense: false,
            block: (1, 1),
            offsets,
            numel,
        };
        nest.cut(most);
        nest
    }

    /// Returns true if every operand is one dense row: what is contiguous and of one shape. Others may be such rows too.
    pub fn is_dense(&self) -> bool {
        self.dense
    }

    /// Returns true if some operand has its neighbours along the rows, so that blocks are as square as can be.
    pub fn is_crossed(&self) -> bool {
        self.crossed
    }

    /// Cuts blocks of at most `most` elements.
    pub fn cut(&mut self, most: usize) {
        let width = if self.crossed {
            let mut side = 1;
            while 4 * side * side <= most {
                side *= 2;
            }
            most / side.clamp(1, self.rows.extent.max(1))
        } else {
            most
        };
        let width = width.clamp(1, self.columns.extent.max(1));
        self.block = ((most / width).clamp(1, self.rows.extent.max(1)), width);
    }

    /// Number of elements.
    pub fn numel(&self) -> usize {
        self.numel
    }

    /// Returns the bytes between rows, for each operand.
    pub fn row_strides(&self) -> &PerOperand {
        &self.rows.strides
    }

    /// Returns the bytes between columns, for each operand.
    pub fn column_strides(&self) -> &PerOperand {
        &self.columns.strides
    }

    /// Returns the bytes from each operand's base address to its first element.
    pub fn offsets(&self) -> &PerOperand {
        &self.offsets
    }

    /// Returns true if all elements are one row.
    pub fn is_one_row(&self) -> bool {
        self.outer.is_empty() && self.rows.extent == 1
    }

    /// Returns the only block, if it is one row.
    pub fn only_row(&self) -> Option<Block> {
        let columns = self.columns.extent;
        (self.is_one_row() && self.numel > 0 && columns <= self.block.1).then_some(Block {
            offsets: self.offsets,
            rows: 1,
            columns,
        })
    }

    /// Returns the rows and columns of a whole block.
    pub fn block(&self) -> (usize, usize) {
        self.block
    }

    /// Cuts blocks of at most `columns` columns, where each block is within one row; otherwise blocks stay.
    pub fn widen(&mut self, columns: usize) {
        if self.is_one_row() || self.block.0 == 1 && !self.crossed {
            self.block.1 = columns.min(self.columns.extent).max(1);
        }
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        if self.numel == 0 {
            return 0;
        }
        let outer: usize = self.outer.iter().map(|axis| axis.extent).product();
        outer * self.rows.extent.div_ceil(self.block.0) * self.columns.extent.div_ceil(self.block.1)
    }

    /// Calls `visit` for blocks number `first` to `first + count`, in order.
    pub fn for_each_block(&self, first: usize, count: usize, mut visit: impl FnMut(&Block)) {
        let (height, width) = self.block;
        let across = self.columns.extent.div_ceil(width);
        let down = self.rows.extent.div_ceil(height);
        for number in first..first + count {
            let (mut rest, column) = (number / across, number % across * width);
            let row = rest % down * height;
            rest /= down;
            let mut offsets = self.offsets;
            step(&mut offsets, &self.columns.strides, column);
            step(&mut offsets, &self.rows.strides, row);
            for axis in self.outer.iter().rev() {
                step(&mut offsets, &axis.strides, rest % axis.extent);
                rest /= axis.extent;
            }
            visit(&Block {
                offsets,
                rows: height.min(self.rows.extent - row),
                columns: width.min(self.columns.extent - column),
            });
        }
    }
}

fn step(offsets: &mut PerOperand, strides: &PerOperand, count: usize) {
    for (offset, stride) in offsets.iter_mut().zip(strides) {
        *offset += stride * count as isize;
    }
}

/// Largest strides outermost: the first operand's decide, then the others'. Stable: equal strides keep the order of the dimensions.
fn order(axes: &mut [Axis]) {
    sort_few_by_key(axes, |axis| Reverse(axis.strides.map(isize::unsigned_abs)));
}

/// Joins each dimension with the one inside it where every operand steps evenly from one to the other.
fn merge(axes: &mut SmallVec<[Axis; 8]>) {
    let mut merged: SmallVec<[Axis; 8]> = SmallVec::new();
    for &axis in axes.iter() {
        let even = |outer: &Axis| {
            (0..MAX_OPERANDS)
                .all(|k| outer.strides[k] == axis.strides[k].wrapping_mul(axis.extent as isize))
        };
        match merged.last_mut() {
            Some(outer) if even(outer) => {
                *outer = Axis {
                    extent: outer.extent * axis.extent,
                    ..axis
                };
            }
            _ => merged.push(axis),
        }
    }
    *axes = merged;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strided(shape: &[i64], strides: &[i64], offset: i64) -> Layout {
        Layout::new(shape.into(), strides.into(), offset)
    }

    /// Pairs of places, in the order of the walk, for operands of one-byte elements.
    fn pairs(nest: &LoopNest, first: usize, count: usize) -> Vec<(isize, isize)> {
        let mut pairs = Vec::new();
        nest.for_each_block(first, count, |block| {
            for row in 0..block.rows as isize {
                for column in 0..block.columns as isize {
                    let at = |k: usize| {
                        block.offsets[k]
                            + row * nest.row_strides()[k]
                            + column * nest.column_strides()[k]
                    };
                    pairs.push((at(0), at(1)));
                }
            }
        });
        pairs
    }

    #[test]
    fn contiguous_views_are_one_row() {
        let layout = Layout::contiguous(&[2, 3, 4]);
        let nest = LoopNest::new(&[(&layout, 4), (&layout, 2)], 100).unwrap();
        assert!(nest.is_one_row());
        assert_eq!((nest.blocks(), nest.block()), (1, (1, 24)));
    }

    #[test]
    fn views_transposed_alike_are_one_row() {
        let layout = strided(&[3, 4], &[1, 3], 7);
        let nest = LoopNest::new(&[(&layout, 1), (&layout, 1)], 5).unwrap();
        assert!(nest.is_one_row());
        assert_eq!(
            pairs(&nest, 0, 3),
            (7..19).map(|i| (i, i)).collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_scalar_is_stretched_and_a_row_repeated() {
        let out = Layout::contiguous(&[3, 4]);
        let (scalar, row) = (Layout::contiguous(&[]), Layout::contiguous(&[4]));
        let nest = LoopNest::new(&[(&out, 1), (&scalar, 1)], 100).unwrap();
        assert!(nest.is_one_row());
        assert!(pairs(&nest, 0, 1).iter().all(|&(_, from)| from == 0));
        let nest = LoopNest::new(&[(&out, 1), (&row, 1)], 100).unwrap();
        assert_eq!(
            pairs(&nest, 0, 1),
            (0..12).map(|i| (i, i % 4)).collect::<Vec<_>>()
        );
    }

    #[test]
    fn what_does_not_broadcast_is_refused() {
        let out = Layout::contiguous(&[3, 4]);
        for shape in [&[3_i64][..], &[2, 4], &[1, 3, 4], &[0]] {
            assert!(LoopNest::new(&[(&out, 1), (&Layout::contiguous(shape), 1)], 9).is_none());
        }
    }

    #[test]
    fn every_element_is_paired_by_its_index_in_blocks_of_any_size() {
        let cases = [
            (
                strided(&[3, 2, 4], &[2, 1, 6], 0),
                strided(&[3, 2, 4], &[4, 0, 1], 5),
            ),
            (strided(&[5, 7], &[7, 1], 3), strided(&[5, 7], &[1, 5], 0)),
            (strided(&[2, 5, 7], &[35, 7, 1], 3), strided(&[7], &[-1], 9)),
            (strided(&[], &[], 3), strided(&[], &[], 4)),
            (strided(&[0, 2], &[2, 1], 3), strided(&[1, 2], &[2, 1], 4)),
        ];
        for (out, input) in cases {
            let mut want = vec![(out.offset() as isize, input.offset() as isize)];
            let missing = out.rank() - input.rank();
            for (k, (&extent, &to)) in out.shape().iter().zip(out.strides()).enumerate() {
                let from = match k.checked_sub(missing) {
                    Some(k) if input.shape()[k] == extent => input.strides()[k],
                    _ => 0,
                };
                want = want
                    .into_iter()
                    .flat_map(|(t, f)| {
                        (0..extent as isize)
                            .map(move |i| (t + i * to as isize, f + i * from as isize))
                    })
                    .collect();
            }
            want.sort_unstable();
            for most in 1..30 {
                let nest = LoopNest::new(&[(&out, 1), (&input, 1)], most).unwrap();
                let blocks = nest.blocks();
                let mut got: Vec<_> = (0..blocks).flat_map(|k| pairs(&nest, k, 1)).collect();
                assert_eq!(got, pairs(&nest, 0, blocks));
                got.sort_unstable();
                assert_eq!(got, want, "{most} elements in a block");
                let (rows, columns) = nest.block();
                assert!(rows * columns <= most);
            }
        }
    }
}
