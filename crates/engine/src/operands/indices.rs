//! Operands whose numbers decide an address, a length or a count.

use std::marker::PhantomData;

use super::super::dense::Operand;
use super::super::slices;
use super::{Declared, Operands, Places};
use crate::Arg;
use hostnpu_base::error::Result;
use hostnpu_kernels::index::{Index, IndexSlice};
use hostnpu_tensor::{Dtype, Element};

/// An input of indices, offsets, lengths or counts, converted to `T`; of INT32 read as it is also where `T` is `i64`. It is bound to an [`IndexSlice`], not to a slice: the program may write
/// it while the kernel runs.
pub struct ReadIndices<T>(Operand, PhantomData<fn() -> T>);

impl<T: Element + Index> From<Arg> for ReadIndices<T> {
    #[inline]
    fn from(arg: Arg) -> Self {
        let dtype = match arg.view.dtype {
            Dtype::I32 => Dtype::I32,
            _ => T::DTYPE,
        };
        Self(Operand::read(arg, dtype), PhantomData)
    }
}

impl<T: Element + Index> Operands for ReadIndices<T> {
    type Bound<'a> = IndexSlice<'a, T>;

    #[inline]
    fn declare(self, to: &mut Declared) {
        to.operand(self.0);
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        let is_narrow = places.next_dtype() == Some(Dtype::I32);
        let dtype = if is_narrow { Dtype::I32 } else { T::DTYPE };
        let of = places.take(Some(dtype), false)?;
        let (address, count) = (of.address, of.known.placed.count);
        // SAFETY: as in `Places::read`, of a slice that may be written.
        Ok(unsafe {
            match is_narrow {
                true => slices::indices_of_32_bits(address, count),
                false => slices::index_slice(address, count),
            }
        })
    }
}
