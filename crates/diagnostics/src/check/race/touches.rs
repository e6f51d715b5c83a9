//! Touches of the host on pages that queued tasks use.

use super::RACES;
use super::buffers::is_near;
use super::user::{used, user_text};
use crate::check::blocks::{self, Owner};
use crate::check::enabled::{RACE, is_on};
use crate::check::report::Report;
use crate::hooks;
use crate::stack::{Stack, is_library};
use hostnpu_base::sync::lock;

/// Looks at a fault. Says whether the instruction may run again.
pub(in crate::check) fn touched(address: usize, instruction: usize, writes: Option<bool>) -> bool {
    if !is_near(address) || address == instruction {
        return false;
    }
    let races = &mut *lock(&RACES);
    let found = races.buffers.user_at(address);
    let block = blocks::live(address).filter(|block| block.owner == Owner::Host);
    let Some((user, place)) = found else {
        // Another thread's wait has opened it meanwhile.
        return block.is_some();
    };
    races.buffers.open(&(address..address + 1));
    if !hooks::current().is_empty() || is_library(instruction) || !is_on(RACE) {
        return true;
    }
    let part = &user.parts[place];
    let writes = writes.unwrap_or(!part.writes);
    let does = if writes { "writes" } else { "reads" };
    let may = if part.writes { "write" } else { "read" };
    let name = user.name;
    let what = match &block {
        Some(block) => format!("byte {} of {}", address - block.start, block.name()),
        None => format!("{address:#x}"),
    };
    let rule = match writes {
        true => "HN-HOST-WRITE-EARLY",
        false => "HN-HOST-READ-EARLY",
    };
    let sentence = format!("host code {does} {what}, which {name} may still {may}");
    let mut report = Report::error(rule, sentence);
    if let Some(block) = &block {
        report = report.fact("memory", block.text());
    }
    report = used(report, "used", user_text(&user, part), &user);
    report = report.fact_at("touched", "", Stack::at(instruction));
    if let Some(block) = &block {
        report = report.fact_at("made", "", block.made);
    }
    report
        .operator(name)
        .advice("Synchronise the stream, or an event recorded after the copy, before the host touches the buffer. It is open for the host from here on.")
        .send();
    true
}
