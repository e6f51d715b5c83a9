//! Matrices whose elements lie along several dimensions, with zeros beyond the edges: images under windows.

use std::mem::MaybeUninit;

use smallvec::SmallVec;

use hostnpu_kernels::memory::{Extent, Region};
use hostnpu_tensor::scratch::Plain;

/// Axes of an image at most.
pub const AXES: usize = 3;

/// A dimension of the lanes or the steps of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct Dim {
    /// Number of steps.
    pub extent: usize,
    /// Elements from one to the next, or bytes once the matrix is planned.
    pub stride: isize,
    /// The way from one to the next along the axes of the image.
    pub pace: [i64; AXES],
}

impl Dim {
    /// A dimension along which nothing is beyond an edge.
    pub fn plain(extent: i64, stride: i64) -> Self {
        Self {
            extent: extent as usize,
            stride: stride as isize,
            pace: [0; AXES],
        }
    }

    /// A dimension along an axis of the image, whose elements are `stride` apart, with steps of `pace` of them.
    pub fn along(axis: usize, extent: i64, stride: i64, pace: i64) -> Self {
        let mut this = Self::plain(extent, stride.wrapping_mul(pace));
        this.pace[axis] = pace;
        this
    }
}

/// Dimensions, the innermost one last.
pub type Dims = SmallVec<[Dim; 4]>;

/// Lanes and steps of a matrix.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    pub lanes: Dims,
    pub steps: Dims,
    /// Place of the first element along the axes.
    pub origin: [i64; AXES],
    /// Extents of the axes: elements outside them are 0.
    pub extents: [i64; AXES],
}

/// Place of a lane or a step, from the first one on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spot {
    offset: isize,
    at: [i64; AXES],
}

impl Spot {
    fn go(&mut self, dim: &Dim, count: isize) {
        self.offset = self.offset.wrapping_add(dim.stride.wrapping_mul(count));
        for (at, pace) in self.at.iter_mut().zip(dim.pace) {
            *at += pace * count as i64;
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            offset: self.offset.wrapping_add(other.offset),
            at: std::array::from_fn(|a| self.at[a] + other.at[a]),
        }
    }
}

/// The steps of a block.
pub(super) type Steps = SmallVec<[Spot; 8]>;

/// The lanes of a panel.
type Lanes = SmallVec<[Spot; 16]>;

/// Makes one dimension of neighbours that go on alike, and leaves out extents of 1.
pub fn merged(dims: impl IntoIterator<Item = Dim>) -> Dims {
    let mut merged = Dims::new();
    for dim in dims.into_iter().filter(|dim| dim.extent != 1) {
        let inner = dim.extent as isize;
        let whole = |outer: &&mut Dim| {
            let pace = dim.pace.map(|pace| pace * inner as i64);
            outer.stride == dim.stride.wrapping_mul(inner) && outer.pace == pace
        };
        match merged.last_mut().filter(whole) {
            Some(outer) => {
                *outer = Dim {
                    extent: outer.extent * dim.extent,
                    ..dim
                }
            }
            None => merged.push(dim),
        }
    }
    merged
}

/// Appends `count` places from number `first` on to `to`; `start` is the place of number 0.
fn spots<A: smallvec::Array<Item = Spot>>(
    dims: &[Dim],
    start: Spot,
    first: usize,
    count: usize,
    to: &mut SmallVec<A>,
) {
    if count == 0 {
        return;
    }
    to.reserve(count);
    let (mut spot, mut rest) = (start, first);
    let mut index: SmallVec<[usize; 5]> = SmallVec::from_elem(0, dims.len());
    for (index, dim) in index.iter_mut().zip(dims).rev() {
        *index = rest % dim.extent;
        rest /= dim.extent;
        spot.go(dim, *index as isize);
    }
    for _ in 0..count {
        to.push(spot);
        for (index, dim) in index.iter_mut().zip(dims).rev() {
            *index += 1;
            spot.go(dim, 1);
            if *index < dim.extent {
                break;
            }
            spot.go(dim, -(dim.extent as isize));
            *index = 0;
        }
    }
}

/// Neighbours that go on alike, along one axis at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub first: usize,
    pub count: usize,
    /// Bytes to the first of them, and from each to the next.
    pub offset: isize,
    pub stride: isize,
    /// The axis along which they go, with steps of `pace`, or [`AXES`].
    axis: usize,
    pace: i64,
}

impl Run {
    /// Neighbours `stride` bytes apart, of which number 0 is at 0.
    pub fn plain(first: usize, count: usize, stride: isize) -> Self {
        Self {
            first: 0,
            count,
            offset: first as isize * stride,
            stride,
            axis: AXES,
            pace: 0,
        }
    }
}

pub(super) type Runs = SmallVec<[Run; 4]>;

fn runs(spots: &[Spot]) -> Runs {
    let mut runs = Runs::new();
    let mut first = 0;
    while first < spots.len() {
        let mut run = Run {
            first,
            offset: spots[first].offset,
            ..Run::plain(0, 1, 0)
        };
        let way = |at: usize| {
            let (from, to) = (&spots[at - 1], &spots[at]);
            let pace: [i64; AXES] = std::array::from_fn(|a| to.at[a] - from.at[a]);
            (to.offset.wrapping_sub(from.offset), pace)
        };
        if first + 1 < spots.len() {
            let (stride, pace) = way(first + 1);
            let mut axes = (0..AXES).filter(|&a| pace[a] != 0);
            let axis = axes.next().unwrap_or(AXES);
            if axes.next().is_none() {
                (run.stride, run.axis) = (stride, axis);
                run.pace = pace.get(axis).copied().unwrap_or(0);
                let alike = (first + 1..spots.len()).take_while(|&at| way(at) == (stride, pace));
                run.count = 1 + alike.count();
            }
        }
        first += run.count;
        runs.push(run);
    }
    runs
}

impl Grid {
    /// Returns the distance between lanes and that between steps, if each is one number.
    pub fn as_plain(&self) -> Option<[isize; 2]> {
        let stride = |dims: &Dims| match dims[..] {
            [] => Some(0),
            [dim] if dim.pace == [0; AXES] => Some(dim.stride),
            _ => None,
        };
        let is_inside = (0..AXES).all(|a| (0..self.extents[a]).contains(&self.origin[a]));
        let strides = is_inside.then(|| Some([stride(&self.lanes)?, stride(&self.steps)?]));
        strides.flatten()
    }

    /// The places of `count` steps from `first` on.
    pub fn steps(&self, first: usize, count: usize) -> Steps {
        let mut steps = Steps::new();
        spots(&self.steps, Spot::default(), first, count, &mut steps);
        steps
    }

    /// The runs of `count` lanes from `first` on.
    pub fn runs(&self, first: usize, count: usize) -> Runs {
        let mut lanes = Steps::new();
        spots(&self.lanes, Spot::default(), first, count, &mut lanes);
        runs(&lanes)
    }

    /// Lanes of a panel, from `first` on.
    pub fn patch<'a>(
        &'a self,
        memory: Region<'a>,
        first: usize,
        count: usize,
        panel: usize,
    ) -> Patch<'a> {
        let start = Spot {
            offset: 0,
            at: self.origin,
        };
        let mut lanes = Lanes::new();
        spots(&self.lanes, start, first, count, &mut lanes);
        Patch {
            extents: &self.extents,
            memory,
            runs: runs(&lanes),
            lanes,
            panel,
        }
    }
}

/// Lanes of a panel, and where they lie.
pub(super) struct Patch<'a> {
    extents: &'a [i64; AXES],
    memory: Region<'a>,
    lanes: Lanes,
    runs: Runs,
    panel: usize,
}

impl Patch<'_> {
    /// Copies elements of `size` bytes to `to`: all lanes of a step, then those of the next one.
    pub fn gather(&self, size: usize, steps: &[Spot], to: Region) {
        match size {
            1 => self.gather_units::<u8>(steps, to),
            2 => self.gather_units::<u16>(steps, to),
            4 => self.gather_units::<u32>(steps, to),
            _ => self.gather_units::<u64>(steps, to),
        }
    }

    fn gather_units<T: Plain + Default>(&self, steps: &[Spot], to: Region) {
        // SAFETY: numbers of a panel that this thread packs: each is written here.
        let to = unsafe { to.slice_mut::<MaybeUninit<T>>(steps.len() * self.panel) };
        let length = |runs: &Runs, all: usize| {
            let is_dense = runs
                .first()
                .is_some_and(|run| run.stride == size_of::<T>() as isize);
            all / runs.len().max(1) * if is_dense { 4 } else { 1 }
        };
        let by_steps = runs(steps);
        let panel = self.panel;
        if length(&by_steps, steps.len()) > length(&self.runs, self.lanes.len()) {
            self.gather_runs(&self.lanes, steps, &by_steps, to, [1, panel]);
        } else {
            self.gather_runs(steps, &self.lanes, &self.runs, to, [panel, 1]);
        }
        let count = self.lanes.len();
        for step in to.chunks_exact_mut(panel.max(1)) {
            step[count..].fill(MaybeUninit::new(T::default()));
        }
    }

    /// Copies the elements at all sums of an outer place and an inner one. `pitches` are the elements of `to` from one to the next.
    fn gather_runs<T: Plain + Default>(
        &self,
        outer: &[Spot],
        inner: &[Spot],
        runs: &[Run],
        to: &mut [MaybeUninit<T>],
        [pitch, step]: [usize; 2],
    ) {
        let zero = MaybeUninit::new(T::default());
        let size = size_of::<T>();
        for (number, &spot) in outer.iter().enumerate() {
            for run in runs {
                let start = inner[run.first].plus(spot);
                let (low, high) = self.inside(start.at, run);
                let first = number * pitch + run.first * step;
                let to = &mut to[first..][..(run.count - 1) * step + 1];
                for i in (0..low).chain(high..run.count) {
                    to[i * step] = zero;
                }
                if low >= high {
                    continue;
                }
                let from = self.memory.moved(start.offset + low as isize * run.stride);
                let extent = Extent {
                    size,
                    counts: [1, high - low],
                    strides: [0, run.stride],
                };
                let from = from.block(extent).cast::<T>();
                if step == 1 && run.stride == size as isize {
                    // SAFETY: elements that are inside the memory.
                    let from = unsafe { std::slice::from_raw_parts(from.cast(), high - low) };
                    to[low..high].copy_from_slice(from);
                    continue;
                }
                for (i, to) in to[low * step..]
                    .iter_mut()
                    .step_by(step)
                    .take(high - low)
                    .enumerate()
                {
                    let from = from.wrapping_byte_offset(i as isize * run.stride);
                    // SAFETY: as above.
                    *to = unsafe { from.cast::<MaybeUninit<T>>().read() };
                }
            }
        }
    }

    /// The first of a run that is inside the edges, and the first one after it that is not.
    fn inside(&self, at: [i64; AXES], run: &Run) -> (usize, usize) {
        let is_inside = |a: usize| a == run.axis || (at[a] as u64) < self.extents[a] as u64;
        if !(0..AXES).all(is_inside) {
            return (0, 0);
        }
        if run.axis == AXES {
            return (0, run.count);
        }
        let (first, extent) = (at[run.axis], self.extents[run.axis]);
        let last = first + run.pace * (run.count as i64 - 1);
        if (first as u64) < extent as u64 && (last as u64) < extent as u64 {
            return (0, run.count);
        }
        let (first, pace) = match run.pace > 0 {
            true => (first, run.pace),
            false => (extent - 1 - first, -run.pace),
        };
        let steps = |distance: i64| (distance.max(0) as u64).div_ceil(pace as u64) as usize;
        let (low, high) = (steps(-first), steps(extent - first));
        (low.min(run.count), high.min(run.count))
    }
}
