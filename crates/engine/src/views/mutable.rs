//! Views that are written, and their parts for several threads.

use hostnpu_kernels::memory::Region;
use std::marker::PhantomData;
use std::ops::Range;

use half::{bf16, f16};
use hostnpu_tensor::Dtype;
use hostnpu_tensor::cuts::Cut;

use super::super::floats::FloatsMut;
use super::{Axes, geometry};

/// Elements of one type that are written: rows that are dense, in any order. No two indices are of one element.
pub struct ViewMut<'a, T, const N: usize> {
    first: *mut T,
    axes: Axes<N>,
    of: PhantomData<&'a mut [T]>,
}

// SAFETY: it stands for mutable slices.
unsafe impl<T: Send, const N: usize> Send for ViewMut<'_, T, N> {}
// SAFETY: a shared one gives no access to elements, but to parts of its own to each thread.
unsafe impl<T: Send, const N: usize> Sync for ViewMut<'_, T, N> {}

impl<T: Copy, const N: usize> ViewMut<'_, T, N> {
    /// The first element in the memory of all.
    fn memory_mut(&mut self) -> Region<'_> {
        let size = size_of::<T>() as isize;
        let (low, high) = self.axes.reach();
        // SAFETY: the elements of the view, which is borrowed as long as the region is used.
        unsafe { Region::new(self.first.cast(), low * size, high * size) }
    }
}

impl<'a, T: Copy, const N: usize> ViewMut<'a, T, N> {
    /// A dense tensor of these extents. Panics if there are more or fewer elements.
    pub fn of(elements: &'a mut [T], shape: [usize; N]) -> Self {
        let axes = Axes::dense(shape);
        assert_eq!(elements.len(), axes.count(), "another number of elements");
        Self {
            first: elements.as_mut_ptr(),
            axes,
            of: PhantomData,
        }
    }

    /// # Safety
    /// The elements that the axes reach are there for 'a, aligned, and nothing else uses them. No two indices are of one element.
    pub(in super::super) unsafe fn over(first: *mut T, axes: Axes<N>) -> Self {
        Self {
            first,
            axes,
            of: PhantomData,
        }
    }

    fn step(&self, distance: isize) -> *mut T {
        self.first.wrapping_offset(distance)
    }

    geometry!();

    /// The indices of an axis before `at`, and those from it on. Panics outside the view.
    #[inline(always)]
    pub fn split(self, axis: usize, at: usize) -> (Self, Self) {
        let (before, _) = self.axes.narrowed(axis, 0..at);
        let (after, distance) = self.axes.narrowed(axis, at..self.axes.shape[axis]);
        let part = |first, axes| Self {
            first,
            axes,
            of: PhantomData,
        };
        (part(self.first, before), part(self.step(distance), after))
    }

    /// One index of the first axis. Panics outside the view.
    #[inline(always)]
    pub fn picked<const M: usize>(self, index: usize) -> ViewMut<'a, T, M> {
        ViewMut {
            first: self.step(self.axes.distance(&[index])),
            axes: self.axes.inner(),
            of: PhantomData,
        }
    }

    /// The elements of the last axis. Panics outside the view, and where they do not lie side by side.
    #[inline]
    pub fn row<const M: usize>(&mut self, prefix: [usize; M]) -> &mut [T] {
        const { assert!(M + 1 == N) }
        assert!(self.has_dense_rows(), "rows are not dense");
        let place = self.step(self.axes.distance(&prefix));
        match self.axes.shape[N - 1] {
            0 => &mut [],
            // SAFETY: a row of the view, by the checks; no other index is of its elements.
            count => unsafe { std::slice::from_raw_parts_mut(place, count) },
        }
    }

    /// The elements of the last two axes, if they lie side by side. Panics outside the view.
    pub fn plane<const M: usize>(&mut self, prefix: [usize; M]) -> Option<&mut [T]> {
        const { assert!(M + 2 == N) }
        let count = self.axes.dense_plane()?;
        let place = self.step(self.axes.distance(&prefix));
        Some(match count {
            0 => &mut [],
            // SAFETY: rows of the view that follow each other, by the checks; no other index is of their elements.
            count => unsafe { std::slice::from_raw_parts_mut(place, count) },
        })
    }

    /// Cuts it into boxes of this size, of which the last along an axis may be smaller.
    pub fn boxes(self, size: [usize; N]) -> Boxes<'a, T, N> {
        Boxes {
            of: self,
            size: size.map(|size| size.max(1)),
        }
    }
}

/// Parts of a view, for several threads.
pub struct Boxes<'a, T, const N: usize> {
    of: ViewMut<'a, T, N>,
    size: [usize; N],
}

// SAFETY: boxes are of other indices, which are of other elements.
unsafe impl<'a, T: Copy + Send, const N: usize> Cut for Boxes<'a, T, N> {
    type Part = ViewMut<'a, T, N>;

    fn pieces(&self) -> usize {
        let counts = self.of.axes.shape.iter().zip(self.size);
        counts.map(|(extent, size)| extent.div_ceil(size)).product()
    }

    unsafe fn part(&self, piece: usize) -> Self::Part {
        let mut part = ViewMut {
            first: self.of.first,
            axes: self.of.axes,
            of: PhantomData,
        };
        let mut rest = piece;
        for axis in (0..N).rev() {
            let (extent, size) = (self.of.axes.shape[axis], self.size[axis]);
            let count = extent.div_ceil(size).max(1);
            let start = rest % count * size;
            part = part.narrowed(axis, start..extent.min(start.saturating_add(size)));
            rest /= count;
        }
        part
    }
}

/// The same for all types: `each!(x, |x| body)`, and `each!(x, |x| body => Enum)` to wrap what it returns.
macro_rules! each {
    ($of:expr, |$x:ident| $body:expr) => {
        match $of {
            Self::F16($x) => $body,
            Self::Bf16($x) => $body,
            Self::F32($x) => $body,
            Self::F64($x) => $body,
        }
    };
    ($of:expr, |$x:ident| $body:expr => $enum:ident) => {
        match $of {
            Self::F16($x) => $enum::F16($body),
            Self::Bf16($x) => $enum::Bf16($body),
            Self::F32($x) => $enum::F32($body),
            Self::F64($x) => $enum::F64($body),
        }
    };
}

/// Elements of a floating-point type, which is known when the kernel runs, that are written: rows that are dense, in any order.
pub enum FloatsViewMut<'a, const N: usize> {
    /// Of FLOAT16.
    F16(ViewMut<'a, f16, N>),
    /// Of BFLOAT16.
    Bf16(ViewMut<'a, bf16, N>),
    /// Of FLOAT.
    F32(ViewMut<'a, f32, N>),
    /// Of DOUBLE.
    F64(ViewMut<'a, f64, N>),
}

impl<'a, const N: usize> FloatsViewMut<'a, N> {
    /// A dense tensor of these extents. Panics if there are more or fewer elements.
    pub fn of(elements: FloatsMut<'a>, shape: [usize; N]) -> Self {
        match elements {
            FloatsMut::F16(x) => Self::F16(ViewMut::of(x, shape)),
            FloatsMut::Bf16(x) => Self::Bf16(ViewMut::of(x, shape)),
            FloatsMut::F32(x) => Self::F32(ViewMut::of(x, shape)),
            FloatsMut::F64(x) => Self::F64(ViewMut::of(x, shape)),
        }
    }

    /// Returns nothing for other types than FLOAT16, BFLOAT16, FLOAT and DOUBLE.
    ///
    /// # Safety
    /// As for [`ViewMut::over`].
    pub(in super::super) unsafe fn over(dtype: Dtype, first: usize, axes: Axes<N>) -> Option<Self> {
        let first = std::ptr::with_exposed_provenance_mut::<u8>(first);
        // SAFETY: the caller's promise.
        unsafe {
            match dtype {
                Dtype::F16 => Some(Self::F16(ViewMut::over(first.cast(), axes))),
                Dtype::Bf16 => Some(Self::Bf16(ViewMut::over(first.cast(), axes))),
                Dtype::F32 => Some(Self::F32(ViewMut::over(first.cast(), axes))),
                Dtype::F64 => Some(Self::F64(ViewMut::over(first.cast(), axes))),
                _ => None,
            }
        }
    }

    /// The extents.
    pub fn shape(&self) -> [usize; N] {
        each!(self, |x| x.shape())
    }

    /// The type of the elements.
    pub fn dtype(&self) -> Dtype {
        match self {
            Self::F16(_) => Dtype::F16,
            Self::Bf16(_) => Dtype::Bf16,
            Self::F32(_) => Dtype::F32,
            Self::F64(_) => Dtype::F64,
        }
    }

    /// The axes in another order. Panics unless each is named once.
    pub fn permuted(self, order: [usize; N]) -> Self {
        each!(self, |x| x.permuted(order) => Self)
    }

    /// The indices of an axis before `at`, and those from it on. Panics outside the view.
    #[inline(always)]
    pub fn split(self, axis: usize, at: usize) -> (Self, Self) {
        macro_rules! both {
            ($($type:ident),+) => {
                match self {
                    $(Self::$type(x) => {
                        let (before, after) = x.split(axis, at);
                        (Self::$type(before), Self::$type(after))
                    })+
                }
            };
        }
        both!(F16, Bf16, F32, F64)
    }

    /// One index of the first axis. Panics outside the view.
    #[inline(always)]
    pub fn picked<const M: usize>(self, index: usize) -> FloatsViewMut<'a, M> {
        each!(self, |x| x.picked(index) => FloatsViewMut)
    }

    /// The elements of the last axis. Panics outside the view, and where they do not lie side by side.
    pub fn row<const M: usize>(&mut self, prefix: [usize; M]) -> FloatsMut<'_> {
        each!(self, |x| x.row(prefix) => FloatsMut)
    }

    /// Cuts it into boxes of this size, of which the last along an axis may be smaller.
    pub fn boxes(self, size: [usize; N]) -> FloatBoxes<'a, N> {
        each!(self, |x| x.boxes(size) => FloatBoxes)
    }
}

impl FloatsViewMut<'_, 4> {
    /// Writes 0 to all.
    pub fn clear(&mut self) {
        let [planes, tables, rows, _] = self.shape();
        for plane in 0..planes {
            for table in 0..tables {
                (0..rows).for_each(|row| self.row([plane, table, row]).clear());
            }
        }
    }
}

impl FloatsViewMut<'_, 2> {
    /// The first of dense rows, and elements from a row to the next. Panics where rows are not dense.
    pub(in super::super) fn memory_mut(&mut self) -> (Region<'_>, usize) {
        each!(self, |x| {
            assert!(
                x.has_dense_rows() && x.axes.strides[0] >= 0,
                "rows are not dense"
            );
            let pitch = x.axes.strides[0] as usize;
            (x.memory_mut(), pitch)
        })
    }
}

/// Parts of a view, for several threads.
pub enum FloatBoxes<'a, const N: usize> {
    /// Of FLOAT16.
    F16(Boxes<'a, f16, N>),
    /// Of BFLOAT16.
    Bf16(Boxes<'a, bf16, N>),
    /// Of FLOAT.
    F32(Boxes<'a, f32, N>),
    /// Of DOUBLE.
    F64(Boxes<'a, f64, N>),
}

// SAFETY: boxes of one view.
unsafe impl<'a, const N: usize> Cut for FloatBoxes<'a, N> {
    type Part = FloatsViewMut<'a, N>;

    fn pieces(&self) -> usize {
        each!(self, |x| x.pieces())
    }

    unsafe fn part(&self, piece: usize) -> Self::Part {
        // SAFETY: the caller's promise.
        unsafe { each!(self, |x| x.part(piece) => FloatsViewMut) }
    }
}
