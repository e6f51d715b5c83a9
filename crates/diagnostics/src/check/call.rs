//! The call of a thread that is under way: whether an error was reported in it, and the tasks whose errors it is given.

use std::cell::{Cell, RefCell};

use crate::hooks::{self, Call};
use crate::stack::Stack;

/// A task, and where it was submitted.
#[derive(Clone, Copy)]
pub(super) struct Submitted {
    pub name: &'static str,
    pub made: Stack,
}

thread_local! {
    /// True if another check has reported an error in the call of this thread that is under way.
    static IS_REPORTED: Cell<bool> = const { Cell::new(false) };
    /// Tasks whose errors this call is given: number, and what has queued it.
    static TASKS: RefCell<Vec<(u64, Submitted)>> = const { RefCell::new(Vec::new()) };
}

/// Takes in a call that begins.
pub(super) fn begins(call: &Call) {
    if call.depth == 0 {
        IS_REPORTED.set(false);
        hooks::own(&TASKS, Vec::clear);
    }
}

/// Notes that an error is reported: the refusal that follows from it is not told again.
pub(super) fn error_reported() {
    IS_REPORTED.set(true);
}

/// Returns true if an error was reported.
pub(super) fn is_error_reported() -> bool {
    IS_REPORTED.get()
}

/// Notes that the call under way returns the error of a task.
pub(super) fn learns(number: u64, task: Submitted) {
    hooks::own(&TASKS, |tasks| tasks.push((number, task)));
}

/// Takes the tasks whose errors it was given.
pub(super) fn take_tasks() -> Vec<(u64, Submitted)> {
    hooks::own(&TASKS, std::mem::take)
}
