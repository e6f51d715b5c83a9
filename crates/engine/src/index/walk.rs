//! The positions of an indexed operation: a box of axes, along which every operand steps evenly.

use smallvec::SmallVec;

/// Most index tensors of an operation, or columns of one.
pub const MAX_INDICES: usize = 8;

/// One axis: extent, and the distance of neighbours in each operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axis<const INDICES: usize = MAX_INDICES> {
    pub extent: usize,
    /// In what is indexed.
    pub there: isize,
    /// In the operand on the other side.
    pub here: isize,
    /// In each index tensor.
    pub indices: [isize; INDICES],
}

impl<const INDICES: usize> Axis<INDICES> {
    /// No axis.
    const ONE: Self = Self {
        extent: 1,
        there: 0,
        here: 0,
        indices: [0; INDICES],
    };
}

/// Positions in row-major order, with so many index tensors. Axes that every operand steps through evenly are one.
#[derive(Clone, Debug)]
pub(super) struct Walk<const INDICES: usize = MAX_INDICES> {
    /// All axes but the last one, outermost first.
    outer: SmallVec<[Axis<INDICES>; 2]>,
    pub last: Axis<INDICES>,
    /// Number of positions.
    pub count: usize,
    /// Bytes that move together at a position.
    pub run: usize,
}

/// Neighbouring positions on the last axis: distances of the first one from the operands' first elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<const INDICES: usize = MAX_INDICES> {
    pub there: isize,
    pub here: isize,
    pub indices: [isize; INDICES],
    /// The first one's number.
    pub first: usize,
    pub length: usize,
}

impl<const INDICES: usize> Walk<INDICES> {
    /// Walks `axes`, given in bytes, of elements of `size` bytes. Elements that lie side by side on both sides and have one index move together.
    pub fn new(axes: impl IntoIterator<Item = Axis<INDICES>>, size: usize) -> Self {
        let mut merged: SmallVec<[Axis<INDICES>; 8]> = SmallVec::new();
        let mut count = 1;
        for axis in axes {
            count *= axis.extent;
            match merged.last_mut() {
                _ if axis.extent == 1 => {}
                Some(outer) if is_even(outer, &axis) => {
                    *outer = Axis {
                        extent: outer.extent * axis.extent,
                        ..axis
                    }
                }
                _ => merged.push(axis),
            }
        }
        let mut run = size;
        while let Some(axis) = merged.last() {
            let side_by_side = axis.there == run as isize && axis.here == run as isize;
            if count == 0 || !side_by_side || axis.indices != [0; INDICES] {
                break;
            }
            run *= axis.extent;
            count /= axis.extent;
            merged.pop();
        }
        let last = merged.pop().unwrap_or(Axis::ONE);
        Self {
            outer: merged.into_iter().collect(),
            last,
            count,
            run,
        }
    }

    /// All axes, outermost first.
    pub fn axes(&self) -> impl Iterator<Item = &Axis<INDICES>> {
        self.outer.iter().chain([&self.last])
    }

    /// Divides what the axes step by in what is indexed.
    pub fn divide(&mut self, unit: isize) {
        for axis in self.outer.iter_mut().chain([&mut self.last]) {
            axis.there /= unit;
        }
    }

    /// Bytes from the other side of one position to that of the next, if they are the same everywhere: of one value 0.
    pub fn even_step(&self) -> Option<isize> {
        let mut step = self.run as isize;
        if self.axes().all(|axis| axis.here == 0) {
            return Some(0);
        }
        let axes: SmallVec<[&Axis<INDICES>; 4]> = self.axes().collect();
        for axis in axes.into_iter().rev() {
            if axis.here != step {
                return None;
            }
            step *= axis.extent as isize;
        }
        Some(self.run as isize)
    }

    /// Offsets for the longest line that [`Walk::for_each_line`] gives: most walks are short, and clearing memory for others takes longer than they do.
    pub fn offsets(&self, most: usize) -> SmallVec<[isize; 32]> {
        SmallVec::from_elem(0, most.min(self.last.extent))
    }

    /// Calls `visit` for the positions from number `first` on, `count` of them, at most `most` at once.
    pub fn for_each_line(
        &self,
        first: usize,
        count: usize,
        most: usize,
        mut visit: impl FnMut(&Line<INDICES>),
    ) {
        let (mut at, end) = (first, first + count);
        while at < end {
            let column = at % self.last.extent;
            let length = most.min(self.last.extent - column).min(end - at);
            let mut line = Line {
                there: 0,
                here: 0,
                indices: [0; INDICES],
                first: at,
                length,
            };
            line.step(&self.last, column);
            let mut rest = at / self.last.extent;
            for axis in self.outer.iter().rev() {
                line.step(axis, rest % axis.extent);
                rest /= axis.extent;
            }
            visit(&line);
            at += length;
        }
    }
}

impl<const INDICES: usize> Line<INDICES> {
    fn step(&mut self, axis: &Axis<INDICES>, count: usize) {
        let count = count as isize;
        self.there += axis.there * count;
        self.here += axis.here * count;
        for (place, stride) in self.indices.iter_mut().zip(axis.indices) {
            *place += stride * count;
        }
    }
}

/// Returns true if every operand steps evenly from the outer axis to the inner one.
fn is_even<const INDICES: usize>(outer: &Axis<INDICES>, inner: &Axis<INDICES>) -> bool {
    let even = |outer: isize, inner_stride: isize| {
        outer == inner_stride.wrapping_mul(inner.extent as isize)
    };
    even(outer.there, inner.there)
        && even(outer.here, inner.here)
        && (outer.indices.iter().zip(inner.indices)).all(|(&a, b)| even(a, b))
}
