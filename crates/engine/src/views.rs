//! Strided views of operands, checked at every access.

use hostnpu_kernels::memory::Region;
use std::marker::PhantomData;
use std::ops::Range;

use half::{bf16, f16};
use hostnpu_tensor::{Dtype, Element};

use super::floats::Floats;

mod mutable;

pub use mutable::{Boxes, FloatBoxes, FloatsViewMut, ViewMut};

/// Extents and distances of the axes of a view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes<const N: usize> {
    pub shape: [usize; N],
    /// In elements.
    pub strides: [isize; N],
}

impl<const N: usize> Axes<N> {
    /// The axes of a dense tensor.
    pub fn dense(shape: [usize; N]) -> Self {
        let mut strides = [1; N];
        for axis in (1..N).rev() {
            strides[axis - 1] = strides[axis] * shape[axis].max(1) as isize;
        }
        Self { shape, strides }
    }

    fn count(&self) -> usize {
        self.shape.iter().product()
    }

    /// Elements from the first one to the lowest, and behind the highest. There are none if it is empty.
    fn reach(&self) -> (isize, isize) {
        if self.count() == 0 {
            return (0, 0);
        }
        let axes = self.shape.iter().zip(self.strides);
        let ends = axes.map(|(&extent, stride)| (extent as isize - 1) * stride);
        ends.fold((0, 1), |(low, high), end| {
            (low + end.min(0), high + end.max(0))
        })
    }

    /// Elements from the first one to that at `index`, of the first axes. Panics outside the view.
    #[inline]
    fn distance(&self, index: &[usize]) -> isize {
        let mut distance = 0_isize;
        for (axis, &index) in index.iter().enumerate() {
            assert!(index < self.shape[axis], "outside the view");
            distance = distance.wrapping_add((index as isize).wrapping_mul(self.strides[axis]));
        }
        distance
    }

    pub(super) fn has_dense_rows(&self) -> bool {
        self.shape[N - 1] <= 1 || self.strides[N - 1] == 1
    }

    /// The number of elements of the last two axes, if they lie side by side.
    fn dense_plane(&self) -> Option<usize> {
        let [rows, width] = [self.shape[N - 2], self.shape[N - 1]];
        let is_dense = rows <= 1 || self.strides[N - 2] == width as isize;
        (is_dense && self.has_dense_rows()).then_some(rows * width)
    }

    fn permuted(&self, order: [usize; N]) -> Self {
        let mut is_there = [false; N];
        order.iter().for_each(|&axis| is_there[axis] = true);
        assert_eq!(is_there, [true; N], "each axis once");
        Self {
            shape: order.map(|axis| self.shape[axis]),
            strides: order.map(|axis| self.strides[axis]),
        }
    }

    /// Some indices of an axis, and elements from the first one of all to the first one of these.
    fn narrowed(&self, axis: usize, range: Range<usize>) -> (Self, isize) {
        assert!(
            range.start <= range.end && range.end <= self.shape[axis],
            "outside the view"
        );
        let mut axes = *self;
        axes.shape[axis] = range.len();
        let distance = (range.start as isize).wrapping_mul(self.strides[axis]);
        (axes, distance)
    }

    /// The axes behind the first one.
    fn inner<const M: usize>(&self) -> Axes<M> {
        const { assert!(M + 1 == N) }
        Axes {
            shape: std::array::from_fn(|axis| self.shape[axis + 1]),
            strides: std::array::from_fn(|axis| self.strides[axis + 1]),
        }
    }
}

/// The operations that all views have, on the field `axes` and a `step` from the first element on.
macro_rules! geometry {
    () => {
        /// The extents.
        pub fn shape(&self) -> [usize; N] {
            self.axes.shape
        }

        /// True if the elements of the last axis lie side by side.
        pub fn has_dense_rows(&self) -> bool {
            self.axes.has_dense_rows()
        }

        /// The axes in another order. Panics unless each is named once.
        pub fn permuted(self, order: [usize; N]) -> Self {
            let axes = self.axes.permuted(order);
            Self { axes, ..self }
        }

        /// A range of an axis. Panics outside the view.
        pub fn narrowed(self, axis: usize, range: Range<usize>) -> Self {
            let (axes, distance) = self.axes.narrowed(axis, range);
            Self {
                axes,
                first: self.step(distance),
                ..self
            }
        }
    };
}

use geometry;

/// Elements of one type that are read where they lie, with any strides.
pub struct View<'a, T, const N: usize> {
    first: *const T,
    axes: Axes<N>,
    of: PhantomData<&'a [T]>,
}

impl<T, const N: usize> Clone for View<'_, T, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize> Copy for View<'_, T, N> {}

// SAFETY: it stands for shared slices.
unsafe impl<T: Sync, const N: usize> Send for View<'_, T, N> {}
// SAFETY: as above.
unsafe impl<T: Sync, const N: usize> Sync for View<'_, T, N> {}

impl<'a, T: Copy, const N: usize> View<'a, T, N> {
    /// A dense tensor of these extents. Panics if there are more or fewer elements.
    pub fn of(elements: &'a [T], shape: [usize; N]) -> Self {
        let axes = Axes::dense(shape);
        assert_eq!(elements.len(), axes.count(), "another number of elements");
        Self {
            first: elements.as_ptr(),
            axes,
            of: PhantomData,
        }
    }

    /// # Safety
    /// The elements that the axes reach are there for 'a, aligned, and nothing writes them.
    pub(super) unsafe fn over(first: *const T, axes: Axes<N>) -> Self {
        Self {
            first,
            axes,
            of: PhantomData,
        }
    }

    fn step(&self, distance: isize) -> *const T {
        self.first.wrapping_offset(distance)
    }

    geometry!();

    /// One index of the first axis. Panics outside the view.
    #[inline(always)]
    pub fn picked<const M: usize>(self, index: usize) -> View<'a, T, M> {
        View {
            first: self.step(self.axes.distance(&[index])),
            axes: self.axes.inner(),
            of: PhantomData,
        }
    }

    /// One element. Panics outside the view.
    #[inline]
    pub fn at(&self, index: [usize; N]) -> T {
        let place = self.step(self.axes.distance(&index));
        // SAFETY: an element of the view, by the check.
        unsafe { place.read() }
    }

    /// The elements of the last axis. Panics outside the view, and where they do not lie side by side.
    #[inline]
    pub fn row<const M: usize>(&self, prefix: [usize; M]) -> &'a [T] {
        const { assert!(M + 1 == N) }
        assert!(self.has_dense_rows(), "rows are not dense");
        let place = self.step(self.axes.distance(&prefix));
        match self.axes.shape[N - 1] {
            0 => &[],
            // SAFETY: a row of the view, by the checks.
            count => unsafe { std::slice::from_raw_parts(place, count) },
        }
    }
}

/// Elements of a floating-point type, which is known when the kernel runs, that are read where they lie, with any strides.
#[derive(Clone, Copy)]
pub struct FloatsView<'a, const N: usize> {
    dtype: Dtype,
    first: *const u8,
    axes: Axes<N>,
    of: PhantomData<&'a [u8]>,
}

// SAFETY: it stands for shared slices.
unsafe impl<const N: usize> Send for FloatsView<'_, N> {}
// SAFETY: as above.
unsafe impl<const N: usize> Sync for FloatsView<'_, N> {}

macro_rules! from_views {
    ($($type:ty),+) => {$(
        impl<'a, const N: usize> From<View<'a, $type, N>> for FloatsView<'a, N> {
            fn from(view: View<'a, $type, N>) -> Self {
                Self {
                    dtype: <$type>::DTYPE,
                    first: view.first.cast(),
                    axes: view.axes,
                    of: PhantomData,
                }
            }
        }
    )+};
}

from_views!(f16, bf16, f32, f64);

impl<'a, const N: usize> FloatsView<'a, N> {
    /// Returns nothing for other types than FLOAT16, BFLOAT16, FLOAT and DOUBLE.
    ///
    /// # Safety
    /// As for [`View::over`].
    pub(super) unsafe fn over(dtype: Dtype, first: *const u8, axes: Axes<N>) -> Option<Self> {
        let is_float = matches!(dtype, Dtype::F16 | Dtype::Bf16 | Dtype::F32 | Dtype::F64);
        is_float.then_some(Self {
            dtype,
            first,
            axes,
            of: PhantomData,
        })
    }

    fn step(&self, distance: isize) -> *const u8 {
        let bytes = (self.dtype.bits() / 8) as isize;
        self.first.wrapping_offset(distance.wrapping_mul(bytes))
    }

    geometry!();

    /// The type of the elements.
    pub fn dtype(&self) -> Dtype {
        self.dtype
    }

    /// The first element in the memory of all, which nothing writes, and distances in elements.
    pub(super) fn memory(&self) -> (Region<'a>, [isize; N]) {
        let size = (self.dtype.bits() / 8) as isize;
        let (low, high) = self.axes.reach();
        // SAFETY: the elements of the view, of which none is outside its axes; a region of a view is for what only reads.
        let memory = unsafe { Region::new(self.first.cast_mut(), low * size, high * size) };
        (memory, self.axes.strides)
    }

    /// One index of the first axis. Panics outside the view.
    #[inline(always)]
    pub fn picked<const M: usize>(self, index: usize) -> FloatsView<'a, M> {
        FloatsView {
            dtype: self.dtype,
            first: self.step(self.axes.distance(&[index])),
            axes: self.axes.inner(),
            of: PhantomData,
        }
    }

    /// The elements of the last axis, if they are of this type and lie side by side. Panics outside the view.
    pub fn row<T: Element, const M: usize>(&self, prefix: [usize; M]) -> Option<&'a [T]> {
        const { assert!(M + 1 == N) }
        if self.dtype != T::DTYPE || !self.has_dense_rows() {
            return None;
        }
        let place = self.step(self.axes.distance(&prefix)).cast::<T>();
        Some(match self.axes.shape[N - 1] {
            0 => &[],
            // SAFETY: a row of the view, by the checks, of elements of its type.
            count => unsafe { std::slice::from_raw_parts(place, count) },
        })
    }

    /// The elements of the last two axes, if they are of this type and lie side by side. Panics outside the view.
    pub fn plane<T: Element, const M: usize>(&self, prefix: [usize; M]) -> Option<&'a [T]> {
        const { assert!(M + 2 == N) }
        if self.dtype != T::DTYPE {
            return None;
        }
        let count = self.axes.dense_plane()?;
        let place = self.step(self.axes.distance(&prefix)).cast::<T>();
        Some(match count {
            0 => &[],
            // SAFETY: rows of the view that follow each other, by the checks, of elements of its type.
            count => unsafe { std::slice::from_raw_parts(place, count) },
        })
    }

    /// Converts `to.len()` elements of the last axis, from `first` on, to DOUBLE. Panics outside the view.
    #[inline]
    pub fn load<const M: usize>(&self, prefix: [usize; M], first: usize, to: &mut [f64]) {
        const { assert!(M + 1 == N) }
        let (width, stride) = (self.axes.shape[N - 1], self.axes.strides[N - 1]);
        let fits = first.checked_add(to.len()).is_some_and(|end| end <= width);
        assert!(fits, "outside the view");
        let distance = self.axes.distance(&prefix);
        if to.is_empty() {
            return;
        }
        let place = self.step(distance.wrapping_add((first as isize).wrapping_mul(stride)));
        // SAFETY: elements of the view, by the checks.
        unsafe {
            if stride == 1 || to.len() == 1 {
                floats(self.dtype, place, to.len()).load(0..to.len(), to);
                return;
            }
            let step = stride.wrapping_mul((self.dtype.bits() / 8) as isize);
            let place = |k: isize| place.wrapping_offset(k * step);
            match self.dtype {
                Dtype::F16 => gather(to, |k| place(k).cast::<f16>().read().into()),
                Dtype::Bf16 => gather(to, |k| place(k).cast::<bf16>().read().into()),
                Dtype::F64 => gather(to, |k| place(k).cast::<f64>().read()),
                _ => gather(to, |k| place(k).cast::<f32>().read().into()),
            }
        }
    }
}

#[inline(always)]
fn gather(to: &mut [f64], get: impl Fn(isize) -> f64) {
    (0..).zip(to).for_each(|(k, to)| *to = get(k));
}

/// # Safety
/// There are so many elements of the type, aligned, which nothing writes.
unsafe fn floats<'a>(dtype: Dtype, first: *const u8, count: usize) -> Floats<'a> {
    // SAFETY: the caller's promise.
    unsafe {
        match dtype {
            Dtype::F16 => Floats::F16(std::slice::from_raw_parts(first.cast(), count)),
            Dtype::Bf16 => Floats::Bf16(std::slice::from_raw_parts(first.cast(), count)),
            Dtype::F64 => Floats::F64(std::slice::from_raw_parts(first.cast(), count)),
            _ => Floats::F32(std::slice::from_raw_parts(first.cast(), count)),
        }
    }
}

/// A table of two axes with its strides.
#[derive(Clone, Copy)]
pub struct Rows<'a>(pub(super) FloatsView<'a, 2>);

impl<'a> Rows<'a> {
    /// All elements, if there are some, those of a row lie side by side, and the rows one behind the other.
    pub fn dense(&self) -> Option<Floats<'a>> {
        let count = self.0.axes.dense_plane().filter(|&count| count > 0)?;
        // SAFETY: the elements of the view, of its type, none of which is outside its axes.
        Some(unsafe { floats(self.0.dtype, self.0.first, count) })
    }
}

impl Rows<'_> {
    /// Returns the number of rows and the elements of each.
    pub fn shape(&self) -> [usize; 2] {
        self.0.shape()
    }

    /// Converts `to.len()` elements of a row, starting at `first`, to `f64`. Panics outside the table.
    #[inline]
    pub fn load(&self, row: usize, first: usize, to: &mut [f64]) {
        self.0.load([row], first, to);
    }
}

#[cfg(test)]
mod tests;
