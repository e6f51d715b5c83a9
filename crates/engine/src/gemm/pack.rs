//! Packs elements of matrices into panels of the type of the sums.

use std::ops::Range;

use super::finish::gather;
use crate::block::{self, Size, Strides};
use crate::convert::Steps;
use crate::tile::Tile;
use hostnpu_kernels::gemm::Kind;
use hostnpu_kernels::gemm::numbers::{Rows, shift};
use hostnpu_kernels::memory::{Extent, Region};

/// One side of a product.
#[derive(Clone, Copy)]
pub(super) struct Side {
    /// To the type of the sums.
    pub steps: Steps,
    /// Bytes of an element.
    pub size: usize,
}

/// Bytes in which elements are gathered before they are converted: they stay in the first cache.
const TILE: usize = 8 << 10;

/// Numbers to whose multiple steps are gathered at once.
const LINE: usize = 32;

/// Lanes of a panel, and where they lie.
#[derive(Clone, Copy)]
pub(super) struct Lanes<'a> {
    /// The first step of the first lane.
    pub first: Region<'a>,
    /// Bytes from a lane to the next, and from a step.
    pub lane: isize,
    pub step: isize,
    /// Number of lanes that are filled, of those of the panel. The others are filled with 0.
    pub count: usize,
    pub panel: usize,
}

/// A panel of a side.
#[derive(Clone, Copy)]
pub(super) struct Panel {
    pub kind: Kind,
    pub is_left: bool,
    /// Lanes.
    pub width: usize,
    /// Steps of a block, or fewer at the end of the inner dimension.
    pub steps: usize,
}

/// Elements that a panel is made of.
pub(super) trait Source {
    /// Copies the elements of some steps, from a first one on, to `to`: all lanes of the panel, then those of the next step.
    fn elements(&self, steps: [usize; 2], to: Region);

    /// Copies whole numbers of four bytes, each of which is several steps, if they lie so and are not converted. Returns whether it did.
    fn numbers(&self, _: [usize; 2], _: Region) -> bool {
        false
    }
}

impl<F: Fn([usize; 2], Region)> Source for F {
    fn elements(&self, steps: [usize; 2], to: Region) {
        self(steps, to);
    }
}

impl Side {
    /// Writes a panel to `to`, numbers of its kind. The source has all its elements.
    pub fn pack(&self, panel: Panel, to: Region, from: &impl Source) {
        let Panel { kind, width, .. } = panel;
        debug_assert!(panel.steps <= kind.steps_per_block());
        let together = kind.steps_per_number();
        let mut tiles = [Tile::<TILE>::new(), Tile::new()];
        let [one, two] = tiles.each_mut().map(Tile::region);
        // One conversion writes to the panel, so that a tile has elements as they are stored.
        let widest = match self.steps.len() {
            0 | 1 => self.size,
            _ => self
                .steps
                .iter()
                .map(|step| step.widest())
                .fold(0, usize::max),
        };
        let numbers = (TILE / (widest * width * together)).max(1);
        // By whole squares that are transposed through registers, and cache lines.
        let numbers = if numbers > LINE {
            numbers / LINE * LINE
        } else {
            numbers
        };
        let at_once = numbers * together;
        let is_stored = self.steps.is_empty();
        for step in (0..panel.steps).step_by(at_once) {
            let steps = at_once.min(panel.steps - step);
            let to = to.after(step / together * width * kind.size());
            // There is one conversion at most to elements of numbers that have several.
            if together == 1 {
                from.elements([step, steps], if is_stored { to } else { one });
                if !is_stored {
                    self.steps.run([one, two], to, steps * width);
                }
            } else if is_stored && from.numbers([step, steps], to) {
                shift_left(panel, steps, to);
            } else {
                from.elements([step, steps], one);
                if !is_stored {
                    self.steps.run([one, Region::EMPTY], two, steps * width);
                }
                join(panel, if is_stored { one } else { two }, steps, to);
                shift_left(panel, steps, to);
            }
        }
    }
}

/// Puts the steps of each lane side by side that make a number, with zeros after the last one: `from` has room for whole numbers.
fn join(panel: Panel, from: Region, steps: usize, to: Region) {
    let Panel { kind, width, .. } = panel;
    let together = kind.steps_per_number();
    let (size, numbers) = (NUMBER / together, steps.div_ceil(together));
    let missing = (numbers * together - steps) * width * size;
    from.after(steps * width * size).clear(missing);
    join_rows((from, (width * size) as isize), width, size, numbers, to);
}

/// Joins steps of elements of `size` bytes, some bytes apart, to so many numbers of each lane.
fn join_rows(
    (from, pitch): (Region, isize),
    lanes: usize,
    size: usize,
    numbers: usize,
    to: Region,
) {
    if lanes * numbers == 0 {
        return;
    }
    let rows = Rows {
        first: from.block(Extent {
            size,
            counts: [numbers * NUMBER / size, lanes],
            strides: [pitch, size as isize],
        }),
        pitch,
        lanes,
    };
    let to = to.elements(lanes * numbers);
    // SAFETY: elements and numbers that are inside.
    unsafe { rows.join(size, numbers, to) };
}

/// Adds 128 to the bytes of the left side.
fn shift_left(panel: Panel, steps: usize, to: Region) {
    if panel.kind == Kind::Bytes && panel.is_left {
        let count = steps.div_ceil(panel.kind.steps_per_number()) * panel.width;
        // SAFETY: numbers of a panel that this thread packs.
        shift(unsafe { to.slice_mut(count) });
    }
}

impl Side {
    /// Converts `count` elements, `stride` bytes apart, to neighbours at `to`, numbers of `size` bytes.
    pub fn convert_run(&self, from: Region, stride: isize, count: usize, to: Region, size: usize) {
        let mut tiles = [Tile::<TILE>::new(), Tile::new()];
        let [one, two] = tiles.each_mut().map(Tile::region);
        let at_once = TILE / 8;
        let is_dense = stride == self.size as isize;
        for first in (0..count).step_by(at_once) {
            let count = at_once.min(count - first);
            let from = from.moved(first as isize * stride);
            let to = to.after(first * size);
            let is_stored = self.steps.is_empty();
            let between = if is_stored { to } else { one };
            match (is_dense, is_stored) {
                (true, false) => {}
                (true, true) => to.copy(from, count * size),
                (false, _) => gather(from, stride, self.size, count, between),
            }
            if !is_stored {
                let source = if is_dense { from } else { between };
                self.steps.run([source, two], to, count);
            }
        }
    }
}

impl Lanes<'_> {
    /// Copies elements of `size` bytes to `to`: all lanes of a step, then those of the next one.
    pub fn gather(self, size: usize, [step, steps]: [usize; 2], to: Region) {
        let first = self.first.moved(step as isize * self.step);
        Self { first, ..self }.copy(size, steps, to);
        fill_missing(size, self.count..self.panel, self.panel, steps, to);
    }

    /// The same of some steps from the first one on, without zeros for missing lanes.
    pub fn copy(self, size: usize, steps: usize, to: Region) {
        let from = Strides {
            row: self.step,
            column: self.lane,
        };
        let target = Strides {
            row: (self.panel * size) as isize,
            column: size as isize,
        };
        let block = Size {
            rows: steps,
            columns: self.count,
        };
        block::copy(size, (self.first, from), (to, target), block, false);
    }

    /// Copies some steps from one on as whole numbers, if steps of a lane or lanes of a step lie side by side. Returns whether it did.
    pub fn copy_numbers(self, size: usize, [step, steps]: [usize; 2], to: Region) -> bool {
        if let Some(numbers) = self.as_numbers(size, step, steps) {
            numbers.copy(NUMBER, steps * size / NUMBER, to);
            return true;
        }
        let is_row = self.lane == size as isize && self.count == self.panel;
        if !is_row || !(steps * size).is_multiple_of(NUMBER) {
            return false;
        }
        let first = self.first.moved(step as isize * self.step);
        let numbers = steps * size / NUMBER;
        join_rows((first, self.step), self.count, size, numbers, to);
        true
    }

    /// The same lanes as numbers of several elements of `size` bytes that lie side by side, if they do.
    fn as_numbers(self, size: usize, step: usize, steps: usize) -> Option<Self> {
        let first = self.first.moved(step as isize * self.step);
        let is_aligned = |distance: usize| distance.is_multiple_of(NUMBER);
        let fits = self.step == size as isize
            && is_aligned(first.address())
            && is_aligned(self.lane.unsigned_abs())
            && is_aligned(steps * size);
        fits.then_some(Self {
            first,
            step: NUMBER as isize,
            ..self
        })
    }
}

/// Bytes of a number that has several elements.
pub(super) const NUMBER: usize = 4;

/// Lanes of elements of some bytes.
pub(super) struct LanesOf<'a> {
    pub lanes: Lanes<'a>,
    pub size: usize,
}

impl Source for LanesOf<'_> {
    fn elements(&self, steps: [usize; 2], to: Region) {
        self.lanes.gather(self.size, steps, to);
    }

    fn numbers(&self, steps: [usize; 2], to: Region) -> bool {
        let Lanes { count, panel, .. } = self.lanes;
        let copied = self.lanes.copy_numbers(self.size, steps, to);
        if copied {
            let numbers = steps[1] * self.size / NUMBER;
            fill_missing(NUMBER, count..panel, panel, numbers, to);
        }
        copied
    }
}

/// Writes zeros for some lanes of each step of a panel of `width` lanes.
pub(super) fn fill_missing(
    size: usize,
    lanes: Range<usize>,
    width: usize,
    steps: usize,
    to: Region,
) {
    if lanes.is_empty() {
        return;
    }
    for step in 0..steps {
        let place = to.after((step * width + lanes.start) * size);
        place.clear(lanes.len() * size);
    }
}
