//! Where the operands of a plan are, and how they meet.

use super::loops::MAX_SLICES;
use super::slot::{Slot, Source};
use crate::error::{Error, Result};
use crate::ops::{self, Arg};
use crate::tensor::scratch::Scratch;

/// The base address of each operand.
pub(super) fn base_addresses(slots: &[Slot], addresses: &[usize]) -> Result<[usize; MAX_SLICES]> {
    let mut bases = [0; MAX_SLICES];
    for (base, slot) in bases.iter_mut().zip(slots) {
        *base = match &slot.source {
            Source::Value(value) => value.bytes().as_ptr().addr(),
            Source::Address(number) => *addresses
                .get(*number)
                .ok_or_else(|| Error::Internal("a plan was run without addresses".into()))?,
        };
    }
    Ok(bases)
}

/// Bytes from an operand's address to the first that it touches, and the bytes from there to the last.
pub(super) fn span(arg: &Arg) -> (isize, usize) {
    // A view spans fewer than 2^63 bits.
    let bits = arg.view.dtype.bits() as i64;
    arg.view.layout.reach().map_or((0, 0), |reach| {
        let low = (reach.lowest * bits).div_euclid(8);
        let high = ((reach.highest + 1) * bits + 7).div_euclid(8);
        (low as isize, (high - low) as usize)
    })
}

/// Copies every byte from the first that an operand touches to the last, and returns the address at which it would be the copy.
///
/// # Safety
/// The operand's view at `address` is memory that may be read.
pub(super) unsafe fn staged(arg: &Arg, address: usize, scratch: &mut Scratch) -> Result<usize> {
    let (low, bytes) = span(arg);
    let copied = scratch.take(bytes)?.expose_provenance();
    // SAFETY: the caller's promise: a view lies in one allocation, so that every byte between two of it is memory.
    unsafe { ops::copy(copied, address.wrapping_add_signed(low), bytes) };
    Ok(copied.wrapping_add_signed(-low))
}
