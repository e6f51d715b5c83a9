//! Addresses that calls are given: of freed memory, past the end of a block, of the wrong side, of another device.

use std::ops::Range;

use super::blocks;
use super::enabled::{MEMORY, is_on};
use super::footprint::{Part, parts};
use super::pools;
use super::replays::Replay;
use super::report::Report;
use crate::hooks::{self, Description, Operand};
use crate::stack::Stack;

/// Kind of memory in which an operand of a task lies, as the device knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Not known to the library: the program's own.
    Pageable,
    /// Page-locked memory of the host.
    Locked,
    /// A device's memory.
    Device(i32),
    /// Memory of the program that devices may use.
    Shared,
}

/// Looks at bytes that a call is given, starting at `base`.
#[cold]
#[inline(never)]
pub fn given(arg: &'static str, base: usize, bytes: &Range<usize>) {
    if !is_on(MEMORY) || base == 0 || bytes.is_empty() {
        return;
    }
    let call = hooks::current();
    if let Some(block) = blocks::live(base) {
        if block.start <= bytes.start && bytes.end <= block.start + block.size {
            return in_pool(arg, bytes);
        }
        let reach = bytes.end as i128 - block.start as i128;
        let sentence = format!(
            "{call}: `{arg}` reaches byte {reach} of {}, which has {}",
            block.name(),
            block.size
        );
        let is_rounding = block.start <= bytes.start && bytes.end <= block.start + block.room;
        let report = if is_rounding {
            Report::warning("HN-ROUNDED-SIZE", sentence).advice(
                "aclrtMalloc rounds sizes up, so that the call is carried out; ask for all bytes that you use.",
            )
        } else {
            Report::error("HN-OUT-OF-BOUNDS", sentence)
        };
        report
            .fact("memory", block.text())
            .fact_at("used", "", Stack::here())
            .fact_at("made", "", block.made)
            .operator(call)
            .send();
    } else {
        freed(arg, base);
    }
}

/// Looks at bytes of a pool: of a region that was given back, or past the end of one.
fn in_pool(arg: &'static str, bytes: &Range<usize>) {
    let Some(region) = pools::around(bytes.start) else {
        return;
    };
    let call = hooks::current();
    let report = if region.freed.is_some() {
        let sentence = format!(
            "{call}: `{arg}` lies in {}, which was given back to its pool",
            region.name()
        );
        Report::error("HN-USE-AFTER-FREE", sentence)
    } else if bytes.end > region.start + region.size {
        let reach = bytes.end - region.start;
        let sentence = format!(
            "{call}: `{arg}` reaches byte {reach} of {}, which has {}",
            region.name(),
            region.size
        );
        Report::error("HN-OUT-OF-BOUNDS", sentence)
    } else {
        return;
    };
    let mut report = report
        .fact("memory", region.text())
        .fact_at("used", "", Stack::here());
    if let Some((stack, by)) = region.freed {
        report = report.fact_at("freed", format!("by {by}"), stack);
    }
    report
        .fact_at("made", "", region.made)
        .operator(call)
        .send();
}

/// Looks at the memory of a task of a graph that is replayed, which has to be there still.
pub(super) fn replayed(description: &Description, replay: Replay) {
    for part in parts(description) {
        replayed_part(description.name, &part, replay);
    }
}

/// Looks at an operand of a task that a replay of a graph submits: its memory may have been freed since the capture.
fn replayed_part(task: &'static str, part: &Part, replay: Replay) {
    let Some(block) = part.runs.first().and_then(|run| blocks::dead(run.start)) else {
        return;
    };
    let call = hooks::current();
    let sentence = format!(
        "{call}: `{}` of {task} lies in {}, which was freed",
        part.name,
        block.name()
    );
    let mut report = Report::error("HN-USE-AFTER-FREE", sentence)
        .fact("memory", block.text())
        .fact_at("used", format!("by {}", replay.text()), replay.of.made);
    report = replay.told(report);
    if let Some((stack, by)) = block.freed {
        report = report.fact_at("freed", format!("by {by}"), stack);
    }
    report
        .fact_at("made", "", block.made)
        .operator(task)
        .operator(call)
        .advice("The memory that captured tasks use has to stay until the last replay is over.")
        .send();
}

/// Reports the use of freed memory. Says whether it is one.
fn freed(arg: &'static str, address: usize) -> bool {
    let Some(block) = blocks::dead(address) else {
        return false;
    };
    let call = hooks::current();
    let sentence = format!("{call}: `{arg}` lies in {}, which was freed", block.name());
    let mut report = Report::error("HN-USE-AFTER-FREE", sentence)
        .fact("memory", block.text())
        .fact_at("used", "", Stack::here());
    if let Some((stack, by)) = block.freed {
        report = report.fact_at("freed", format!("by {by}"), stack);
    }
    report.fact_at("made", "", block.made).operator(call).send();
    true
}

/// Looks at an operand of an operator that is about to be queued on a device.
#[cold]
#[inline(never)]
pub fn operand(arg: &'static str, address: usize, side: Side, device: i32) {
    if !is_on(MEMORY) {
        return;
    }
    let call = hooks::current();
    let (rule, sentence, advice) = match side {
        Side::Shared => return,
        Side::Device(own) if own == device => return,
        Side::Device(other) => (
            "HN-OTHER-DEVICE",
            format!(
                "{call}: `{arg}` lies in memory of device {other}, and the stream is one of device {device}"
            ),
            "Copy it to the stream's device, or use a stream of the other one.",
        ),
        Side::Pageable if freed(arg, address) => return,
        Side::Pageable => (
            "HN-HOST-POINTER",
            format!("{call}: `{arg}` points to host memory"),
            "An operator works on device memory: allocate it with aclrtMalloc, and copy with aclrtMemcpy.",
        ),
        Side::Locked => (
            "HN-HOST-POINTER",
            format!("{call}: `{arg}` points to page-locked host memory"),
            "Page-locked memory is for copies: an operator works on memory of aclrtMalloc.",
        ),
    };
    let mut report =
        Report::error(rule, sentence).fact_at("used", format!("{address:#x}"), Stack::here());
    if let Some(block) = blocks::live(address) {
        report = report
            .fact("memory", block.text())
            .fact_at("made", "", block.made);
    }
    report.operator(call).advice(advice).send();
}

/// Reports a copy whose kind says another way than its addresses.
#[cold]
#[inline(never)]
pub fn copied(said: &'static str, is: &'static str) {
    if is_on(MEMORY) {
        let call = hooks::current();
        Report::warning(
            "HN-COPY-DIRECTION",
            format!("{call}: the kind says {said}, the addresses {is}"),
        )
        .fact_at("used", "", Stack::here())
        .operator(call)
        .advice("The newest runtime goes by the addresses, older ones fail or copy nonsense.")
        .send();
    }
}

/// The same for a copy that is over when its call returns.
pub(super) fn used_by_host(operands: &[Operand]) {
    submitted(&Description {
        name: hooks::current(),
        operands: operands.to_vec(),
        ..Description::default()
    });
}

/// Looks at the operands of an operator or a copy together: an output that overlaps an input only partly is not what a card expects.
pub(super) fn submitted(description: &Description) {
    // Of what works on bytes only copies: a collective's own part may lie in what it gathers.
    if !description.is_operator() && !description.name.contains("emcpy") {
        return;
    }
    let parts = parts(description);
    for output in parts
        .iter()
        .filter(|part| part.writes && !part.is_workspace)
    {
        for input in parts.iter().filter(|part| !part.writes) {
            let meets = input.runs.iter().any(|run| {
                let at = output.runs.partition_point(|own| own.end <= run.start);
                output.runs.get(at).is_some_and(|own| own.start < run.end)
            });
            // What an operator puts into another form in its place overlaps itself by its contract.
            let is_itself = input.name == output.name;
            if meets && input.runs != output.runs && !is_itself {
                let (call, to, from) = (description.name, output.name, input.name);
                Report::warning("HN-PARTIAL-OVERLAP", format!("{call}: `{to}` overlaps `{from}` without being it"))
                    .fact_at("used", "", Stack::here())
                    .operator(call)
                    .advice("Here all inputs are read before anything is written; a card reads while it writes.")
                    .send();
            }
        }
    }
}
