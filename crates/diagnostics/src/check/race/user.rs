//! Tasks that use memory, and how reports name them.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::check::footprint::Part;
use crate::check::history::Conflict;
use crate::check::replays::{Replay, told};
use crate::check::report::Report;
use crate::hooks::{Description, Known};
use crate::stack::Stack;

/// A task that uses memory.
pub(super) struct User {
    pub name: &'static str,
    pub stream: u64,
    pub number: u64,
    pub made: Stack,
    pub parts: Vec<Part>,
    /// Its description, where the check for memory that is not written needs it.
    pub description: Option<Description>,
    /// The replay that it is a part of.
    pub replay: Option<Replay>,
    /// Its place in the order, once that is known: the index of the stream, and its number there.
    pub judged: OnceLock<(usize, u32)>,
}

impl User {
    /// True if the task is an operator's: its operands have types, bytes of copies have none.
    pub fn is_operator(&self) -> bool {
        self.parts.iter().any(|part| !part.dtype.is_empty())
    }

    /// Returns true if nothing was left open when it was submitted.
    pub fn is_certain(&self) -> bool {
        self.replay
            .is_none_or(|replay| replay.of.known == Known::All)
    }
}

/// A task and the place of the operand in it.
pub(super) type Use = (Arc<User>, usize);

/// Describes a use: the operand, and the task.
pub(super) fn user_text(user: &User, part: &Part) -> String {
    let name = if user.name.is_empty() {
        "a task"
    } else {
        user.name
    };
    let task = match user.replay {
        Some(replay) => format!("{}, in", replay.text()),
        None => format!("task {} of", user.number),
    };
    let stream = user.stream;
    format!("as {} by {name}, {task} stream {stream}", part.text())
}

/// Adds what a task has used to a report, with the replay that it is a part of.
pub(super) fn used(report: Report, label: &'static str, text: String, user: &User) -> Report {
    told(report.fact_at(label, text, user.made), user.replay)
}

/// The bytes that two operands share around a byte of both.
pub(super) fn shared(with: &Conflict<Use>, run: &Range<usize>) -> Range<usize> {
    let (user, place) = &with.with.user;
    let byte = with.bytes.start;
    match user.parts[*place].run_around(byte) {
        Some(own) => own.start.max(run.start)..own.end.min(run.end),
        None => with.bytes.clone(),
    }
}
