//! Operands whose numbers decide an address, a length or a count.

use std::marker::PhantomData;

use super::super::dense::{self, Operand};
use super::{Declared, Operands, Places};
use crate::Arg;
use hostnpu_base::error::Result;
use hostnpu_kernels::index::{Index, IndexSlice};
use hostnpu_tensor::Element;

/// An input of indices, offsets, lengths or counts, converted to `T`. It is bound to an [`IndexSlice`], not to a slice: the program may write it while the kernel
/// runs.
pub struct ReadIndices<T>(Operand, PhantomData<fn() -> T>);

impl<T: Element + Index> From<Arg> for ReadIndices<T> {
    #[inline]
    fn from(arg: Arg) -> Self {
        Self(Operand::read(arg, T::DTYPE), PhantomData)
    }
}

impl<T: Element + Index> Operands for ReadIndices<T> {
    type Bound<'a> = IndexSlice<'a, T>;

    #[inline]
    fn declare(self, to: &mut Declared) {
        to.operand(self.0);
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        let of = places.take(Some(T::DTYPE), false)?;
        // SAFETY: as in `Places::read`, of a slice that may be written.
        Ok(unsafe { dense::index_slice(of.address, of.known.placed.count) })
    }
}
