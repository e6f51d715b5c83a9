//! Errors of tasks that the program never asks for: its results are wrong, and it does not know.

use std::collections::{BTreeMap, HashMap};
use std::sync::{LazyLock, Mutex};

use super::call::{self, Submitted};
use super::enabled::{API, HANDLE, is_on};
use super::report::Report;
use crate::hooks::{Description, Task, TaskKey};
use crate::stack::Stack;
use hostnpu_base::error::{Reason, Result};
use hostnpu_base::sync::lock;

#[derive(Default)]
pub(super) struct Errors {
    /// Tasks that have not ended.
    tasks: HashMap<TaskKey, Submitted>,
    /// The first error of each stream that was not asked for.
    unseen: BTreeMap<u64, (u64, Submitted, String)>,
}

pub(super) static ERRORS: LazyLock<Mutex<Errors>> = LazyLock::new(Mutex::default);

/// Takes in a task.
pub(super) fn submitted(task: Task, description: &Description) {
    let submitted = Submitted {
        name: description.name,
        made: description.replayed.map_or_else(Stack::here, |of| of.made),
    };
    lock(&ERRORS).tasks.insert(task.key(), submitted);
}

/// Takes in the end of a task.
pub(super) fn ended(task: Task, result: &Result<()>) {
    let errors = &mut *lock(&ERRORS);
    let submitted = errors.tasks.remove(&task.key());
    if let (Err(error), Some(submitted)) = (result, submitted)
        // The program has ended it itself.
        && *error.reason() != Reason::Aborted
    {
        let failed = || (task.number, submitted, error.to_string());
        errors.unseen.entry(task.stream).or_insert_with(failed);
    }
}

/// Notes that the program was given the error of a stream.
#[cold]
#[inline(never)]
pub fn error_seen(stream: u64) {
    if is_on(HANDLE | API) {
        let seen = lock(&ERRORS).unseen.remove(&stream);
        if let Some((number, submitted, _)) = seen {
            call::learns(number, submitted);
        }
    }
}

/// Reports the errors that were never asked for.
pub(super) fn report() {
    for (stream, (number, submitted, error)) in std::mem::take(&mut lock(&ERRORS).unseen) {
        let name = match submitted.name {
            "" => "a task",
            name => name,
        };
        let sentence =
            format!("{name} has failed in stream {stream}, and nothing has asked for it");
        Report::error("HN-ERROR-UNSEEN", sentence)
            .fact("task", format!("{number} of stream {stream}: {error}"))
            .fact_at("made", "", submitted.made)
            .operator(name)
            .advice("A task's error is the status of the next synchronisation of its stream: call one after the last task, and look at it.")
            .send();
    }
}
