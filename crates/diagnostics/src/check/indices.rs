//! Numbers of something that name nothing, where an operator's rule is to leave them out: as a rule a mistake of the data.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use super::closed;
use super::enabled::{MEMORY, is_on};
use super::replays::{Replay, told};
use super::report::Report;
use crate::hooks::{Description, Operand, Task, TaskKey};
use crate::npy;
use crate::stack::Stack;
use hostnpu_base::sync::lock;

/// A task that reads such numbers.
pub(super) struct Reader {
    name: &'static str,
    operands: Vec<Operand>,
    made: Stack,
    replay: Option<Replay>,
}

/// Those that have not begun.
pub(super) static READERS: LazyLock<Mutex<HashMap<TaskKey, Reader>>> =
    LazyLock::new(Mutex::default);

/// Takes in a task.
pub(super) fn submitted(task: Task, description: &Description, replay: Option<Replay>) {
    if !is_on(MEMORY) {
        return;
    }
    let names = |operand: &&Operand| operand.names_below.is_some();
    let operands: Vec<Operand> = description.operands.iter().filter(names).cloned().collect();
    if !operands.is_empty() {
        let reader = Reader {
            name: description.name,
            operands,
            made: replay.map_or_else(Stack::here, |replay| replay.of.made),
            replay,
        };
        lock(&READERS).insert(task.key(), reader);
    }
}

/// Looks at what a task reads, which is about to begin on this thread.
pub(super) fn begins(task: Task) {
    let Some(reader) = lock(&READERS).remove(&task.key()) else {
        return;
    };
    for operand in &reader.operands {
        look(&reader, operand, operand.names_below.unwrap_or(i64::MAX));
    }
}

fn look(reader: &Reader, operand: &Operand, below: i64) {
    let mut open = operand.clone();
    open.address = closed::alias(operand.address);
    // SAFETY: the task is about to begin on this thread: its operands are where it was told, and nothing that keeps the contract writes them
    // meanwhile.
    let bytes = unsafe { npy::elements(&open) };
    let size = operand.bits.div_ceil(8) as usize;
    let is_signed = operand.dtype.starts_with('I');
    let number = |bytes: &[u8]| {
        let is_negative = is_signed && bytes.last().is_some_and(|&last| last >= 0x80);
        let mut wide = [if is_negative { 0xff } else { 0 }; 8];
        wide[..size].copy_from_slice(bytes);
        i64::from_le_bytes(wide)
    };
    let mut outside = bytes
        .chunks_exact(size)
        .map(number)
        .enumerate()
        .filter(|(_, number)| !(0..below).contains(number));
    let Some((at, first)) = outside.next() else {
        return;
    };
    let count = 1 + outside.count();
    let (name, arg) = (reader.name, operand.name);
    let (elements, have) = match count {
        1 => ("element", "has"),
        _ => ("elements", "have"),
    };
    let sentence = format!(
        "{name}: {count} {elements} of `{arg}` {have} no effect, the first is {first} at {}; 0 to {} have one",
        place(at, &operand.shape),
        below - 1
    );
    let shape: Vec<String> = operand.shape.iter().map(i64::to_string).collect();
    let text = format!("as `{arg}` {}[{}]", operand.dtype, shape.join(","));
    let report = Report::warning("HN-IGNORED-INDEX", sentence).fact_at("used", text, reader.made);
    told(report, reader.replay)
        .operator(name)
        .advice("The operator leaves out such an element without an error; PyTorch and most other operators refuse it.")
        .send();
}

/// The indices of an element by its number.
fn place(number: usize, shape: &[i64]) -> String {
    let mut rest = number as i64;
    let mut indices: Vec<String> = Vec::new();
    for &extent in shape.iter().rev() {
        indices.push((rest % extent).to_string());
        rest /= extent;
    }
    indices.reverse();
    format!("[{}]", indices.join(","))
}
