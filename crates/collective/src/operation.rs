//! The description that one rank gives of an operation.

use std::fmt;
use std::ops::Range;

use super::{Combination, RowBlocks};
use hostnpu_base::error::{Error, Reason, Result};

/// Type of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named by its type")]
pub enum Element {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    Bf16,
    F32,
    F64,
    Hif8,
    Fp8E4m3,
    Fp8E5m2,
    Fp8E8m0,
}

impl Element {
    /// Returns the bytes of an element.
    pub fn bytes(self) -> usize {
        use Element::*;
        match self {
            I8 | U8 | Hif8 | Fp8E4m3 | Fp8E5m2 | Fp8E8m0 => 1,
            I16 | U16 | F16 | Bf16 => 2,
            I32 | U32 | F32 => 4,
            I64 | U64 | F64 => 8,
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

/// Kind of operation of all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named by its name")]
pub enum Kind {
    AllReduce,
    Reduce,
    ReduceScatter,
    ReduceScatterV,
    Broadcast,
    AllGather,
    AllGatherV,
    Scatter,
    AllToAll,
    AllToAllV,
    Barrier,
    /// Each says what it called, before a call of several steps.
    Agreement,
    /// A rank whose part in a call of several steps has failed, in place of its next step.
    Failure,
}

/// The part of an operation that all ranks must agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The kind of operation.
    pub kind: Kind,
    /// Type of elements, unless nothing is moved.
    pub element: Option<Element>,
    /// The combination of elements.
    pub combination: Option<Combination>,
    /// The rank that gives or takes all.
    pub root: Option<u32>,
    /// Number of elements; 0 where it differs from rank to rank.
    pub count: u64,
}

impl Signature {
    /// A signature without root and combination.
    pub fn new(kind: Kind, element: Option<Element>, count: u64) -> Self {
        Self {
            kind,
            element,
            combination: None,
            root: None,
            count,
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.kind)?;
        if let Some(element) = self.element {
            write!(f, " of {} {element}", self.count)?;
        }
        if let Some(combination) = self.combination {
            write!(f, " ({combination:?})")?;
        }
        if let Some(root) = self.root {
            write!(f, " with root {root}")?;
        }
        Ok(())
    }
}

/// Bytes of memory. The caller that makes an operation of them promises that they are there until the operation ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Address of the first one.
    pub address: usize,
    /// The number of bytes.
    pub bytes: usize,
}

impl Span {
    /// Returns its part of `bytes` from `offset` on.
    pub fn part(self, offset: usize, bytes: usize) -> Self {
        debug_assert!(offset + bytes <= self.bytes);
        Self {
            address: self.address + offset,
            bytes,
        }
    }

    /// Its addresses.
    pub fn range(self) -> Range<usize> {
        self.address..self.address + self.bytes
    }

    /// Returns true if the two share a byte.
    pub fn overlaps(self, other: Self) -> bool {
        let (a, b) = (self.range(), other.range());
        !a.is_empty() && !b.is_empty() && a.start < b.end && b.start < a.end
    }
}

/// Message that goes to a rank, or comes from it.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    /// The other rank, which may be this one.
    pub peer: u32,
    /// Its memory on this rank.
    pub span: Span,
}

/// Distribution of the results of a reduction.
#[derive(Clone, Debug)]
pub enum Results {
    /// Every rank gets all, at this address of its own.
    All(usize),
    /// One rank gets all, at this address there.
    Root(u32, usize),
    /// Each rank gets its own elements, whose ranges are the same on all ranks, at this address of its own.
    Slices(Vec<Range<usize>>, usize),
}

/// The work of an operation.
#[derive(Clone, Debug)]
pub enum Work {
    /// Memory goes from rank to rank.
    Exchange {
        /// Messages that this rank sends.
        sends: Vec<Message>,
        /// Messages that it receives.
        receives: Vec<Message>,
    },
    /// Equal rows go from rank to rank, from any places of memory to any places of memory.
    ExchangeRows {
        /// Bytes of a row.
        row: usize,
        /// The memory in which the rows are that this rank sends.
        from: Span,
        /// The memory in which the rows come that it receives.
        to: Span,
        /// The addresses of the rows for each rank.
        sends: Vec<Vec<usize>>,
        /// The addresses of the rows from each rank, in the order in which that one sends them.
        receives: Vec<Vec<usize>>,
        /// Work on the rows while they come.
        blocks: Option<RowBlocks>,
    },
    /// Elements of all ranks become one.
    Reduce {
        /// Elements of this rank.
        input: Span,
        /// Distribution of the results.
        results: Results,
    },
}

impl Work {
    /// Returns the bytes that go to a rank, if there is a message for it.
    pub(super) fn bytes_to(&self, peer: u32) -> Option<usize> {
        match self {
            Self::Exchange { sends, .. } => part(sends, peer).map(|span| span.bytes),
            Self::ExchangeRows { row, sends, .. } => Some(row * sends[peer as usize].len()),
            Self::Reduce { .. } => None,
        }
    }

    /// Returns the bytes that come from a rank, if there is a message from it.
    pub(super) fn bytes_from(&self, peer: u32) -> Option<usize> {
        match self {
            Self::Exchange { receives, .. } => part(receives, peer).map(|span| span.bytes),
            Self::ExchangeRows { row, receives, .. } => Some(row * receives[peer as usize].len()),
            Self::Reduce { .. } => None,
        }
    }
}

/// Returns the memory that goes to `peer`, or comes from it.
pub(super) fn part(messages: &[Message], peer: u32) -> Option<Span> {
    let mut parts = messages.iter().filter(|message| message.peer == peer);
    parts.next().map(|message| message.span)
}

/// Bits of a collective operation's number that count the steps of one call.
pub(super) const STEP_BITS: u32 = 4;

/// Name of a collective operation in messages.
pub(super) fn operation_of(number: u64, communicator: &str) -> String {
    format!("operation {} of `{communicator}`", number >> STEP_BITS)
}

/// One rank's part in an operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The part that all ranks must agree on; nothing for messages between pairs.
    pub signature: Option<Signature>,
    /// The work.
    pub work: Work,
}

impl Operation {
    /// Returns all memory that the operation reads, and all that it writes on this rank.
    pub fn memory(&self, rank: u32) -> (Vec<Span>, Vec<Span>) {
        let spans = |messages: &[Message]| messages.iter().map(|message| message.span).collect();
        match &self.work {
            Work::Exchange { sends, receives } => (spans(sends), spans(receives)),
            Work::ExchangeRows { from, to, .. } => (vec![*from], vec![*to]),
            Work::Reduce { input, results } => {
                let output = match results {
                    Results::All(address) => Some((*address, input.bytes)),
                    Results::Root(root, address) => {
                        (*root == rank).then_some((*address, input.bytes))
                    }
                    Results::Slices(ranges, address) => {
                        let elements = ranges[rank as usize].len();
                        Some((*address, elements * self.element_bytes()))
                    }
                };
                let output = output.map(|(address, bytes)| Span { address, bytes });
                (vec![*input], output.into_iter().collect())
            }
        }
    }

    /// Returns its name in sentences: its number, the communicator, and what is called.
    pub(super) fn title(&self, number: u64, communicator: &str) -> String {
        let signature = self.signature.map(|signature| signature.to_string());
        let called = signature.unwrap_or_default();
        format!("{} ({called})", operation_of(number, communicator))
    }

    /// Returns the type of the elements of a reduction, and their combination.
    pub(super) fn reduction(&self) -> Result<(Element, Combination)> {
        let signature = self.signature;
        signature
            .and_then(|signature| signature.element.zip(signature.combination))
            .ok_or_else(|| Error::from(Reason::Internal("a reduction of nothing".into())))
    }

    /// Returns the bytes of an element.
    pub fn element_bytes(&self) -> usize {
        let element = self.signature.and_then(|signature| signature.element);
        element.map_or(1, Element::bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_reads_as_a_call() {
        let mut signature = Signature::new(Kind::AllReduce, Some(Element::Bf16), 100);
        signature.combination = Some(Combination::Sum);
        assert_eq!(signature.to_string(), "AllReduce of 100 bf16 (Sum)");
        let mut signature = Signature::new(Kind::Broadcast, Some(Element::F32), 7);
        signature.root = Some(2);
        assert_eq!(signature.to_string(), "Broadcast of 7 f32 with root 2");
        assert_eq!(
            Signature::new(Kind::Barrier, None, 0).to_string(),
            "Barrier"
        );
    }

    #[test]
    fn empty_memory_overlaps_nothing() {
        let span = |address, bytes| Span { address, bytes };
        assert!(span(0, 4).overlaps(span(3, 1)));
        assert!(!span(0, 4).overlaps(span(4, 4)));
        assert!(!span(0, 4).overlaps(span(2, 0)));
    }
}
