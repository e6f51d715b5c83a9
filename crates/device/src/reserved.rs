//! Entries of reserved addresses in the registry of memory: where memory is mapped, an allocation as long as mappings follow each
//! other; elsewhere a range that nothing may touch.

use std::ops::Range;

use super::allocations::{Allocation, Kind, Registry};
use super::backing::Origin;

impl Allocation {
    /// A part of reserved addresses.
    pub(super) fn reserved(range: Range<usize>, kind: Kind) -> Self {
        Self {
            start: range.start,
            size: range.len(),
            room: range.len(),
            kind,
            owner: 0,
            origin: Origin::Reserved,
        }
    }

    fn end(&self) -> usize {
        self.start + self.size
    }
}

impl Registry {
    /// The last part of a reservation that begins before `end`.
    fn part_before(&self, reservation: &Range<usize>, end: usize) -> Option<Allocation> {
        let parts = self.allocations.range(reservation.start..end);
        parts.map(|(_, part)| *part).next_back()
    }

    /// Says of a range inside a reservation whose memory it is.
    pub(super) fn paint(&mut self, reservation: &Range<usize>, range: Range<usize>, kind: Kind) {
        let mut new = range.clone();
        while let Some(part) = self.part_before(reservation, range.end) {
            if part.end() <= range.start {
                break;
            }
            self.forget_one(&part);
            for rest in [part.start..range.start, range.end..part.end()] {
                if !rest.is_empty() {
                    let rest = Allocation::reserved(rest, part.kind);
                    self.allocations.insert(rest.start, rest);
                }
            }
            if part.start < range.start {
                break;
            }
        }
        let before = self.part_before(reservation, range.start);
        if let Some(before) = before.filter(|part| part.kind == kind && part.end() == new.start) {
            self.forget_one(&before);
            new.start = before.start;
        }
        let after = self.allocations.get(&range.end).copied();
        if let Some(after) = after.filter(|part| part.kind == kind && part.end() <= reservation.end)
        {
            self.forget_one(&after);
            new.end = after.end();
        }
        self.allocations
            .insert(new.start, Allocation::reserved(new, kind));
    }

    /// Takes in memory of another process, as a device's.
    pub(super) fn show(&mut self, range: Range<usize>, device: i32) {
        let start = range.start;
        let shown = Allocation::reserved(range, Kind::Device(device));
        self.allocations.insert(start, shown);
    }

    /// Takes a reservation, or memory of another process, out.
    pub(super) fn forget(&mut self, reservation: Range<usize>) {
        while let Some(part) = self.part_before(&reservation, reservation.end) {
            self.forget_one(&part);
        }
    }

    fn forget_one(&mut self, part: &Allocation) {
        match part.kind {
            // What was in no memory was not freed.
            Kind::Reserved => drop(self.allocations.remove(&part.start)),
            _ => self.remove(part),
        }
    }
}
