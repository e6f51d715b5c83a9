//! Inputs that outputs lie over: copied before anything is written.

use smallvec::SmallVec;

use super::overlaps::{Operands, staged};
use crate::Arg;
use hostnpu_base::error::Result;
use hostnpu_tensor::scratch::Scratch;
use hostnpu_tensor::share_memory_at;

/// Base addresses of operands, the input first.
type Bases = SmallVec<[usize; 5]>;

/// Permission for an output to be the input itself: each element is written where it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InPlace {
    Allowed,
    Staged,
}

/// Returns true if an output shares memory with the input, the first operand, such that it has to be copied.
fn is_in_the_way(args: &[Arg], addresses: &[usize], in_place: InPlace) -> bool {
    let (input, from) = (&args[0].view, addresses[0]);
    args.iter().zip(addresses).skip(1).any(|(arg, &to)| {
        let output = &arg.view;
        let same = in_place == InPlace::Allowed
            && to == from
            && output.dtype.bits() == input.dtype.bits()
            && output.layout == input.layout;
        !same && share_memory_at((input, from), (output, to))
    })
}

/// Returns the bytes of a copy of the input, if there has to be one at the addresses that the operands have now.
pub(super) fn bytes(args: &[Arg], in_place: InPlace) -> usize {
    let addresses: Bases = args.iter().map(|arg| arg.view.address).collect();
    if addresses.contains(&0) || !is_in_the_way(args, &addresses, in_place) {
        return 0;
    }
    args[0].view.bytes().map_or(0, |bytes| bytes.len())
}

/// Returns the memory to compute with: that of a copy of the input, where an output lies over it.
pub(super) fn operands<'a>(
    args: &[Arg],
    mut operands: Operands<'a>,
    in_place: InPlace,
    scratch: &'a Scratch,
) -> Result<Operands<'a>> {
    let addresses: Bases = operands.iter().map(|operand| operand.address()).collect();
    if is_in_the_way(args, &addresses, in_place) {
        operands[0] = staged(&args[0], operands[0], scratch)?;
    }
    Ok(operands)
}
