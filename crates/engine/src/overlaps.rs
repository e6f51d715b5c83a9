//! Addresses of the operands of a plan, and overlaps between them.

use super::loops::MAX_SLICES;
use super::slot::{Slot, Source};
use crate::{Addresses, Arg, ReadableBytes, WritableBytes};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::share_memory_at;

/// The base address of each operand.
pub(super) fn base_addresses(slots: &[Slot], addresses: &[usize]) -> Result<[usize; MAX_SLICES]> {
    let mut bases = [0; MAX_SLICES];
    for (base, slot) in bases.iter_mut().zip(slots) {
        *base = match &slot.source {
            Source::Value(value) => value.bytes().as_ptr().addr(),
            Source::Address(number) => *addresses.get(*number).ok_or_else(|| {
                Error::from(Reason::Internal("a plan was run without addresses".into()))
            })?,
        };
    }
    Ok(bases)
}

/// The inputs that an output lies over, at these addresses.
fn in_the_way(args: &[Arg], addresses: &[usize]) -> impl Iterator<Item = usize> {
    let meet = |a: usize, b: usize| {
        let [a, b] = [a, b].map(|at| (&args[at].view, addresses[at]));
        a.1 != 0 && b.1 != 0 && share_memory_at(a, b)
    };
    let outputs = move || (0..args.len()).filter(|&at| args[at].role.writes());
    let inputs = (0..args.len()).filter(|&at| !args[at].role.writes());
    inputs.filter(move |&input| outputs().any(|output| meet(input, output)))
}

/// Returns the bytes that [`read_first`] takes at the addresses that the operands have now.
pub(crate) fn bytes_read_first(args: &[Arg]) -> usize {
    let addresses: Addresses = args.iter().map(|arg| arg.view.address).collect();
    let bytes = in_the_way(args, &addresses).map(|input| with_alignment(span(&args[input]).1));
    bytes.fold(0, usize::saturating_add)
}

/// Returns the addresses to compute with, for a plan that writes before it has read all: those of copies of the inputs that an output lies over.
///
/// # Safety
/// The views of all inputs are memory that may be read.
pub(crate) unsafe fn read_first(
    args: &[Arg],
    addresses: &[usize],
    scratch: &mut Scratch,
) -> Result<Addresses> {
    let mut places = Addresses::from_slice(addresses);
    for input in in_the_way(args, addresses) {
        // SAFETY: the caller's promise.
        places[input] = unsafe { staged(&args[input], addresses[input], scratch)? };
    }
    Ok(places)
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
    let (to, from) = unsafe {
        let from = ReadableBytes::at(address.wrapping_add_signed(low), bytes);
        (WritableBytes::at(copied, bytes), from)
    };
    crate::copy(to, from);
    Ok(copied.wrapping_add_signed(-low))
}
