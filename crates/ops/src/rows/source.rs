//! Rows of tensors, and the sums of operands that they are made of.

#![forbid(unsafe_code)]

use std::ops::Range;

use crate::Arg;
use hostnpu_base::error::Result;
use hostnpu_engine::rows::{Operands, Row, Slot, Walk};
use hostnpu_kernels::rows;

/// A number of rows of equal length: all but the last axes of a tensor, and those.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Number of rows.
    pub count: usize,
    /// Elements of each.
    pub length: usize,
    /// Walk of their elements.
    pub walk: Walk,
}

impl Rows {
    /// The rows of a shape whose last `axes` dimensions are one row each.
    pub fn of(shape: &[i64], axes: usize) -> Self {
        let (rows, row) = shape.split_at(shape.len().saturating_sub(axes));
        let product = |shape: &[i64]| shape.iter().product::<i64>() as usize;
        let length = product(row);
        Self {
            count: product(rows),
            length,
            walk: Walk::rows(length),
        }
    }

    /// Begins a call.
    pub fn operands(&self) -> Operands {
        Operands::new(self.count, self.length)
    }
}

/// A tensor of a batch: N, channels, and so many elements for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channels {
    /// Members of the batch.
    pub batch: usize,
    /// Channels.
    pub channels: usize,
    /// Elements of a channel of a member.
    pub inner: usize,
}

impl Channels {
    /// Of a shape with the channels in dimension 1.
    pub fn of(shape: &[i64]) -> Self {
        let extent = |axis: usize| shape.get(axis).map_or(1, |&extent| extent as usize);
        let inner = shape.iter().skip(2).product::<i64>();
        Self {
            batch: extent(0),
            channels: extent(1),
            inner: inner as usize,
        }
    }

    /// Each channel of the whole batch as a row.
    pub fn rows(&self) -> Rows {
        let Self {
            batch,
            channels,
            inner,
        } = *self;
        let walk = Walk {
            row: inner,
            near: 1,
            ..Walk::per_row().in_runs(inner.max(1), channels * inner)
        };
        Rows {
            count: channels,
            length: batch * inner,
            walk,
        }
    }

    /// Each group of channels of a member of the batch as a row.
    pub fn groups(&self, groups: usize) -> Rows {
        let length = self.channels / groups * self.inner;
        Rows {
            count: self.batch * groups,
            length,
            walk: Walk::rows(length),
        }
    }

    /// The walk of a number of each channel, for the rows that [`Channels::groups`] gives.
    pub fn per_channel(&self, groups: usize) -> Walk {
        Walk {
            row: self.channels / groups,
            ..Walk::per_row()
                .repeated(groups)
                .in_runs(self.inner.max(1), 1)
        }
    }

    /// The walk of a number of each group of each member of the batch, for the rows that [`Channels::rows`] gives.
    pub fn per_group(&self, groups: usize) -> Walk {
        Walk {
            per: (self.channels / groups).max(1),
            ..Walk::per_row().in_runs(self.inner.max(1), groups)
        }
    }
}

/// The channels of a batch as rows.
pub struct Batch {
    rows: Rows,
    /// The axes in the order in which they are walked; none for their own.
    order: Option<Vec<usize>>,
}

/// Elements of a channel from which on they are walked where they lie.
const LONG: usize = 16;

impl Batch {
    /// Of a shape, with the axis of the channels.
    pub fn of(shape: &[i64], channel: usize) -> Self {
        let channels = Channels::of(shape);
        if channel == 1 && channels.inner >= LONG {
            let (rows, order) = (channels.rows(), None);
            return Self { rows, order };
        }
        let others = (0..shape.len()).filter(|&axis| axis != channel);
        let order: Vec<usize> = std::iter::once(channel).chain(others).collect();
        let turned: Vec<i64> = order.iter().map(|&axis| shape[axis]).collect();
        Self {
            rows: Rows::of(&turned, turned.len() - 1),
            order: Some(order),
        }
    }

    /// The rows.
    pub fn rows(&self) -> Rows {
        self.rows
    }

    /// Returns a tensor of the shape as rows of it are walked.
    pub fn view(&self, arg: Arg) -> Result<Arg> {
        match &self.order {
            Some(order) => arg.viewed(arg.view.layout.permuted(order)),
            None => Ok(arg),
        }
    }
}

/// Rows of sums of operands, each times a factor.
pub(super) struct Source {
    terms: Vec<(Slot, f64)>,
    /// Elements that are replaced where this is not 0, and by what.
    mask: Option<(Slot, f64)>,
    /// The program's own tile in which the sum is, where it is not an operand's.
    own: usize,
}

impl Source {
    /// A sum of nothing so far, in this own tile of the program.
    pub fn new(own: usize) -> Self {
        Self {
            terms: Vec::new(),
            mask: None,
            own,
        }
    }

    /// Adds a term.
    pub fn add(&mut self, slot: Slot, factor: f64) {
        self.terms.push((slot, factor));
    }

    /// Replaces elements where an operand is not 0.
    pub fn mask(&mut self, slot: Slot, value: f64) {
        self.mask = Some((slot, value));
    }

    /// Returns the operand that rows are, if they are those of one.
    pub fn alone(&self) -> Option<Slot> {
        match (&self.terms[..], self.mask) {
            ([(slot, 1.0)], None) => Some(*slot),
            _ => None,
        }
    }

    /// Returns the tile in which a block of the row is.
    pub fn tile(&self, row: &mut Row, block: &Range<usize>) -> Slot {
        if let Some(slot) = self.alone() {
            row.load(slot, block);
            return slot;
        }
        let tile = row.own(self.own);
        if row.is_computed(tile, block) {
            return tile;
        }
        for (number, &(slot, factor)) in self.terms.iter().enumerate() {
            row.load(slot, block);
            let [sum, x] = row.tiles([tile, slot], block);
            match number {
                0 => rows::scaled(sum, x, factor),
                _ => rows::add_scaled(sum, x, factor),
            }
        }
        if let Some((mask, value)) = self.mask {
            row.load(mask, block);
            let [sum, mask] = row.tiles([tile, mask], block);
            rows::mask(sum, mask, value);
        }
        tile
    }
}
