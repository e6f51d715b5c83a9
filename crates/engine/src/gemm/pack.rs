//! Packs elements of matrices into panels of the type of the sums.

use std::mem::MaybeUninit;
use std::ops::Range;

use super::finish::gather;
use crate::convert::Steps;
use hostnpu_kernels::gemm::Kind;
use hostnpu_kernels::gemm::numbers::{Rows, shift};
use hostnpu_kernels::transpose::{Unit, transpose};

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

#[repr(align(64))]
struct Tile(MaybeUninit<[u8; TILE]>);

impl Tile {
    const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    fn start(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

/// Lanes of a panel, and where they lie.
#[derive(Clone, Copy)]
pub(super) struct Lanes {
    /// The address of the first step of the first lane.
    pub first: usize,
    /// Bytes from a lane to the next, and from a step.
    pub lane: isize,
    pub step: isize,
    /// Number of lanes that are filled, of those of the panel. The others are filled with 0.
    pub count: usize,
    pub panel: usize,
}

/// Calls a method for elements of `size` bytes as numbers.
macro_rules! of_size {
    ($size:expr, $this:expr, $method:ident, $($argument:expr),+) => {
        match $size {
            1 => $this.$method::<u8>($($argument),+),
            2 => $this.$method::<u16>($($argument),+),
            4 => $this.$method::<u32>($($argument),+),
            _ => $this.$method::<u64>($($argument),+),
        }
    };
}
pub(super) use of_size;

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
    ///
    /// # Safety
    /// There are as many steps, and `to` may be written, aligned.
    unsafe fn elements(&self, steps: [usize; 2], to: *mut u8);

    /// Copies whole numbers of four bytes, each of which is several steps, if they lie so and are not converted. Returns whether it did.
    ///
    /// # Safety
    /// As above.
    unsafe fn numbers(&self, _: [usize; 2], _: *mut u8) -> bool {
        false
    }
}

impl<F: Fn([usize; 2], *mut u8)> Source for F {
    unsafe fn elements(&self, steps: [usize; 2], to: *mut u8) {
        self(steps, to);
    }
}

impl Side {
    /// Writes a panel to `to`.
    ///
    /// # Safety
    /// The source has all elements, and the panel, of numbers of its kind, may be written, aligned.
    pub unsafe fn pack(&self, panel: Panel, to: usize, from: &impl Source) {
        let Panel { kind, width, .. } = panel;
        debug_assert!(panel.steps <= kind.steps_per_block());
        let together = kind.steps_per_number();
        let mut tiles = [Tile::new(), Tile::new()];
        let most = self.steps.iter().map(|step| step.widest());
        let widest = most.max().unwrap_or(self.size);
        let at_once = (TILE / (widest * width * together)).max(1) * together;
        let is_stored = self.steps.is_empty();
        for step in (0..panel.steps).step_by(at_once) {
            let steps = at_once.min(panel.steps - step);
            let to = to + step / together * width * kind.size();
            let to = std::ptr::with_exposed_provenance_mut::<u8>(to);
            let [one, two] = tiles.each_mut().map(Tile::start);
            // SAFETY: the caller's promise; a tile holds as many elements of each type. There is one conversion at most to elements of numbers that have several.
            unsafe {
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
                        self.steps
                            .run([one, std::ptr::null_mut()], two, steps * width);
                    }
                    join(panel, if is_stored { one } else { two }, steps, to);
                    shift_left(panel, steps, to);
                }
            }
        }
    }
}

/// Puts the steps of each lane side by side that make a number, with zeros after the last one.
///
/// # Safety
/// There are as many steps of all lanes at `from`, which has room for whole numbers, and room for these at `to`, aligned.
unsafe fn join(panel: Panel, from: *mut u8, steps: usize, to: *mut u8) {
    let Panel { kind, width, .. } = panel;
    let together = kind.steps_per_number();
    let (size, numbers) = (NUMBER / together, steps.div_ceil(together));
    let rows = Rows {
        first: from,
        pitch: (width * size) as isize,
        lanes: width,
    };
    let missing = (numbers * together - steps) * width * size;
    // SAFETY: the caller's promise.
    unsafe {
        from.add(steps * width * size).write_bytes(0, missing);
        rows.join(size, numbers, to.cast());
    }
}

/// Adds 128 to the bytes of the left side.
///
/// # Safety
/// There are so many steps of a panel at `to`.
unsafe fn shift_left(panel: Panel, steps: usize, to: *mut u8) {
    if panel.kind == Kind::Bytes && panel.is_left {
        let count = steps.div_ceil(panel.kind.steps_per_number()) * panel.width;
        // SAFETY: the caller's promise.
        shift(unsafe { std::slice::from_raw_parts_mut(to.cast(), count) });
    }
}

impl Side {
    /// Converts `count` elements, `stride` bytes apart, to neighbours at `to`, numbers of `size` bytes.
    ///
    /// # Safety
    /// The elements may be read, and the numbers be written, aligned.
    pub unsafe fn convert_run(
        &self,
        from: usize,
        stride: isize,
        count: usize,
        to: usize,
        size: usize,
    ) {
        let mut tiles = [Tile::new(), Tile::new()];
        let at_once = TILE / 8;
        let is_dense = stride == self.size as isize;
        for first in (0..count).step_by(at_once) {
            let count = at_once.min(count - first);
            let from = from.wrapping_add_signed(first as isize * stride);
            let to = std::ptr::with_exposed_provenance_mut::<u8>(to + first * size);
            let source = std::ptr::with_exposed_provenance_mut::<u8>(from);
            let [one, two] = &mut tiles;
            let is_stored = self.steps.is_empty();
            let between = if is_stored { to } else { one.start() };
            // SAFETY: the caller's promise; a tile holds as many elements of each type.
            unsafe {
                match (is_dense, is_stored) {
                    (true, false) => {}
                    (true, true) => to.copy_from_nonoverlapping(source, count * size),
                    (false, _) => gather(from, stride, self.size, count, between),
                }
                let source = if is_dense { source } else { between };
                if !is_stored {
                    self.steps.run([source, two.start()], to, count);
                }
            }
        }
    }
}

impl Lanes {
    /// Copies elements of `size` bytes to `to`: all lanes of a step, then those of the next one.
    ///
    /// # Safety
    /// The elements may be read, and `to` be written, aligned.
    pub unsafe fn gather(self, size: usize, [step, steps]: [usize; 2], to: *mut u8) {
        let first = self.first.wrapping_add_signed(step as isize * self.step);
        // SAFETY: the caller's promise.
        unsafe {
            Self { first, ..self }.copy(size, steps, to);
            fill_missing(size, self.count..self.panel, self.panel, steps, to);
        }
    }

    /// The same of some steps from the first one on, without zeros for missing lanes.
    ///
    /// # Safety
    /// As above.
    pub unsafe fn copy(self, size: usize, steps: usize, to: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe { of_size!(size, self, copy_units, steps, to) }
    }

    unsafe fn copy_units<T: Unit + Default>(self, steps: usize, to: *mut u8) {
        let to = to.cast::<T>();
        let size = size_of::<T>() as isize;
        let (lane, step) = (self.lane / size, self.step / size);
        let from = std::ptr::with_exposed_provenance::<T>(self.first);
        // SAFETY: the caller's promise for elements that lie as the strides say.
        unsafe {
            if step == 1 && self.count > 1 {
                transpose((from, lane), (to, self.panel as isize), self.count, steps);
                return;
            }
            for k in 0..steps {
                let (from, to) = (
                    from.wrapping_offset(k as isize * step),
                    to.add(k * self.panel),
                );
                if lane == 1 {
                    to.copy_from_nonoverlapping(from, self.count);
                    continue;
                }
                for i in 0..self.count {
                    to.add(i)
                        .write(from.wrapping_offset(i as isize * lane).read());
                }
            }
        }
    }
}

impl Lanes {
    /// Copies some steps from one on as whole numbers, if steps of a lane or lanes of a step lie side by side. Returns whether it did.
    ///
    /// # Safety
    /// As for [`Lanes::copy`].
    pub unsafe fn copy_numbers(self, size: usize, [step, steps]: [usize; 2], to: *mut u8) -> bool {
        if let Some(numbers) = self.as_numbers(size, step, steps) {
            // SAFETY: the caller's promise for the same memory.
            unsafe { numbers.copy(NUMBER, steps * size / NUMBER, to) };
            return true;
        }
        let is_row = self.lane == size as isize && self.count == self.panel;
        if !is_row || !(steps * size).is_multiple_of(NUMBER) {
            return false;
        }
        let first = self.first.wrapping_add_signed(step as isize * self.step);
        let rows = Rows {
            first: std::ptr::with_exposed_provenance(first),
            pitch: self.step,
            lanes: self.count,
        };
        // SAFETY: as above.
        unsafe { rows.join(size, steps * size / NUMBER, to.cast()) };
        true
    }

    /// The same lanes as numbers of several elements of `size` bytes that lie side by side, if they do.
    fn as_numbers(self, size: usize, step: usize, steps: usize) -> Option<Self> {
        let first = self.first.wrapping_add_signed(step as isize * self.step);
        let is_aligned = |distance: usize| distance.is_multiple_of(NUMBER);
        let fits = self.step == size as isize
            && is_aligned(first)
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
pub(super) struct LanesOf {
    pub lanes: Lanes,
    pub size: usize,
}

impl Source for LanesOf {
    unsafe fn elements(&self, steps: [usize; 2], to: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe { self.lanes.gather(self.size, steps, to) };
    }

    unsafe fn numbers(&self, steps: [usize; 2], to: *mut u8) -> bool {
        let Lanes { count, panel, .. } = self.lanes;
        // SAFETY: the caller's promise.
        unsafe {
            let copied = self.lanes.copy_numbers(self.size, steps, to);
            if copied {
                fill_missing(
                    NUMBER,
                    count..panel,
                    panel,
                    steps[1] * self.size / NUMBER,
                    to,
                );
            }
            copied
        }
    }
}

/// Writes zeros for some lanes of each step of a panel of `width` lanes.
///
/// # Safety
/// There is memory for them at `to`.
pub(super) unsafe fn fill_missing(
    size: usize,
    lanes: Range<usize>,
    width: usize,
    steps: usize,
    to: *mut u8,
) {
    if lanes.is_empty() {
        return;
    }
    for step in 0..steps {
        // SAFETY: the caller's promise.
        unsafe {
            to.add((step * width + lanes.start) * size)
                .write_bytes(0, lanes.len() * size);
        }
    }
}
