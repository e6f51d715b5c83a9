//! Operands that kernels access through views.

use std::cmp::Reverse;
use std::marker::PhantomData;

use super::super::dense::Operand;
use super::super::views::{Axes, FloatsView, FloatsViewMut, Rows, View, ViewMut};
use super::{Declared, OperandMemory, Operands, Places, Special, not_declared};
use crate::Arg;
use hostnpu_base::error::{Error, Result};
use hostnpu_base::few::sort_few_by_key;
use hostnpu_tensor::{Dtype, Element, contiguous_strides};
use smallvec::SmallVec;

/// Most axes of views.
const AXES: usize = 5;

/// Shape and strides of an operand that is accessed through a view.
pub(super) struct ViewAxes {
    shape: SmallVec<[usize; AXES]>,
    /// As the operand lies.
    strides: SmallVec<[isize; AXES]>,
    /// Of the dense copy that the engine makes where the operand cannot be taken as it lies.
    dense: SmallVec<[isize; AXES]>,
}

impl ViewAxes {
    fn of(operand: &Operand) -> Self {
        let (shape, layout) = (operand.shape(), &operand.arg.view.layout);
        let dense = contiguous_strides(shape);
        let strides = if operand.is_strided {
            layout.strides()
        } else {
            &dense
        };
        Self {
            shape: shape.iter().map(|&extent| extent as usize).collect(),
            strides: strides.iter().map(|&stride| stride as isize).collect(),
            dense: dense.iter().map(|&stride| stride as isize).collect(),
        }
    }
}

impl ViewAxes {
    /// The elements before and behind the first one that the axes reach, and whether there are others between them.
    pub(super) fn reach(&self) -> (isize, isize, bool) {
        let (mut low, mut high) = (0_isize, 1_isize);
        let mut count = 1_isize;
        for (&extent, &stride) in self.shape.iter().zip(&self.strides) {
            let steps = extent.saturating_sub(1) as isize;
            let span = steps.saturating_mul(stride);
            let end = if span < 0 { &mut low } else { &mut high };
            *end = end.saturating_add(span);
            count = count.saturating_mul(extent as isize);
        }
        match count {
            0 => (0, 0, false),
            _ => (low, high, high.saturating_sub(low) != count),
        }
    }
}

impl OperandMemory<'_> {
    /// The bytes of an operand whose elements have whole bytes, as one more axis, which takes in the last one where that is dense.
    fn byte_axes<const N: usize, const M: usize>(&self) -> Result<Axes<M>> {
        const { assert!(N + 1 == M) }
        let size = self.known.dtype.bits() / 8;
        let axes = self.axes::<N>()?;
        let mut bytes = Axes {
            shape: [size; M],
            strides: [1; M],
        };
        bytes.shape[..N].copy_from_slice(&axes.shape);
        for (to, stride) in bytes.strides.iter_mut().zip(axes.strides) {
            *to = stride.wrapping_mul(size as isize);
        }
        if axes.has_dense_rows() {
            bytes.shape[N] *= axes.shape[N - 1];
            bytes.shape[N - 1] = 1;
        }
        Ok(bytes)
    }

    /// The axes of the operand, which was declared with as many.
    fn axes<const N: usize>(&self) -> Result<Axes<N>> {
        let Some(Special::View(axes)) = self.known.special.as_deref() else {
            return Err(not_declared("a view"));
        };
        let strides = if self.is_moved {
            &axes.dense
        } else {
            &axes.strides
        };
        let shape = axes.shape.as_slice().try_into();
        let found = shape.and_then(|shape| {
            let strides = strides.as_slice().try_into()?;
            Ok(Axes { shape, strides })
        });
        found.map_err(|_| not_declared("a view of another number of axes"))
    }

    fn floats<'a, const N: usize>(&self) -> Result<FloatsView<'a, N>> {
        let first = std::ptr::with_exposed_provenance(self.address);
        // SAFETY: `Places` is made for operands that are there for 'a: of this type, as the axes say, which nothing writes.
        let view = unsafe { FloatsView::over(self.known.dtype, first, self.axes()?) };
        view.ok_or_else(|| not_declared("an operand of floating-point numbers"))
    }
}

/// Refuses another number of axes than a kernel relies on.
fn require_axes<const N: usize>(arg: &Arg) -> Result<()> {
    match arg.view.layout.rank() {
        rank if rank == N => Ok(()),
        rank => Err(Error::rank(arg.name, rank, format!("{N} dimensions"))),
    }
}

fn has_dense_rows(arg: &Arg) -> bool {
    let layout = &arg.view.layout;
    match (layout.shape().last(), layout.strides().last()) {
        (Some(&extent), Some(&stride)) => extent <= 1 || stride == 1,
        _ => true,
    }
}

/// An input of `N` axes that is read where it lies; one of another type is converted.
pub struct ReadView<T, const N: usize>(Operand, PhantomData<fn() -> T>);

impl<T: Element, const N: usize> ReadView<T, N> {
    /// An input with any strides. Refuses another number of axes.
    pub fn of(arg: Arg) -> Result<Self> {
        require_axes::<N>(&arg)?;
        let operand = match arg.view.dtype == T::DTYPE {
            true => Operand::read_as_it_lies(arg),
            false => Operand::read(arg, T::DTYPE),
        };
        Ok(Self(operand, PhantomData))
    }

    /// An input whose rows are dense: [`View::row`] may be called. Another one is copied.
    pub fn with_dense_rows(arg: Arg) -> Result<Self> {
        match has_dense_rows(&arg) {
            true => Self::of(arg),
            false => {
                require_axes::<N>(&arg)?;
                Ok(Self(Operand::read(arg, T::DTYPE), PhantomData))
            }
        }
    }
}

impl<T: Element, const N: usize> Operands for ReadView<T, N> {
    type Bound<'a> = View<'a, T, N>;

    #[inline]
    fn declare(self, to: &mut Declared) {
        let axes = ViewAxes::of(&self.0);
        to.special_operand(self.0, Some(Box::new(Special::View(axes))));
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        let of = places.take(Some(T::DTYPE), false)?;
        let first = std::ptr::with_exposed_provenance(of.address);
        // SAFETY: as in `OperandMemory::floats`.
        Ok(unsafe { View::over(first, of.axes()?) })
    }
}

/// An input of `N` axes of a floating-point type, in its own type, that is read where it lies.
pub struct ReadFloatsView<const N: usize>(Operand);

impl<const N: usize> ReadFloatsView<N> {
    /// An input with any strides. Refuses another number of axes.
    pub fn of(arg: Arg) -> Result<Self> {
        require_axes::<N>(&arg)?;
        Ok(Self(Operand::read_as_it_lies(arg)))
    }
}

impl<const N: usize> Operands for ReadFloatsView<N> {
    type Bound<'a> = FloatsView<'a, N>;

    #[inline]
    fn declare(self, to: &mut Declared) {
        let axes = ViewAxes::of(&self.0);
        to.special_operand(self.0, Some(Box::new(Special::View(axes))));
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        places.take(None, false)?.floats()
    }
}

/// A table of two axes that is read in place, with any strides.
pub struct ReadRows(Operand);

impl From<Arg> for ReadRows {
    /// A table of two axes.
    #[inline]
    fn from(arg: Arg) -> Self {
        Self(Operand::read_as_it_lies(arg))
    }
}

impl Operands for ReadRows {
    type Bound<'a> = Rows<'a>;

    #[inline]
    fn declare(self, to: &mut Declared) {
        let axes = ViewAxes::of(&self.0);
        to.special_operand(self.0, Some(Box::new(Special::View(axes))));
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Rows<'a>> {
        places.take(None, false)?.floats().map(Rows)
    }
}

/// An output of `N` axes of a floating-point type, in its own type, that is written in full. Its rows are dense; the other axes may lie in any order. Other
/// outputs are written through a dense copy.
pub struct WriteFloatsView<const N: usize> {
    /// With the axes in the order in which they lie.
    operand: Operand,
    /// Axis of the operand for each axis.
    order: [usize; N],
}

impl<const N: usize> WriteFloatsView<N> {
    /// An output that the kernel writes in this type. Refuses another number of axes.
    pub fn of(arg: Arg, dtype: Dtype) -> Result<Self> {
        require_axes::<N>(&arg)?;
        let strides = arg.view.layout.strides();
        // From the outermost to the innermost, and the last one last.
        let mut outer: [usize; N] = std::array::from_fn(|axis| axis);
        sort_few_by_key(&mut outer[..N - 1], |&axis| {
            Reverse(strides[axis].unsigned_abs())
        });
        let mut order = [0; N];
        outer
            .iter()
            .enumerate()
            .for_each(|(at, &axis)| order[axis] = at);
        let arg = arg.with_layout(arg.view.layout.permuted(&outer))?;
        Ok(Self {
            operand: Operand::write(arg, dtype),
            order,
        })
    }

    /// An output in its own type, or a tensor that is read and written, which the kernel takes as it lies: it is written where the kernel writes. One whose rows are
    /// not dense is written through a dense copy. Refuses another number of axes.
    pub fn as_it_lies(arg: Arg) -> Result<Self> {
        require_axes::<N>(&arg)?;
        let dtype = arg.view.dtype;
        let operand = match has_dense_rows(&arg) {
            true => Operand::write_as_it_lies(arg),
            false if arg.role.reads() => Operand::update(arg, dtype),
            false => Operand::write_part(arg, dtype),
        };
        Ok(Self {
            operand,
            order: std::array::from_fn(|axis| axis),
        })
    }
}

impl<const N: usize> Operands for WriteFloatsView<N> {
    type Bound<'a> = FloatsViewMut<'a, N>;

    #[inline]
    fn declare(self, to: &mut Declared) {
        let axes = ViewAxes::of(&self.operand);
        let permuted = |strides: &[isize]| self.order.iter().map(|&at| strides[at]).collect();
        let axes = ViewAxes {
            shape: self.order.iter().map(|&at| axes.shape[at]).collect(),
            strides: permuted(&axes.strides),
            dense: permuted(&axes.dense),
        };
        to.special_operand(self.operand, Some(Box::new(Special::View(axes))));
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        let of = places.take(None, true)?;
        let (axes, dtype) = (of.axes()?, of.known.dtype);
        // SAFETY: a tensor of this type, whose indices are of different elements, as the plan has checked; slices of it live no longer than a use of the view, and
        // each operand is taken once.
        let view = unsafe { FloatsViewMut::over(dtype, of.address, axes) };
        view.ok_or_else(|| not_declared("an output of floating-point numbers"))
    }
}

/// An input of `N` axes of elements with whole bytes, whose bytes are read where they lie.
pub struct ReadBytesView<const N: usize, const M: usize>(Operand);

impl<const N: usize, const M: usize> ReadBytesView<N, M> {
    /// An input with any strides. It is bound to a view of `M` axes, one more than it has: the last one is of bytes side by side. Refuses another number of axes.
    pub fn of(arg: Arg) -> Result<Self> {
        require_axes::<N>(&arg)?;
        Ok(Self(Operand::read_as_it_lies(arg)))
    }
}

impl<const N: usize, const M: usize> Operands for ReadBytesView<N, M> {
    type Bound<'a> = View<'a, u8, M>;

    fn declare(self, to: &mut Declared) {
        let axes = ViewAxes::of(&self.0);
        to.special_operand(self.0, Some(Box::new(Special::View(axes))));
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        let of = places.take(None, false)?;
        let first = std::ptr::with_exposed_provenance(of.address);
        // SAFETY: as in `OperandMemory::floats`, of the bytes of each element.
        Ok(unsafe { View::over(first, of.byte_axes::<N, M>()?) })
    }
}

/// A tensor of `N` axes of elements with whole bytes, whose bytes are written where they lie. What the kernel does not write stays as it is.
pub struct WriteBytesView<const N: usize, const M: usize>(Operand);

impl<const N: usize, const M: usize> WriteBytesView<N, M> {
    /// An output, or a tensor in place, with any strides, bound as [`ReadBytesView`] is. Refuses another number of axes.
    pub fn of(arg: Arg) -> Result<Self> {
        require_axes::<N>(&arg)?;
        Ok(Self(Operand::write_as_it_lies(arg)))
    }
}

impl<const N: usize, const M: usize> Operands for WriteBytesView<N, M> {
    type Bound<'a> = ViewMut<'a, u8, M>;

    fn declare(self, to: &mut Declared) {
        let axes = ViewAxes::of(&self.0);
        to.special_operand(self.0, Some(Box::new(Special::View(axes))));
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        let of = places.take(None, true)?;
        let first = std::ptr::with_exposed_provenance_mut(of.address);
        // SAFETY: as for `WriteFloatsView`, of the bytes of each element.
        Ok(unsafe { ViewMut::over(first, of.byte_axes::<N, M>()?) })
    }
}
