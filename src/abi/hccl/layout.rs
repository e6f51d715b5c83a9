//! Division of a buffer's elements among ranks.

use std::ffi::c_void;

use super::argument::memory;
use super::boundary::Outcome;
use crate::abi::parameter::ReadableMemory;
use crate::abi::pointer::not_null;
use crate::collective::{Element, Group, Message, Results};
use crate::error::Error;

/// Elements of memory that belong to each rank in turn.
pub(super) struct Layout {
    /// Where each rank's begin.
    offsets: Vec<u64>,
    /// The number that each has.
    counts: Vec<u64>,
}

impl Layout {
    /// `count` elements for each rank, one rank after the other.
    pub(super) fn even(count: u64, group: &Group) -> Outcome<Self> {
        Self::dense(vec![count; group.size() as usize])
    }

    /// Each rank's elements after those of the rank before it.
    pub(super) fn dense(counts: Vec<u64>) -> Outcome<Self> {
        let mut next = 0_u64;
        let mut offsets = Vec::with_capacity(counts.len());
        for &count in &counts {
            offsets.push(next);
            next = next
                .checked_add(count)
                .ok_or_else(|| Error::value("count", count, "what fits the address space"))?;
        }
        Ok(Self { offsets, counts })
    }

    /// Layouts by the program: arrays of counts and displacements in its memory.
    pub(super) fn read(
        names: (&'static str, &'static str),
        counts: ReadableMemory,
        displacements: ReadableMemory,
    ) -> Outcome<Self> {
        not_null(names.0, counts)?;
        not_null(names.1, displacements)?;
        Ok(Self {
            offsets: displacements.numbers(),
            counts: counts.numbers(),
        })
    }

    /// The number of elements from the first to behind the last one.
    pub(super) fn extent(&self) -> u64 {
        let ends = self.offsets.iter().zip(&self.counts);
        let ends = ends.filter(|(_, count)| **count > 0);
        ends.map(|(offset, count)| offset.saturating_add(*count))
            .max()
            .unwrap_or(0)
    }

    /// A message for each rank.
    pub(super) fn messages(
        &self,
        arg: &'static str,
        base: *const c_void,
        element: Element,
    ) -> Outcome<Vec<Message>> {
        let parts = self.offsets.iter().zip(&self.counts).zip(0..);
        let messages = parts.map(|((&offset, &count), peer)| {
            let span = memory(arg, base, offset, count, element)?;
            Ok(Message { peer, span })
        });
        messages.collect()
    }

    /// The parts of a reduction of which each rank gets its own, at `address`.
    pub(super) fn slices(&self, address: usize) -> Results {
        let parts = self.offsets.iter().zip(&self.counts);
        let ranges = parts.map(|(&offset, &count)| offset as usize..(offset + count) as usize);
        Results::Slices(ranges.collect(), address)
    }

    /// Refuses a count that is not that of the calling rank.
    pub(super) fn check_own(&self, arg: &'static str, count: u64, group: &Group) -> Outcome {
        let own = self.counts[group.rank() as usize];
        if count == own {
            return Ok(());
        }
        let allowed = format!("{own}, the count of this rank ({})", group.rank());
        Err(Error::value(arg, count, allowed).into())
    }
}
