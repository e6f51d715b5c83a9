//! Checks of what programs do (`HOSTNPU_CHECK`): wrong use of handles and memory, missing order between streams, leaks.
//!
//! Reports never change a status. All host threads are one actor: locks and joins between them are not seen here, and a check
//! never calls "wrong" what they may have ordered.

mod allocation;
mod api;
mod blocks;
mod call;
mod clock;
mod closed;
mod enabled;
mod exit;
mod finding;
mod footprint;
mod fork;
pub mod handles;
mod hang;
mod history;
mod host;
mod indices;
mod leaks;
mod memory;
mod pools;
mod race;
mod ranges;
mod record;
mod replays;
mod report;
mod running;
mod shadow;
mod unseen;
mod waste;

use std::sync::atomic::{AtomicUsize, Ordering};

pub use allocation::{allocated, freed, region_begins};
pub use blocks::{Owner, not_freed};
pub use enabled::{API, HANDLE, HOST, INIT, LEAK, MEMORY, RACE, WASTE, is_on};
pub use fork::{ForkGuard, lock_all};
pub use hang::{hangs, hangs_at, shared_with_processes};
pub use host::watch_host;
pub use memory::{Side, copied, given, operand};
pub use pools::{region_ends, regions_forgotten};
pub use race::{called_back, event_reached, may_run, ordered, stream_finished};
pub use replays::{event_key, lane, within};
pub use report::note;
pub use unseen::error_seen;

pub use super::edge::Edge;
use super::hooks::{self, Call, Description, Ended, Feature, Kind, Known, Operand, Refusal, Task};
pub use super::stack::Stack;
use enabled::{CHECKS, IN_FLIGHT, ORDER};
use hostnpu_base::config::{self, Schedule};
use hostnpu_base::emulator;
use hostnpu_base::error::Result;

/// Turns on what `HOSTNPU_CHECK` asks for.
pub fn start() {
    if *config::SCHEDULE.get() != Schedule::Eager || *config::DEBUG.get() {
        // Schedules, and errors that come at once, need what watches tasks to be on.
        hooks::watch(Feature::Check, &Watch);
    }
    let checks = match *config::CHECK.get() {
        checks if checks & (MEMORY | RACE) != 0 => checks | IN_FLIGHT,
        checks => checks,
    };
    let checks = match emulator() {
        Some(emulator) if checks & HOST != 0 => {
            report::note(&format!(
                "HOSTNPU_CHECK=host needs a terabyte of addresses and the faults of a real processor, which {} does not give: touches of the host are not checked",
                emulator.display()
            ));
            checks & !HOST
        }
        _ => checks,
    };
    if checks != 0 && CHECKS.swap(checks, Ordering::Relaxed) == 0 {
        exit::watch_process();
        hooks::watch(Feature::Check, &Watch);
    }
}

/// Returns where the program is, as ` at prog.c:41 in step`; empty where that is not known.
pub fn place() -> String {
    let place = Stack::here().place();
    place.map_or(String::new(), |place| format!(" {place}"))
}

/// Returns a number by which checks know an object: addresses come again.
pub fn new_key() -> usize {
    static KEYS: AtomicUsize = AtomicUsize::new(1);
    KEYS.fetch_add(1, Ordering::Relaxed)
}

/// Turns checks off for good that cannot follow what a program does now: they would accuse it wrongly.
#[cold]
#[inline(never)]
pub fn give_up(checks: u32, what: &'static str) {
    let checks = match checks & RACE {
        0 => checks,
        _ => checks | IN_FLIGHT,
    };
    let checks = match checks & INIT {
        0 => checks,
        _ => {
            waste::give_up();
            checks | WASTE
        }
    };
    let ended = CHECKS.fetch_and(!checks, Ordering::Relaxed) & checks;
    if ended & HOST != 0 {
        closed::open_all();
    }
    if ended & (HOST | RACE) != 0 {
        race::open_all();
    }
    let races = match ended & RACE {
        0 => "frees of memory in use",
        _ => "races",
    };
    let names = [
        (IN_FLIGHT, races),
        (INIT, "unwritten memory"),
        (HOST, "touches of the host"),
        (WASTE, "waste"),
    ];
    let names: Vec<_> = names
        .iter()
        .filter(|(check, _)| ended & check != 0)
        .map(|(_, name)| *name)
        .collect();
    if !names.is_empty() {
        report::note(&format!(
            "{what}: what follows is not checked for {}",
            names.join(", ")
        ));
    }
}

/// Notes that other processes share a block, which they may write.
#[cold]
#[inline(never)]
pub fn shared(start: usize) {
    if is_on(INIT | WASTE)
        && let Some(block) = blocks::live(start)
    {
        shadow::opened(&block);
        waste::opened(block.start);
    }
}

/// Looks at memory that a call reads and writes before it returns.
#[cold]
#[inline(never)]
pub fn used_by_host(operands: &[Operand]) {
    if is_on(RACE) {
        race::used_by_host(operands);
    }
    if is_on(INIT) {
        shadow::used_by_host(operands);
    }
    if is_on(WASTE) {
        waste::used_by_host(operands);
    }
    if is_on(MEMORY) {
        memory::used_by_host(operands);
    }
}

/// Looks at a task that a graph captures. Returns where that is.
#[cold]
#[inline(never)]
pub fn captured(description: &Description) -> Stack {
    if is_on(MEMORY) {
        memory::submitted(description);
    }
    match CHECKS.load(Ordering::Relaxed) {
        0 => Stack::default(),
        _ => Stack::here(),
    }
}

/// Returns true if the errors of such tasks are followed. Those in which ranks meet count as functions of the program.
fn has_errors(kind: Kind) -> bool {
    match kind {
        Kind::Compute => is_on(HANDLE | API),
        Kind::Callback => is_on(API),
        Kind::Wait => false,
    }
}

/// The observer by which the shared hooks tell the checks.
struct Watch;

impl hooks::Observer for Watch {
    fn enter(&self, call: &Call) -> Option<Refusal> {
        if is_on(API) {
            call::begins(call);
        }
        None
    }

    fn leave(&self, call: &Call, ended: Ended) {
        if is_on(API) {
            api::ends(call, ended);
        }
    }

    fn submitted(&self, task: Task, description: &Description) {
        if !is_on(!0) {
            return;
        }
        if has_errors(task.kind) {
            unseen::submitted(task, description);
        }
        let replay = replays::Replay::of(description);
        let known = replay.map_or(Known::All, |replay| replay.of.known);
        if known == Known::Nothing {
            return;
        }
        if is_on(ORDER) {
            race::submitted(task, description, replay);
        }
        indices::submitted(task, description, replay);
        if task.kind == Kind::Compute && is_on(MEMORY) {
            match replay {
                None => memory::submitted(description),
                Some(replay) if known == Known::All => memory::replayed(description, replay),
                Some(_) => {}
            }
        }
    }

    fn begins(&self, task: Task) -> Result<()> {
        match task.kind {
            Kind::Compute => {
                running::begins();
                race::runs(task, true);
                if is_on(MEMORY) {
                    indices::begins(task);
                }
            }
            Kind::Callback if is_on(ORDER) => race::called(task, false),
            _ => {}
        }
        Ok(())
    }

    fn ends(&self, task: Task, result: &Result<()>) {
        if has_errors(task.kind) {
            unseen::ended(task, result);
        }
        match task.kind {
            Kind::Compute => {
                running::ends();
                race::runs(task, false);
            }
            Kind::Callback if is_on(ORDER) => race::called(task, true),
            _ => {}
        }
    }
}
