//! Operands as bytes: elements in their own type, which the kernel moves or unpacks itself.

use super::super::dense::Operand;
use super::super::slices;
use super::{Declared, Operands, Places};
use crate::Arg;
use hostnpu_base::error::Result;

/// An input in its own type, bound to the bytes of its elements. Elements of less than a byte are packed.
pub struct ReadBytes(Operand);

impl From<Arg> for ReadBytes {
    #[inline]
    fn from(arg: Arg) -> Self {
        let dtype = arg.view.dtype;
        Self(Operand::read(arg, dtype))
    }
}

impl Operands for ReadBytes {
    type Bound<'a> = &'a [u8];

    #[inline]
    fn declare(self, to: &mut Declared) {
        to.operand(self.0);
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        let of = places.take(None, false)?;
        // SAFETY: as in `Places::read`, of as many bytes as the elements have.
        Ok(unsafe { slices::slice(of.address, of.known.bytes()) })
    }
}

/// An output in its own type, bound to the bytes of its elements.
pub struct WriteBytes(Operand);

impl From<Arg> for WriteBytes {
    #[inline]
    fn from(arg: Arg) -> Self {
        let dtype = arg.view.dtype;
        Self(Operand::write(arg, dtype))
    }
}

impl WriteBytes {
    /// A tensor that the kernel reads and writes.
    pub fn update(arg: Arg) -> Self {
        let dtype = arg.view.dtype;
        Self(Operand::update(arg, dtype))
    }

    /// An output of which the kernel writes a part: the rest stays as it is.
    pub fn part_of(arg: Arg) -> Self {
        let dtype = arg.view.dtype;
        Self(Operand::write_part(arg, dtype))
    }
}

impl Operands for WriteBytes {
    type Bound<'a> = &'a mut [u8];

    #[inline]
    fn declare(self, to: &mut Declared) {
        to.operand(self.0);
    }

    fn bind<'a>(places: &mut Places<'_, 'a>) -> Result<Self::Bound<'a>> {
        let of = places.take(None, true)?;
        // SAFETY: as in `Places::write`, of as many bytes as the elements have.
        Ok(unsafe { slices::slice_mut(of.address, of.known.bytes()) })
    }
}

/// Writes one element over and over. The memory has whole elements, of 1, 2, 4, 8 or 16 bytes.
pub fn fill_bytes(memory: &mut [u8], element: &[u8]) {
    fn fill<const SIZE: usize>(memory: &mut [u8], element: &[u8]) {
        let mut one = [0; SIZE];
        one.copy_from_slice(element);
        memory.as_chunks_mut().0.fill(one);
    }
    match element.len() {
        2 => fill::<2>(memory, element),
        4 => fill::<4>(memory, element),
        8 => fill::<8>(memory, element),
        16 => fill::<16>(memory, element),
        _ => memory.fill(element[0]),
    }
}
