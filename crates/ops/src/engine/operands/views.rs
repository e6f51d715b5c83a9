//! Operands that kernels access through views.

use std::marker::PhantomData;

use super::super::dense::Operand;
use super::super::views::{Axes, FloatsView, FloatsViewMut, Rows, View};
use super::{Declared, OperandMemory, Operands, Places, Special, not_declared};
use crate::Arg;
use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::{Dtype, Element, contiguous_strides};
use smallvec::SmallVec;

/// Shape and strides of an operand that is accessed through a view.
pub(super) struct ViewAxes {
    shape: SmallVec<[usize; 4]>,
    /// As the operand lies.
    strides: SmallVec<[isize; 4]>,
    /// Of the dense copy that the engine makes where the operand cannot be taken as it lies.
    dense: SmallVec<[isize; 4]>,
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

impl OperandMemory<'_> {
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

    fn declare(self, to: &mut Declared) {
        let axes = ViewAxes::of(&self.0);
        to.special_operand(self.0, Some(Special::View(axes)));
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

    fn declare(self, to: &mut Declared) {
        let axes = ViewAxes::of(&self.0);
        to.special_operand(self.0, Some(Special::View(axes)));
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        places.take(None, false)?.floats()
    }
}

/// A table of two axes that is read in place, with any strides.
pub struct ReadRows(Operand);

impl From<Arg> for ReadRows {
    /// A table of two axes.
    fn from(arg: Arg) -> Self {
        Self(Operand::read_as_it_lies(arg))
    }
}

impl Operands for ReadRows {
    type Bound<'a> = Rows<'a>;

    fn declare(self, to: &mut Declared) {
        let axes = ViewAxes::of(&self.0);
        to.special_operand(self.0, Some(Special::View(axes)));
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
        outer[..N - 1].sort_by_key(|&axis| std::cmp::Reverse(strides[axis].unsigned_abs()));
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
}

impl<const N: usize> Operands for WriteFloatsView<N> {
    type Bound<'a> = FloatsViewMut<'a, N>;

    fn declare(self, to: &mut Declared) {
        let axes = ViewAxes::of(&self.operand);
        let permuted = |strides: &[isize]| self.order.iter().map(|&at| strides[at]).collect();
        let axes = ViewAxes {
            shape: self.order.iter().map(|&at| axes.shape[at]).collect(),
            strides: permuted(&axes.strides),
            dense: permuted(&axes.dense),
        };
        to.special_operand(self.operand, Some(Special::View(axes)));
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        let of = places.take(None, true)?;
        let (axes, dtype) = (of.axes()?, of.known.dtype);
        // SAFETY: a dense tensor of this type whose axes are permuted, so that no two indices are of one element; outputs share no memory, and each is taken
        // once.
        let view = unsafe { FloatsViewMut::over(dtype, of.address, axes) };
        view.ok_or_else(|| not_declared("an output of floating-point numbers"))
    }
}
