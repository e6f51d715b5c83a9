//! Last reads and writes of bytes.

use std::collections::BTreeMap;
use std::ops::Range;

use smallvec::SmallVec;

use super::clock::Clock;

/// A use of bytes by a task of a stream. `T` says which task and operand it was.
#[derive(Clone, Debug)]
pub struct Access<T> {
    /// The stream.
    pub stream: usize,
    /// The task's number in it.
    pub number: u32,
    /// The task and its operand.
    pub user: T,
}

impl<T> Access<T> {
    /// Returns true if it is over by the knowledge of `clock`.
    fn is_over(&self, clock: &Clock) -> bool {
        clock.of(self.stream) >= self.number
    }
}

/// The last uses of bytes that have the same ones.
#[derive(Clone, Debug)]
struct Segment<T> {
    end: usize,
    write: Option<Access<T>>,
    reads: SmallVec<[Access<T>; 1]>,
}

/// The last uses of all bytes.
#[derive(Debug)]
pub struct History<T> {
    segments: BTreeMap<usize, Segment<T>>,
}

impl<T> Default for History<T> {
    fn default() -> Self {
        Self {
            segments: BTreeMap::new(),
        }
    }
}

/// An earlier use that nothing orders before a later one, and the bytes of both.
#[derive(Clone, Debug)]
pub struct Conflict<T> {
    /// The earlier use.
    pub with: Access<T>,
    /// True if the earlier use was a write.
    pub wrote: bool,
    /// The bytes that are the same.
    pub bytes: Range<usize>,
}

impl<T: Clone> History<T> {
    /// Forgets the uses of bytes.
    pub fn forget(&mut self, bytes: &Range<usize>) {
        self.split(bytes);
        let inside: Vec<usize> = self
            .segments
            .range(bytes.clone())
            .map(|(&at, _)| at)
            .collect();
        for at in inside {
            self.segments.remove(&at);
        }
    }

    /// Returns the first earlier use that conflicts with a use of bytes after `clock`, and is none of the stream `own`.
    pub fn conflict(
        &self,
        bytes: &Range<usize>,
        writes: bool,
        own: Option<usize>,
        clock: &Clock,
    ) -> Option<Conflict<T>> {
        let before = self.segments.range(..=bytes.start).next_back();
        let inside = self.segments.range(bytes.start..bytes.end);
        let mut seen = before
            .into_iter()
            .chain(inside)
            .filter(|(_, segment)| segment.end > bytes.start);
        seen.find_map(|(&start, segment)| {
            let is_open =
                |access: &&Access<T>| Some(access.stream) != own && !access.is_over(clock);
            let found = |access: &Access<T>, wrote| Conflict {
                with: access.clone(),
                wrote,
                bytes: start.max(bytes.start)..segment.end.min(bytes.end),
            };
            let write = segment
                .write
                .as_ref()
                .filter(is_open)
                .map(|access| found(access, true));
            let read = || {
                let mut reads = segment.reads.iter();
                reads
                    .find(|access| writes && is_open(access))
                    .map(|access| found(access, false))
            };
            write.or_else(read)
        })
    }

    /// Notes a use of bytes after `clock`.
    pub fn note(&mut self, bytes: &Range<usize>, writes: bool, access: &Access<T>, clock: &Clock) {
        if bytes.is_empty() {
            return;
        }
        self.split(bytes);
        let mut gaps = Vec::new();
        let mut at = bytes.start;
        for (&start, segment) in self.segments.range_mut(bytes.clone()) {
            if start > at {
                gaps.push(at..start);
            }
            at = segment.end;
            if writes {
                segment.write = Some(access.clone());
                segment
                    .reads
                    .retain(|read| read.stream != access.stream && !read.is_over(clock));
            } else {
                segment
                    .reads
                    .retain(|read| read.stream != access.stream && !read.is_over(clock));
                segment.reads.push(access.clone());
            }
        }
        if at < bytes.end {
            gaps.push(at..bytes.end);
        }
        for gap in gaps {
            let (write, reads) = match writes {
                true => (Some(access.clone()), SmallVec::new()),
                false => (None, SmallVec::from_iter([access.clone()])),
            };
            self.segments.insert(
                gap.start,
                Segment {
                    end: gap.end,
                    write,
                    reads,
                },
            );
        }
    }

    /// Has segments begin and end where bytes do.
    fn split(&mut self, bytes: &Range<usize>) {
        for at in [bytes.start, bytes.end] {
            let around = self.segments.range_mut(..at).next_back();
            if let Some((_, segment)) = around
                && segment.end > at
            {
                let mut rest = segment.clone();
                rest.end = segment.end;
                segment.end = at;
                self.segments.insert(at, rest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_uses_of_each_byte_are_known() {
        let mut history = History::default();
        let access = |stream, number| Access {
            stream,
            number,
            user: (),
        };
        let nothing = Clock::default();
        history.note(&(0..100), true, &access(0, 1), &nothing);
        history.note(&(50..150), false, &access(1, 1), &nothing);
        let found = |range: Range<usize>, writes, own| {
            let conflict = history.conflict(&range, writes, Some(own), &nothing);
            conflict.map(|conflict| (conflict.with.stream, conflict.wrote, conflict.bytes))
        };
        assert_eq!(found(0..10, false, 0), None);
        assert_eq!(found(0..10, false, 2), Some((0, true, 0..10)));
        assert_eq!(found(100..150, false, 2), None);
        assert_eq!(found(90..150, true, 0), Some((1, false, 90..100)));
        assert_eq!(found(150..151, true, 2), None);
        history.forget(&(20..120));
        let left: Vec<_> = history
            .segments
            .iter()
            .map(|(&at, segment)| (at, segment.end))
            .collect();
        assert_eq!(left, [(0, 20), (120, 150)]);
    }
}
