//! Hints at work and memory that nothing has a use for, in an order of tasks that the program allows: what it does is right, and could be done with less.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use super::blocks::{self, Block, Owner};
use super::enabled::{WASTE, is_on};
use super::footprint::{Part, part, parts};
use super::ranges::Ranges;
use super::replays::{Replay, told};
use super::report::Report;
use crate::edge::Edge;
use crate::hooks::{self, Description, Operand};
use crate::stack::Stack;
use hostnpu_base::sync::lock;

/// Writes of a block that are kept; older ones are forgotten.
const MOST_WRITES: usize = 1024;

/// A write of a task.
struct Write {
    name: &'static str,
    part: Part,
    /// Distances between elements, of an operator's output.
    strides: Vec<i64>,
    made: Stack,
    replay: Option<Replay>,
    /// Its bytes that were not written again.
    rest: Ranges,
    is_read: bool,
}

/// Uses of a block of device memory.
#[derive(Default)]
pub(super) struct Uses {
    is_used: bool,
    writes: Vec<Write>,
}

/// Blocks by their starts.
pub(super) static USES: LazyLock<Mutex<HashMap<usize, Uses>>> = LazyLock::new(Mutex::default);

/// Takes in new memory.
pub(super) fn allocated(owner: Owner, start: usize) {
    if let Owner::Device(_) = owner {
        lock(&USES).insert(start, Uses::default());
    }
}

/// Takes in the end of memory.
pub(super) fn freed(block: &Block) {
    let uses = lock(&USES).remove(&block.start);
    if uses.is_some_and(|uses| !uses.is_used) {
        unused(block);
    }
}

fn unused(block: &Block) {
    let sentence = format!("no task and no copy uses {}", block.name());
    let mut report = Report::hint("HN-UNUSED-MEMORY", sentence)
        .fact("memory", block.text())
        .fact_at("made", "", block.made);
    if let Some((stack, _)) = block.freed {
        report = report.fact_at("freed", "", stack);
    }
    report.send();
}

/// Reports memory that was not used until the process ends.
pub(super) fn report() {
    let mut starts: Vec<usize> = Vec::new();
    for (&start, uses) in &*lock(&USES) {
        if !uses.is_used {
            starts.push(start);
        }
    }
    let mut blocks: Vec<Block> = starts.into_iter().filter_map(blocks::live).collect();
    blocks.sort_by_key(|block| block.number);
    blocks.iter().for_each(unused);
}

/// Takes in that memory is used in a way that is not followed.
pub(super) fn opened(start: usize) {
    if let Some(uses) = lock(&USES).get_mut(&start) {
        uses.is_used = true;
        uses.writes.clear();
    }
}

/// Takes in a task of which is not known what it does, or when.
pub(super) fn uncertain(description: &Description) {
    let workspace = (description.workspace.1 > 0).then_some(description.workspace.0);
    let operands = description.operands.iter().map(|operand| operand.address);
    for block in operands.chain(workspace).filter_map(blocks::live) {
        opened(block.start);
    }
}

/// Takes in a task that was submitted at a place.
pub(super) fn judged(description: &Description, made: Stack, replay: Option<Replay>) {
    // Streams wait for words as well as tasks read them.
    if matches!(description.edge, Some(Edge::Write(..))) {
        return uncertain(description);
    }
    let operands = &description.operands;
    if operands
        .iter()
        .any(|operand| operand.address != 0 && part(operand).is_none())
    {
        return uncertain(description);
    }
    let is_operator = description.is_operator();
    let strides_of = |part: &Part| {
        let named = operands.iter().find(|operand| operand.name == part.name);
        named
            .filter(|_| is_operator)
            .map(|operand| operand.strides.as_slice())
    };
    let parts = parts(description);
    for part in parts.iter().filter(|part| part.reads) {
        read(part, strides_of(part), description.name, made, replay);
    }
    for part in parts
        .into_iter()
        .filter(|part| part.writes && !part.is_workspace)
    {
        let strides = strides_of(&part).unwrap_or_default().to_vec();
        let mut rest = Ranges::default();
        part.runs.iter().for_each(|run| rest.add(run));
        let write = Write {
            name: description.name,
            part,
            strides,
            made,
            replay,
            rest,
            is_read: false,
        };
        written(write);
    }
}

/// Takes in what a call reads and writes at once.
pub(super) fn used_by_host(operands: &[Operand]) {
    let description = Description {
        name: hooks::current(),
        operands: operands.to_vec(),
        ..Description::default()
    };
    judged(&description, Stack::here(), None);
}

fn read(
    part: &Part,
    strides: Option<&[i64]>,
    name: &'static str,
    made: Stack,
    replay: Option<Replay>,
) {
    let uses = &mut *lock(&USES);
    let start = part.runs.first().and_then(|run| blocks::live(run.start));
    let Some(uses) = start.and_then(|block| uses.get_mut(&block.start)) else {
        return;
    };
    uses.is_used = true;
    for write in &mut uses.writes {
        let is_met = |run| write.rest.count(run) > 0;
        if !part.runs.iter().any(is_met) {
            continue;
        }
        write.is_read = true;
        if let Some(strides) = strides
            && is_other_order(write, part, strides)
        {
            let sentence = format!(
                "{name} reads `{}` in another order than {} has written it: strides {strides:?}, not {:?}",
                part.name, write.name, write.strides
            );
            let report = Report::hint("HN-OTHER-STRIDES", sentence)
                .fact_at("written", format!("as {}", write.part.text()), write.made)
                .fact_at("used", format!("as {}", part.text()), made);
            told(report, replay)
                .operator(name)
                .operator(write.name)
                .advice("Both have one shape: a view may have been described as contiguous. Right if its elements are meant to be taken in the order of memory.")
                .send();
        }
    }
}

/// Returns true if the same bytes, all written by one task, are read in the same shape with other strides, and not with the axes in another order.
fn is_other_order(write: &Write, part: &Part, strides: &[i64]) -> bool {
    let axes = |shape: &[i64], strides: &[i64]| -> Vec<(i64, i64)> {
        let pairs = shape.iter().copied().zip(strides.iter().copied());
        pairs.filter(|(extent, _)| *extent != 1).collect()
    };
    let mut written = axes(&write.part.shape, &write.strides);
    let mut read = axes(&part.shape, strides);
    let extents = |axes: &[(i64, i64)]| axes.iter().map(|axis| axis.0).collect::<Vec<_>>();
    let is_whole = || {
        write
            .part
            .runs
            .iter()
            .all(|run| write.rest.count(run) == run.len())
    };
    if write.strides.is_empty()
        || write.part.dtype != part.dtype
        || write.part.runs != part.runs
        || extents(&written) != extents(&read)
        || !is_whole()
    {
        return false;
    }
    written.sort_unstable();
    read.sort_unstable();
    written != read
}

fn written(new: Write) {
    let uses = &mut *lock(&USES);
    let start = new
        .part
        .runs
        .first()
        .and_then(|run| blocks::live(run.start));
    let Some((block, uses)) = start
        .and_then(|block| Some((uses.get_mut(&block.start)?, block)))
        .map(|(uses, block)| (block, uses))
    else {
        return;
    };
    uses.is_used = true;
    for write in &mut uses.writes {
        new.part.runs.iter().for_each(|run| write.rest.remove(run));
    }
    for lost in uses.writes.extract_if(.., |write| write.rest.is_empty()) {
        if lost.is_read {
            continue;
        }
        let sentence = format!(
            "nothing reads what {} writes before {} has written all of it again",
            lost.name, new.name
        );
        let report = Report::hint("HN-UNREAD-WRITE", sentence)
            .fact("memory", block.text())
            .fact_at("written", format!("as {}", lost.part.text()), lost.made);
        let report = told(report, lost.replay);
        told(
            report.fact_at("again", format!("as {}", new.part.text()), new.made),
            new.replay,
        )
        .operator(lost.name)
        .operator(new.name)
        .send();
    }
    if uses.writes.len() >= MOST_WRITES {
        uses.writes.remove(0);
    }
    uses.writes.push(new);
}

/// Notes that what follows cannot be followed.
pub(super) fn give_up() {
    if is_on(WASTE) {
        lock(&USES).clear();
    }
}
