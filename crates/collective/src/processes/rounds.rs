//! Reductions of many elements: each rank gets its share of all ranks, in rounds, and sends the results to those that want them.

use std::ops::Range;

use super::{Cut, Processes, tag};
use crate::reduce::reduce;
use crate::schedule::share;
use crate::transport::{Request, Transport};
use crate::{Operation, Results, Span};
use hostnpu_base::error::Result;

/// Bytes of one rank's elements in one round.
const ROUND: usize = 1 << 20;

const PARTS: u8 = 2;
const RESULTS: u8 = 3;

/// State of one reduction.
struct Rounds<'a> {
    engine: &'a Processes,
    number: u64,
    input: Span,
    /// Bytes of an element.
    size: usize,
    /// Elements of a round.
    length: usize,
    /// The elements of each rank.
    ranges: Vec<Range<usize>>,
    /// Parts of the other ranks for two rounds.
    staging: Vec<u64>,
}

impl Rounds<'_> {
    /// The elements of a rank's round.
    fn round(&self, rank: u32, round: usize) -> Range<usize> {
        let range = &self.ranges[rank as usize];
        let at = |round: usize| (range.start + round * self.length).min(range.end);
        at(round)..at(round + 1)
    }

    fn part(&self, elements: &Range<usize>) -> Span {
        self.input
            .part(elements.start * self.size, elements.len() * self.size)
    }

    /// The address for a peer's part of a round.
    fn staged(&mut self, peer: u32, round: usize) -> usize {
        let slot = self.engine.size as usize * (round % 2) + peer as usize;
        let first = self.staging.as_mut_ptr().expose_provenance();
        first + slot * self.length * self.size
    }

    /// Begins a round: this rank's elements go to those whose shares they are, theirs come. The receives are returned; sends are appended.
    fn begin(
        &mut self,
        transport: &mut dyn Transport,
        round: usize,
        sends: &mut Vec<Request>,
    ) -> Result<Vec<Request>> {
        let own = self.round(self.engine.rank, round);
        let mut receives = Vec::new();
        for peer in self.engine.peers() {
            if !own.is_empty() {
                let address = self.staged(peer, round);
                let bytes = own.len() * self.size;
                let span = Span { address, bytes };
                receives.push(transport.receive(span, tag(peer, false, PARTS, self.number))?);
            }
        }
        for peer in self.engine.peers() {
            let theirs = self.round(peer, round);
            if !theirs.is_empty() {
                let tag = tag(self.engine.rank, false, PARTS, self.number);
                sends.push(transport.send(peer, self.part(&theirs), tag)?);
            }
        }
        Ok(receives)
    }
}

impl Processes {
    pub(super) fn reduce_in_rounds(
        &self,
        number: u64,
        operation: &Operation,
        input: Span,
        results: &Results,
    ) -> Result<(), Cut> {
        let size = operation.element_bytes();
        let count = input.bytes / size;
        let ranks = self.size as usize;
        let ranges: Vec<Range<usize>> = match results {
            Results::Slices(ranges, _) => ranges.clone(),
            _ => (0..ranks).map(|rank| share(count, ranks, rank)).collect(),
        };
        let longest = ranges.iter().map(Range::len).max().unwrap_or(0);
        let length = (ROUND / size).min(longest.next_multiple_of(8)).max(8);
        let own = ranges[self.rank as usize].clone();
        let mut rounds = Rounds {
            engine: self,
            number,
            input,
            size,
            length,
            ranges,
            staging: vec![0; 2 * ranks * length * size / 8],
        };
        // Where this rank's results stand: in the output, or in memory of ours on their way to the root.
        let mut passed: Vec<u64>;
        let target = match results {
            Results::All(address) => address + own.start * size,
            Results::Root(root, address) if *root == self.rank => address + own.start * size,
            Results::Root(..) => {
                passed = vec![0_u64; (own.len() * size).div_ceil(8)];
                passed.as_mut_ptr().expose_provenance()
            }
            Results::Slices(_, address) => *address,
        };
        let (takes, gives): (Option<usize>, Vec<u32>) = match results {
            Results::All(address) => (Some(*address), self.peers().collect()),
            Results::Root(root, address) if *root == self.rank => (Some(*address), Vec::new()),
            Results::Root(root, _) => (None, vec![*root]),
            Results::Slices(..) => (None, Vec::new()),
        };
        let (element, combination) = operation.reduction().map_err(Cut::Ended)?;
        let total = longest.div_ceil(length);
        let mut sends = Vec::new();
        let mut last = Vec::new();
        let mut parts = self.with(|transport| {
            for round in 0..total {
                for peer in self.peers() {
                    let theirs = rounds.round(peer, round);
                    if let Some(address) = takes.filter(|_| !theirs.is_empty()) {
                        // It comes after what stood there has been sent: in place, too.
                        let span = Span {
                            address: address + theirs.start * size,
                            bytes: theirs.len() * size,
                        };
                        last.push(transport.receive(span, tag(peer, false, RESULTS, number))?);
                    }
                }
            }
            rounds.begin(transport, 0, &mut sends)
        });
        for round in 0..total {
            let mut arriving = parts.map_err(Cut::Ended)?;
            parts = match round + 1 < total {
                true => self.with(|transport| rounds.begin(transport, round + 1, &mut sends)),
                false => Ok(Vec::new()),
            };
            self.drive(None, &mut |transport| transport.look_at_all(&mut arriving))?;
            let elements = rounds.round(self.rank, round);
            if elements.is_empty() {
                continue;
            }
            let part = rounds.part(&elements);
            let mut sources = Vec::with_capacity(ranks);
            for rank in 0..self.size {
                sources.push(match rank == self.rank {
                    true => part.address,
                    false => rounds.staged(rank, round),
                });
            }
            let to = target + (elements.start - own.start) * size;
            // SAFETY: memory of the operation and of ours, aligned; in place the target is this rank's source.
            unsafe { reduce(combination, element, &sources, &[to], elements.len()) }
                .map_err(Cut::Ended)?;
            let result = Span {
                address: to,
                bytes: part.bytes,
            };
            let given = self.with(|transport| {
                let tag = tag(self.rank, false, RESULTS, number);
                for &peer in &gives {
                    sends.push(transport.send(peer, result, tag)?);
                }
                Ok(())
            });
            given.map_err(Cut::Ended)?;
        }
        last.extend(sends);
        self.drive(None, &mut |transport| transport.look_at_all(&mut last))
    }
}
