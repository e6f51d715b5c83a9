//! Outputs whose length the kernel finds out.

use std::marker::PhantomData;

use super::super::dense::Operand;
use super::super::slices;
use super::{Declared, Operands, Places, Special, not_declared};
use crate::{Arg, Resize};
use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::{Dtype, Element};

/// A dense output of unknown length: the kernel writes its first elements, then sets its shape.
pub struct WriteResized<T>(Operand, Resize, PhantomData<fn() -> T>);

impl<T: Element> WriteResized<T> {
    /// An output, with what gives it its shape.
    pub fn new(arg: Arg, resize: Resize) -> Self {
        Self(Operand::write_part(arg, T::DTYPE), resize, PhantomData)
    }
}

/// An output bound to the memory that it has room for.
pub struct Resized<'a, T> {
    name: &'static str,
    memory: &'a mut [T],
    /// Numbers of `T` in an element: several for bytes.
    size: usize,
    resize: &'a Resize,
}

impl<T> Resized<'_, T> {
    /// Refuses to write more elements than there is room for.
    pub fn require_room(&self, count: usize) -> Result<()> {
        let room = self.memory.len() / self.size;
        if count <= room {
            return Ok(());
        }
        let got = format!("a tensor of {room} elements");
        let allowed = format!("one with room for the {count} that there are");
        Err(Error::value(self.name, got, allowed))
    }

    /// The elements that there is room for.
    pub fn memory(&mut self) -> &mut [T] {
        self.memory
    }

    /// Gives the output its shape, once its elements are written.
    pub fn set_shape(&self, shape: &[i64]) {
        self.resize.set(shape);
    }
}

impl<T: Element> Operands for WriteResized<T> {
    type Bound<'a> = Resized<'a, T>;

    #[inline]
    fn declare(self, to: &mut Declared) {
        to.special_operand(self.0, Some(Box::new(Special::Resized(self.1))));
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        let of = places.take(Some(T::DTYPE), true)?;
        let Some(Special::Resized(resize)) = of.known.special.as_deref() else {
            return Err(not_declared(of.known.name));
        };
        Ok(Resized {
            name: of.known.name,
            // SAFETY: as in `Places::write`.
            memory: unsafe { slices::slice_mut(of.address, of.known.placed.count) },
            size: 1,
            resize,
        })
    }
}

/// As [`WriteResized`], of elements that are moved as bytes.
pub struct WriteResizedBytes(Operand, Resize);

impl WriteResizedBytes {
    /// An output that gets elements of this type.
    pub fn new(arg: Arg, dtype: Dtype, resize: Resize) -> Self {
        Self(Operand::write_part(arg, dtype), resize)
    }
}

impl Operands for WriteResizedBytes {
    type Bound<'a> = Resized<'a, u8>;

    #[inline]
    fn declare(self, to: &mut Declared) {
        to.special_operand(self.0, Some(Box::new(Special::Resized(self.1))));
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        let of = places.take(None, true)?;
        let Some(Special::Resized(resize)) = of.known.special.as_deref() else {
            return Err(not_declared(of.known.name));
        };
        let size = of.known.dtype.bits() / 8;
        Ok(Resized {
            name: of.known.name,
            // SAFETY: as in `Places::write`; elements have any bytes.
            memory: unsafe { slices::slice_mut(of.address, of.known.placed.count * size) },
            size: size.max(1),
            resize,
        })
    }
}
