//! Waits of the host that last: streams that wait for each other, or for what nothing has recorded.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::clock::BlockedStream;
use super::enabled::{RACE, is_on};
use super::race;
use super::report::Report;
use crate::edge::Edge;
use crate::stack::Stack;
use hostnpu_base::config;

/// True if events or notifies are shared with other processes, which may let streams go on unseen.
static IS_SHARED: AtomicBool = AtomicBool::new(false);

/// Notes that events or notifies are shared with other processes.
pub fn shared_with_processes() {
    IS_SHARED.store(true, Ordering::Relaxed);
}

/// Returns when a wait of the host that begins now is to be looked at.
#[cold]
#[inline(never)]
pub fn hangs_at() -> Option<Instant> {
    is_on(RACE).then(|| Instant::now() + *config::HANG.get())
}

/// Looks at a stream that the host has waited for all that time.
#[cold]
#[inline(never)]
pub fn hangs(stream: u64) {
    let (list, ring, numbers) = race::stuck(stream);
    // The host may have written a word by itself, and another process may do anything.
    let is_unsure = |stuck: &BlockedStream| matches!(stuck.edge, Edge::Await(..) | Edge::Return(_));
    if list.is_empty() || list.iter().any(is_unsure) || IS_SHARED.load(Ordering::Relaxed) {
        return;
    }
    let name = |stream: usize| format!("stream {}", numbers.get(&stream).unwrap_or(&0));
    let limit = *config::HANG.get();
    let report = match ring {
        Some(first) => {
            let names: Vec<String> = list[first..]
                .iter()
                .map(|stuck| name(stuck.stream))
                .collect();
            let sentence = match names.as_slice() {
                [one] => format!("{one} waits for itself"),
                names => format!("{} wait for each other", names.join(" and ")),
            };
            Report::error("HN-DEADLOCK", sentence)
        }
        None => {
            let last = list
                .last()
                .map_or(String::new(), |stuck| name(stuck.stream));
            let sentence = format!("{last} has waited {limit:?} for what nothing has recorded");
            Report::warning("HN-EVENT-NEVER-RECORDED", sentence)
        }
    };
    let advice = match ring {
        Some(_) => {
            "On a card they stand still for ever, without a word: submit what lets a stream go on before the wait that it stands at."
        }
        None => {
            "It may still come from another thread of the host. On a card the stream stands still until then, without a word."
        }
    };
    list.iter()
        .fold(report, |report, stuck| told(report, stuck, &name))
        .fact_at(
            "now",
            format!("the host waits for stream {stream}"),
            Stack::here(),
        )
        .advice(advice)
        .send();
}

/// Adds a stream that waits, and what would let it go on.
fn told(report: Report, stuck: &BlockedStream, name: &dyn Fn(usize) -> String) -> Report {
    let what = match stuck.edge {
        Edge::Take(_) => "a notify",
        _ => "an event",
    };
    let own = name(stuck.stream);
    match stuck.by {
        Some((by, made)) => report
            .fact_at("waits", format!("{own} for {what}"), stuck.made)
            .fact_at("later", format!("recorded in {}", name(by)), made),
        None => report.fact_at("waits", format!("{own} for {what}"), stuck.made),
    }
}
