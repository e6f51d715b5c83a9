//! Operations of ranks that read each other's memory: messages only say how far all have come.

use super::header::{Header, INLINE};
use super::place::{pull, pull_rows};
use super::together::MARKS;
use super::{Cut, Processes, tag};
use crate::memory::{bytes_of, copy_rows, places_of_rows, span, store};
use crate::operation::part;
use crate::reduce::reduce;
use crate::rows::take_rows;
use crate::schedule::share;
use crate::transport::Request;
use crate::{Kind, Message, Operation, Results, RowBlocks, Span, Work};
use hostnpu_base::error::{Error, Result, Trouble};

/// Bytes of each rank that are added at a time: they stay in the second cache.
const TILE: usize = 64 << 10;

impl Processes {
    /// True if an operation of all ranks moves more than their headers hold: all answer alike, for they agree on what they do.
    pub(super) fn is_large(&self, operation: &Operation) -> bool {
        let Some(signature) = operation.signature else {
            return false;
        };
        match &operation.work {
            Work::Reduce { input, .. } => input.bytes > INLINE,
            // The parts differ, and each rank knows its own.
            _ if [Kind::AllToAllV, Kind::AllGatherV].contains(&signature.kind) => true,
            _ => signature.count > (INLINE / operation.element_bytes()) as u64,
        }
    }

    /// Copies memory of another rank.
    pub(super) fn pull_from(&self, peer: u32, address: usize, to: Span) -> Result<(), Cut> {
        self.read(peer, |process| pull(process, address, to))
    }

    /// Reads the process of another rank.
    fn read(&self, peer: u32, read: impl FnOnce(u32) -> Result<()>) -> Result<(), Cut> {
        match self.processes[peer as usize].map(read) {
            Some(Ok(())) => Ok(()),
            _ => {
                let text = format!("the process of rank {peer} has ended");
                Err(Cut::Ended(Error::ranks(Trouble::Gone, text)))
            }
        }
    }

    /// Waits until all ranks have come to a step.
    fn mark(&self, which: usize, number: u64) -> Result<(), Cut> {
        let boards = self.common_boards(None).map_err(|(cut, _)| cut)?;
        if let Some(boards) = boards {
            let step = 1 + which as u64;
            let met = self.meet(boards, (number, step), &[Vec::new()], None);
            let call = met.map_err(|(cut, _)| cut)?;
            for peer in self.peers() {
                boards.read(&call, peer);
            }
            return Ok(());
        }
        let step = MARKS[which];
        let mut own = [0_u8; 1];
        let mut theirs = vec![0_u8; self.size as usize];
        let begun = self.with(|transport| {
            let mut requests: Vec<Request> = Vec::new();
            for peer in self.peers() {
                let place = span(&mut theirs[peer as usize..][..1]);
                requests.push(transport.receive(place, tag(peer, false, step, number))?);
            }
            for peer in self.peers() {
                let tag = tag(self.rank, false, step, number);
                requests.push(transport.send(peer, span(&mut own), tag)?);
            }
            Ok(requests)
        });
        let mut requests = begun.map_err(Cut::Ended)?;
        self.drive(None, &mut |transport| transport.look_at_all(&mut requests))
    }

    pub(super) fn pull_together(
        &self,
        number: u64,
        operation: &Operation,
        heard: &[(u32, Header<'_>)],
    ) -> Result<Result<()>, Cut> {
        let mut worked = Ok(());
        match &operation.work {
            Work::Exchange { sends, receives } => self.pull_parts(sends, receives, heard)?,
            Work::ExchangeRows {
                row,
                sends,
                receives,
                blocks,
                ..
            } => worked = self.pull_rows(*row, (sends, receives), blocks.as_ref(), heard)?,
            Work::Reduce { input, results } => {
                self.pull_and_reduce(number, operation, *input, results, heard)?;
            }
        }
        // Until then the others may read this rank's memory.
        self.mark(1, number)?;
        Ok(worked)
    }

    /// Takes the data that come from the others.
    fn pull_parts(
        &self,
        sends: &[Message],
        receives: &[Message],
        heard: &[(u32, Header<'_>)],
    ) -> Result<(), Cut> {
        if let (Some(from), Some(to)) = (part(sends, self.rank), part(receives, self.rank)) {
            store(bytes_of(from), to);
        }
        for (peer, said) in heard {
            let to = part(receives, *peer).unwrap_or_default();
            if to.bytes > INLINE {
                self.pull_from(*peer, said.address, to)?;
            } else {
                store(&said.data[..to.bytes], to);
            }
        }
        Ok(())
    }

    /// The same of rows: each rank reads first where another one has its rows, then the rows. Returns the result of the work on their blocks.
    fn pull_rows(
        &self,
        row: usize,
        (sends, receives): (&[Vec<usize>], &[Vec<usize>]),
        blocks: Option<&RowBlocks>,
        heard: &[(u32, Header<'_>)],
    ) -> Result<Result<()>, Cut> {
        let mut from = vec![Vec::new(); self.size as usize];
        from[self.rank as usize].clone_from(&sends[self.rank as usize]);
        let is_here =
            |peer: usize| peer == self.rank as usize || row * receives[peer].len() <= INLINE;
        // Few rows have come with the header.
        let mut few = vec![Vec::new(); self.size as usize];
        for ((peer, said), few) in heard.iter().zip(&mut few) {
            let (peer, count) = (*peer as usize, receives[*peer as usize].len());
            if is_here(peer) {
                few.extend(&said.data[..row * count]);
                from[peer] = places_of_rows(row, few);
            } else {
                from[peer].resize(count, 0);
                let list = Span {
                    address: from[peer].as_mut_ptr().expose_provenance(),
                    bytes: count * size_of::<usize>(),
                };
                self.pull_from(peer as u32, said.address, list)?;
            }
        }
        take_rows((&from, receives), blocks, |peer, from, to| {
            if is_here(peer) {
                copy_rows(row, from, to);
                return Ok(());
            }
            self.read(peer as u32, |process| pull_rows(process, row, from, to))
        })
    }

    fn pull_and_reduce(
        &self,
        number: u64,
        operation: &Operation,
        input: Span,
        results: &Results,
        heard: &[(u32, Header<'_>)],
    ) -> Result<(), Cut> {
        let size = operation.element_bytes();
        let (count, ranks) = (input.bytes / size, self.size as usize);
        let shares = |rank: u32| share(count, ranks, rank as usize);
        let (own, target) = match results {
            Results::All(address) => {
                let own = shares(self.rank);
                let target = address + own.start * size;
                (own, target)
            }
            Results::Root(root, address) if *root == self.rank => (0..count, *address),
            Results::Root(..) => (0..0, 0),
            Results::Slices(ranges, address) => (ranges[self.rank as usize].clone(), *address),
        };
        let (element, combination) = operation.reduction().map_err(Cut::Ended)?;
        let mut staging = vec![0_u64; ranks * TILE / 8];
        let first = staging.as_mut_ptr().expose_provenance();
        for begin in own.clone().step_by(TILE / size) {
            let length = (TILE / size).min(own.end - begin);
            let mut sources = vec![input.address + begin * size; ranks];
            for (peer, said) in heard {
                let to = Span {
                    address: first + *peer as usize * TILE,
                    bytes: length * size,
                };
                let from = said.address + begin * size;
                self.pull_from(*peer, from, to)?;
                sources[*peer as usize] = to.address;
            }
            let to = target + (begin - own.start) * size;
            // SAFETY: memory of the operation and of ours, aligned; in place the target is this rank's source, and no other rank reads
            // these elements of it.
            unsafe { reduce(combination, element, &sources, &[to], length) }.map_err(Cut::Ended)?;
        }
        if let Results::All(address) = results {
            self.mark(0, number)?;
            for (peer, said) in heard {
                let theirs = shares(*peer);
                let to = Span {
                    address: address + theirs.start * size,
                    bytes: theirs.len() * size,
                };
                let from = said.results + theirs.start * size;
                self.pull_from(*peer, from, to)?;
            }
        }
        Ok(())
    }
}
