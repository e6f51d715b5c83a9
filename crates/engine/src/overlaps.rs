//! Addresses of the operands of a plan, and overlaps between them.

use super::loops::MAX_SLICES;
use super::slot::{Slot, Source};
use super::tile::read_only;
use crate::{Addresses, Arg};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::share_memory_at;
use smallvec::SmallVec;

/// The base address of each operand.
pub(super) fn base_addresses(slots: &[Slot], addresses: &[usize]) -> Result<[usize; MAX_SLICES]> {
    let mut bases = [0; MAX_SLICES];
    for (base, slot) in bases.iter_mut().zip(slots) {
        *base = match &slot.source {
            Source::Value(value) => value.bytes().as_ptr().addr(),
            Source::Address(number) => *addresses.get(*number).ok_or_else(without_addresses)?,
        };
    }
    Ok(bases)
}

/// The memory of a call's operands, each from its base address: the one place where addresses of a running plan become memory.
///
/// # Safety
/// As for [`Plan::run`](crate::Plan::run), as long as the regions are used.
#[inline(never)]
pub(super) unsafe fn operands<'a>(args: &'a [Arg], addresses: &[usize]) -> Operands<'a> {
    let operands = args.iter().zip(addresses);
    // SAFETY: the caller's promise.
    let memory = operands.map(|(arg, &address)| unsafe { operand(arg, address) });
    memory.collect()
}

/// The memory of one operand.
///
/// # Safety
/// As for [`operands`].
pub(super) unsafe fn operand(arg: &Arg, address: usize) -> Region<'_> {
    let (low, bytes) = span(arg);
    let at = std::ptr::with_exposed_provenance_mut(address);
    // SAFETY: the caller's promise: a view lies in one allocation, so that every byte between two of it is memory; parts of a plan that run at the same time write
    // different elements.
    unsafe { Region::new(at, low, low + bytes as isize) }
}

/// The memory of a call's operands, in the order of the plan's addresses.
pub(super) type Operands<'a> = SmallVec<[Region<'a>; 4]>;

/// The memory of the operands of a kernel, in the order of its slots.
#[inline(never)]
pub(super) fn slot_memory<'a>(
    slots: &'a [Slot],
    operands: &[Region<'a>],
) -> Result<[Region<'a>; MAX_SLICES]> {
    let mut memory = [Region::EMPTY; MAX_SLICES];
    for (region, slot) in memory.iter_mut().zip(slots) {
        *region = match &slot.source {
            Source::Value(value) => read_only(value.bytes()),
            Source::Address(number) => *operands.get(*number).ok_or_else(without_addresses)?,
        };
    }
    Ok(memory)
}

#[cold]
fn without_addresses() -> Error {
    Reason::Internal("a plan was run without addresses".into()).into()
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

/// Returns the memory to compute with, for a plan that writes before it has read all: that of copies of the inputs that an output lies over.
pub(super) fn read_first<'a>(
    args: &[Arg],
    mut operands: Operands<'a>,
    scratch: &'a Scratch,
) -> Result<Operands<'a>> {
    let addresses: Addresses = operands.iter().map(|operand| operand.address()).collect();
    for input in in_the_way(args, &addresses) {
        operands[input] = staged(&args[input], operands[input], scratch)?;
    }
    Ok(operands)
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

/// Copies every byte from the first that an operand touches to the last, and returns the place at which it would be the copy.
#[inline(never)]
pub(super) fn staged<'a>(
    arg: &Arg,
    operand: Region<'a>,
    scratch: &'a Scratch,
) -> Result<Region<'a>> {
    let (low, bytes) = span(arg);
    let copied = scratch.take(bytes)?;
    crate::memory::copy_region(copied, operand.moved(low), bytes);
    Ok(copied.moved(-low))
}
