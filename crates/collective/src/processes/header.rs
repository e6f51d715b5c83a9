//! Headers that ranks send before the data of an operation: all that they must agree on, and the data themselves where they are few.

use crate::{Combination, Element, Kind, Operation, Results, Signature, Span, Work};

/// Bytes of a header.
pub(super) const SAID: usize = 64;
/// Most bytes of data beside it.
pub(super) const INLINE: usize = 4096;
/// Bytes of the longest header.
pub(super) const LONGEST: usize = SAID + INLINE;

const KINDS: [Kind; 13] = [
    Kind::AllReduce,
    Kind::Reduce,
    Kind::ReduceScatter,
    Kind::ReduceScatterV,
    Kind::Broadcast,
    Kind::AllGather,
    Kind::AllGatherV,
    Kind::Scatter,
    Kind::AllToAll,
    Kind::AllToAllV,
    Kind::Barrier,
    Kind::Agreement,
    Kind::Failure,
];

const ELEMENTS: [Element; 16] = [
    Element::I8,
    Element::I16,
    Element::I32,
    Element::I64,
    Element::U8,
    Element::U16,
    Element::U32,
    Element::U64,
    Element::F16,
    Element::Bf16,
    Element::F32,
    Element::F64,
    Element::Hif8,
    Element::Fp8E4m3,
    Element::Fp8E5m2,
    Element::Fp8E8m0,
];

const COMBINATIONS: [Combination; 4] = [
    Combination::Sum,
    Combination::Product,
    Combination::Max,
    Combination::Min,
];

fn code<T: PartialEq>(all: &[T], one: Option<T>) -> u8 {
    let at = all.iter().position(|known| Some(known) == one.as_ref());
    at.map_or(u8::MAX, |at| at as u8)
}

/// Writes a header: the signature, the data for this peer, a number that stands for the ranks' slices, where the results will be, and
/// whether this rank can read the memory of all others.
pub(super) fn write(
    to: &mut Vec<u8>,
    operation: &Operation,
    data: Span,
    results: usize,
    can_read: bool,
) {
    let signature = operation.signature;
    to.push(code(&KINDS, signature.map(|signature| signature.kind)));
    to.push(code(
        &ELEMENTS,
        signature.and_then(|signature| signature.element),
    ));
    to.push(code(
        &COMBINATIONS,
        signature.and_then(|signature| signature.combination),
    ));
    let root = signature.and_then(|signature| signature.root);
    to.push(root.is_some().into());
    to.extend(root.unwrap_or_default().to_le_bytes());
    let count = signature.map_or(0, |signature| signature.count);
    let numbers = [
        count,
        data.bytes as u64,
        slices(operation),
        data.address as u64,
        results as u64,
        can_read.into(),
    ];
    for number in numbers {
        to.extend(number.to_le_bytes());
    }
    to.resize(SAID, 0);
}

/// The header of a peer.
pub(super) struct Header<'a> {
    pub(super) signature: Option<Signature>,
    /// Bytes of data for this rank.
    pub(super) bytes: u64,
    pub(super) slices: u64,
    /// The address of the data on that rank.
    pub(super) address: usize,
    /// The address of its results.
    pub(super) results: usize,
    /// True if it can read the memory of all others.
    pub(super) can_read: bool,
    /// The data, if they are there.
    pub(super) data: &'a [u8],
}

/// Reads a header of [`write`].
pub(super) fn read(header: &[u8]) -> Header<'_> {
    let known = |at: usize| usize::from(header[at]);
    let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| header[at + i]));
    let signature = KINDS.get(known(0)).map(|&kind| Signature {
        kind,
        element: ELEMENTS.get(known(1)).copied(),
        combination: COMBINATIONS.get(known(2)).copied(),
        root: (header[3] != 0).then(|| number(4) as u32),
        count: number(8),
    });
    Header {
        signature,
        bytes: number(16),
        slices: number(24),
        address: number(32) as usize,
        results: number(40) as usize,
        can_read: number(48) != 0,
        data: &header[SAID..],
    }
}

/// A number that differs where the ranks' slices do.
pub(super) fn slices(operation: &Operation) -> u64 {
    let Work::Reduce {
        results: Results::Slices(ranges, _),
        ..
    } = &operation.work
    else {
        return 0;
    };
    let numbers = ranges.iter().flat_map(|range| [range.start, range.end]);
    numbers.fold(0xcbf2_9ce4_8422_2325, |hash: u64, number| {
        (hash ^ number as u64).wrapping_mul(0x100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        for kind in KINDS {
            for root in [None, Some(3)] {
                let signature = Signature {
                    kind,
                    element: Some(Element::Bf16),
                    combination: Some(Combination::Max),
                    root,
                    count: 1 << 40,
                };
                let operation = Operation {
                    signature: Some(signature),
                    work: Work::Reduce {
                        input: Span::default(),
                        results: Results::All(0),
                    },
                };
                let mut header = Vec::new();
                let data = Span {
                    address: 5,
                    bytes: 17,
                };
                write(&mut header, &operation, data, 9, true);
                header.extend([1, 2]);
                let said = read(&header);
                assert_eq!((said.signature, said.bytes), (Some(signature), 17));
                assert_eq!((said.address, said.results, said.can_read), (5, 9, true));
                assert_eq!(said.data, [1, 2]);
            }
        }
    }
}
