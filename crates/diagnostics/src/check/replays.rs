//! Replays of graphs: their tasks are submitted when the replay is, and were said to be what they are when they were captured.
//!
//! The streams of a capture are streams of each replay too: the one with which the capture began is that of the replay, each other one has
//! a number of its own beside it. Events of the capture order them, as they order streams.

use std::cell::Cell;

use super::report::Report;
use crate::hooks::{Description, Replayed};
use crate::stack::Stack;

/// Marks numbers of streams of replays, and keys of their events.
const OF_REPLAY: u64 = 1 << 63;

/// Bits of a stream of a capture in such a number.
const LANE: u32 = 16;

/// Returns the number of a stream of a capture in a replay that a stream runs.
pub fn lane(stream: u64, lane: u32) -> u64 {
    match lane {
        0 => stream,
        lane => OF_REPLAY | stream << LANE | u64::from(lane),
    }
}

/// Returns the number of the stream that runs a replay, by that of a stream of its capture.
pub(super) fn runs(lane: u64) -> u64 {
    match lane & OF_REPLAY {
        0 => lane,
        _ => (lane & !OF_REPLAY) >> LANE,
    }
}

/// Returns the key of an event that a task of a graph records, of the end of a replay without a place.
pub fn event_key(graph: u32, place: Option<usize>) -> usize {
    let place = place.map_or(0, |place| place + 1);
    OF_REPLAY as usize | (graph as usize) << 32 | place
}

thread_local! {
    /// The stream of a capture to which this thread submits in place of that of the replay; 0 for none.
    static WITHIN: Cell<u64> = const { Cell::new(0) };
}

/// Submits what a task of a graph submits, which counts for a stream of the capture.
pub fn within<R>(stream: u64, of: u32, submit: impl FnOnce() -> R) -> R {
    let number = if of == 0 { 0 } else { lane(stream, of) };
    let before = WITHIN.replace(number);
    let result = submit();
    WITHIN.set(before);
    result
}

/// Returns the stream for which a submission to `stream` counts.
pub(super) fn counts_for(stream: u64) -> u64 {
    match WITHIN.get() {
        0 => stream,
        within => within,
    }
}

/// A task of a graph in a replay, and where that was submitted.
#[derive(Clone, Copy)]
pub(super) struct Replay {
    pub of: Replayed,
    here: Stack,
}

impl Replay {
    /// The replay of a task that is submitted here, if it is one.
    pub fn of(description: &Description) -> Option<Self> {
        let of = description.replayed?;
        let here = Stack::here();
        Some(Self { of, here })
    }

    /// Describes it: which task it is.
    pub fn text(&self) -> String {
        format!("node {} of model instance {}", self.of.place, self.of.graph)
    }

    /// Adds to a report which replay it is.
    pub fn told(self, report: Report) -> Report {
        let text = format!("{} of model instance {}", self.of.replay, self.of.graph);
        report.fact_at("replay", text, self.here)
    }
}

/// Adds which replay a task is of, if it is of one.
pub(super) fn told(report: Report, replay: Option<Replay>) -> Report {
    match replay {
        Some(replay) => replay.told(report),
        None => report,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_replays_name_the_stream_that_runs_them() {
        assert_eq!([lane(7, 0), runs(7)], [7, 7]);
        assert_ne!(lane(7, 1), lane(7, 2));
        assert_ne!(lane(7, 1), lane(8, 1));
        assert_eq!([runs(lane(7, 1)), runs(lane(8, 300))], [7, 8]);
    }

    #[test]
    fn keys_of_events_differ() {
        let keys = [(0, None), (0, Some(0)), (0, Some(1)), (1, None)];
        let keys = keys.map(|(graph, place)| event_key(graph, place));
        for (at, key) in keys.iter().enumerate() {
            assert!(!keys[at + 1..].contains(key));
        }
    }
}
