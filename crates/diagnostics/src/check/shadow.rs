//! Bytes of device memory that were ever written, in an order of tasks that the program allows.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{LazyLock, Mutex};

use super::blocks::{self, Block, Owner};
use super::footprint::{Part, part, parts};
use super::ranges::Ranges;
use super::replays::{Replay, told};
use super::report::Report;
use crate::hooks::{self, Description, Operand};
use crate::stack::Stack;
use hostnpu_base::sync::lock;

/// Bytes that were written, of each block by its start. What is no block counts as written.
pub(super) type Shadows = HashMap<usize, Ranges>;

pub(super) static WRITTEN: LazyLock<Mutex<Shadows>> = LazyLock::new(Mutex::default);

/// Most elements among which the first one that was not written is looked for.
const MOST_ELEMENTS: usize = 1 << 20;

/// Takes in new memory, of which nothing is written.
pub(super) fn allocated(owner: Owner, start: usize) {
    if let Owner::Device(_) = owner {
        lock(&WRITTEN).insert(start, Ranges::default());
    }
}

/// Takes in memory that the host may write without a call.
pub(super) fn opened(block: &Block) {
    if let Some(shadow) = lock(&WRITTEN).get_mut(&block.start) {
        shadow.add(&(block.start..block.start + block.size));
    }
}

/// Takes in that bytes of a block hold nothing any more.
pub(super) fn forgotten(bytes: &Range<usize>) {
    if let Some(block) = blocks::live(bytes.start)
        && let Some(shadow) = lock(&WRITTEN).get_mut(&block.start)
    {
        shadow.remove(bytes);
    }
}

/// Forgets memory.
pub(super) fn freed(start: usize) {
    lock(&WRITTEN).remove(&start);
}

/// The device block of a part, if it has one that is watched.
fn block_of(shadows: &Shadows, part: &Part) -> Option<Block> {
    let block = blocks::live(part.runs.first()?.start)?;
    shadows.contains_key(&block.start).then_some(block)
}

/// Marks bytes as written, or as not.
fn mark(shadows: &mut Shadows, part: &Part, as_written: bool) {
    if let Some(block) = block_of(shadows, part)
        && let Some(shadow) = shadows.get_mut(&block.start)
    {
        for run in &part.runs {
            match as_written {
                true => shadow.add(run),
                false => shadow.remove(run),
            }
        }
    }
}

/// Takes in a task that was submitted at a place: looks at what an operator reads, and marks what it writes.
pub(super) fn judged(description: &Description, made: Stack, replay: Option<Replay>) {
    match description.is_operator() {
        true => operator(description, made, replay),
        false => copy(&description.operands, description.name, (made, replay)),
    }
}

/// Takes in that a task may write something.
pub(super) fn may_be_written(description: &Description) {
    let shadows = &mut *lock(&WRITTEN);
    let mut parts = parts(description);
    parts.retain(|part| part.writes && !part.is_workspace);
    parts.iter().for_each(|part| mark(shadows, part, true));
}

fn operator(description: &Description, made: Stack, replay: Option<Replay>) {
    let shadows = &mut *lock(&WRITTEN);
    let parts = parts(description);
    let reads = parts.iter().filter(|part| part.reads && !part.is_workspace);
    for part in reads {
        let Some(block) = block_of(shadows, part) else {
            continue;
        };
        let written: usize = part
            .runs
            .iter()
            .map(|run| shadows[&block.start].count(run))
            .sum();
        let all: usize = part.runs.iter().map(Range::len).sum();
        if written < all {
            let operand = description
                .operands
                .iter()
                .find(|operand| operand.name == part.name);
            let first =
                operand.and_then(|operand| first_unwritten(operand, &shadows[&block.start]));
            let report = read_report(description.name, part, &block, first, (all - written, all));
            let report = report.fact_at("used", format!("as {}", part.text()), made);
            told(report, replay).fact_at("made", "", block.made).send();
        }
    }
    for part in &parts {
        if part.writes {
            mark(shadows, part, !part.is_workspace);
        }
    }
}

/// The indices of the first element of which some byte was not written.
fn first_unwritten(operand: &Operand, shadow: &Ranges) -> Option<Vec<i64>> {
    let bits = i64::from(operand.bits);
    let mut index = vec![0; operand.shape.len()];
    for _ in 0..MOST_ELEMENTS {
        let steps = index
            .iter()
            .zip(&operand.strides)
            .map(|(i, stride)| i * stride);
        let at = operand.offset + steps.sum::<i64>();
        let byte = |bit: i64| {
            operand
                .address
                .wrapping_add_signed(bit.div_euclid(8) as isize)
        };
        let element = byte(at * bits)..byte((at + 1) * bits + 7);
        if shadow.count(&element) < element.len() {
            return Some(index);
        }
        let next = (0..index.len())
            .rev()
            .find(|&axis| index[axis] + 1 < operand.shape[axis])?;
        index[next] += 1;
        index[next + 1..].fill(0);
    }
    None
}

fn read_report(
    name: &'static str,
    part: &Part,
    block: &Block,
    first: Option<Vec<i64>>,
    (unwritten, all): (usize, usize),
) -> Report {
    let elements: i64 = part.shape.iter().product();
    let size = (all / (elements.max(1) as usize)).max(1);
    let count = unwritten.div_ceil(size);
    let first = first.map_or(String::new(), |first| {
        let indices: Vec<String> = first.iter().map(i64::to_string).collect();
        format!(", the first [{}]", indices.join(","))
    });
    let sentence = format!(
        "{name}: `{}` has {count} uninitialised elements{first}",
        part.name
    );
    let share = all / (all - unwritten).max(1);
    let advice = match share {
        2 | 4 | 8 if (all - unwritten) * share == all => {
            "A part was written that would fit a number of elements taken for a number of bytes."
        }
        _ => {
            "If host code has written the memory directly: on a card it cannot. Copy it with aclrtMemcpy."
        }
    };
    Report::error("HN-UNINIT-READ", sentence)
        .fact("memory", block.text())
        .operator(name)
        .advice(advice)
}

/// Takes in a copy or a set.
fn copy(operands: &[Operand], name: &'static str, (made, replay): (Stack, Option<Replay>)) {
    let shadows = &mut *lock(&WRITTEN);
    let mut source: Option<Part> = None;
    let mut was_used = true;
    for operand in operands {
        let Some(part) = part(operand) else { continue };
        if part.writes {
            match &source {
                Some(from) if block_of(shadows, &part).is_some() => {
                    copy_marks(shadows, from, &part)
                }
                _ => mark(shadows, &part, true),
            }
            was_used = block_of(shadows, &part).is_some();
            if was_used {
                source = None;
            }
        } else {
            if !was_used {
                break;
            }
            source = Some(part);
            was_used = false;
        }
    }
    // What was read and not written to a device goes to the host.
    if let Some(part) = source
        && let Some(block) = block_of(shadows, &part)
    {
        let written: usize = part
            .runs
            .iter()
            .map(|run| shadows[&block.start].count(run))
            .sum();
        if written == 0 {
            let text = "Nothing has written these bytes: a second phase that was not called, or another buffer's address.";
            let report = Report::error(
                "HN-UNINIT-COPY",
                format!("{name} copies memory to the host that was never written"),
            )
            .fact("memory", block.text())
            .fact_at("used", format!("as {}", part.text()), made);
            told(report, replay)
                .fact_at("made", "", block.made)
                .operator(name)
                .advice(text)
                .send();
        }
    }
}

/// Marks a copy as its source is.
fn copy_marks(shadows: &mut Shadows, from: &Part, to: &Part) {
    let Some(source) = block_of(shadows, from) else {
        mark(shadows, to, true);
        return;
    };
    let rows = from.runs.iter().zip(&to.runs);
    let mut written = Vec::new();
    for (from, to) in rows {
        let parts = shadows[&source.start].within(from);
        let moved = |part: &Range<usize>| {
            part.start - from.start + to.start..part.end - from.start + to.start
        };
        written.extend(parts.iter().map(moved));
    }
    let same_rows = from.runs.len() == to.runs.len();
    mark(shadows, to, !same_rows);
    if same_rows
        && let Some(target) = block_of(shadows, to)
        && let Some(shadow) = shadows.get_mut(&target.start)
    {
        for part in &written {
            shadow.add(part);
        }
    }
}

/// Looks at a copy or a set that a call makes at once.
pub(super) fn used_by_host(operands: &[Operand]) {
    copy(operands, hooks::current(), (Stack::here(), None));
}
