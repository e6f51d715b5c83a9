//! Memory that is freed while work of streams may still use it.

use std::ops::Range;

use super::RACES;
use super::user::{shared, used, user_text};
use crate::check::footprint::Part;
use crate::check::report::Report;
use crate::hooks;
use crate::stack::Stack;
use hostnpu_base::sync::lock;

/// Compares the end of memory, which the program frees now, with what streams may still do.
pub(in crate::check) fn freed(
    bytes: &Range<usize>,
    is_host: bool,
    memory: String,
    made: Stack,
    here: Stack,
) {
    let name = hooks::current();
    let races = &mut *lock(&RACES);
    let whole = Part {
        name: "",
        dtype: "",
        shape: Vec::new(),
        reads: false,
        writes: true,
        is_workspace: false,
        region: None,
        runs: vec![bytes.clone()],
    };
    if let Some((conflict, run)) = races.conflict(&whole, races.order.host()) {
        let (user, place) = &conflict.with.user;
        let part = &user.parts[*place];
        let shared = shared(&conflict, &run);
        let (from, to) = (shared.start - bytes.start, shared.end - bytes.start - 1);
        let uses = match (part.is_workspace, conflict.wrote) {
            (true, _) => "uses",
            (_, true) => "writes",
            (_, false) => "reads",
        };
        let rule = match is_host {
            true => "HN-PINNED-FREE",
            false => "HN-FREE-IN-FLIGHT",
        };
        let sentence = format!(
            "{name} frees memory that a queued {} still {uses}",
            if user.is_operator() {
                "operator"
            } else {
                "task"
            }
        );
        let text = format!("{} (bytes {from} to {to})", user_text(user, part));
        used(Report::error(rule, sentence).fact("memory", memory), "used", text, user)
            .fact_at("freed", "", here)
            .fact_at("made", "", made)
            .operator(user.name)
            .advice("Nothing orders the free after the task: synchronise the stream, or an event recorded after the task, first.")
            .send();
    }
    races.forget(bytes);
}
