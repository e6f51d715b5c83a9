//! Indices are held against their axes before anything is written.

use hostnpu_kernels::memory::Region;
use std::sync::atomic::{AtomicI64, Ordering};

use super::walk::{Axis, Walk};
use super::{IndexPlan, IndexTensor, TILE, first_element};
use crate::Arg;
use crate::grain;
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::index::{Index, Indices};
use hostnpu_tensor::{Layout, parallel, position};

/// The index tensor itself, or a column of it: in its own shape.
#[derive(Debug)]
pub(super) struct Own {
    walk: Walk<0>,
    column: Option<i64>,
}

impl Own {
    /// Describes a tensor of indices of `size` bytes.
    pub fn new(layout: &Layout, column: Option<i64>, size: isize) -> Self {
        let rank = layout.rank() - usize::from(column.is_some());
        let axes = layout.shape().iter().zip(layout.strides()).take(rank);
        let axes = axes.map(|(&extent, &stride)| Axis {
            extent: extent as usize,
            there: stride as isize * size,
            here: 0,
            indices: [],
        });
        Self {
            walk: Walk::new(axes, size as usize),
            column,
        }
    }

    /// The index of position number `number` in the tensor.
    fn position(&self, layout: &Layout, number: usize) -> Vec<usize> {
        let rank = layout.rank() - usize::from(self.column.is_some());
        let mut position = position(&layout.shape()[..rank], number);
        position.extend(self.column.map(|column| column as usize));
        position
    }
}

impl IndexTensor {
    /// Returns the smallest and the largest of some indices, whose first one is at `base`.
    fn limits(&self, base: Region, first: usize, count: usize) -> (i64, i64) {
        let mut limits = (i64::MAX, i64::MIN);
        let walk = &self.own.walk;
        walk.for_each_line(first, count, grain::ELEMENTS, |line| {
            let indices = Indices {
                first: base.moved(line.there),
                step: walk.last.there,
                count: line.length,
            };
            let (low, high) = match self.is_wide {
                true => i64::limits(indices),
                false => i32::limits(indices),
            };
            limits = (limits.0.min(low), limits.1.max(high));
        });
        limits
    }

    /// Refuses an index outside the axis.
    fn check(&self, arg: &Arg, operand: Region) -> Result<()> {
        let base = first_element(arg, operand).moved(self.skip);
        let lowest = if self.negative { -self.extent } else { 0 };
        let allowed = |(low, high): (i64, i64)| low >= lowest && high < self.extent;
        let count = self.own.walk.count;
        let (low, high) = (AtomicI64::new(i64::MAX), AtomicI64::new(i64::MIN));
        parallel::for_each_piece(count.div_ceil(grain::ELEMENTS), |piece| {
            let first = piece * grain::ELEMENTS;
            let (least, most) = self.limits(base, first, grain::ELEMENTS.min(count - first));
            low.fetch_min(least, Ordering::Relaxed);
            high.fetch_max(most, Ordering::Relaxed);
        });
        if count == 0 || allowed((low.into_inner(), high.into_inner())) {
            return Ok(());
        }
        let outside = |first, count| !allowed(self.limits(base, first, count));
        let tiles = (0..count).step_by(TILE);
        let tile = tiles
            .into_iter()
            .find(|&first| outside(first, TILE.min(count - first)));
        let first = tile.unwrap_or(0);
        let number = (first..count)
            .find(|&number| outside(number, 1))
            .unwrap_or(first);
        let (got, _) = self.limits(base, number, 1);
        let position = self.own.position(&arg.view.layout, number);
        Err(Error::index(
            arg.name,
            &position,
            got,
            self.extent,
            self.negative,
        ))
    }
}

impl IndexPlan {
    /// Refuses indices outside their axes.
    pub(super) fn check_indices(&self, args: &[Arg], operands: &[Region]) -> Result<()> {
        let mut bounds = self.bounds.iter();
        bounds.try_for_each(|bound| bound.check(&args[bound.number], operands[bound.number]))
    }
}
