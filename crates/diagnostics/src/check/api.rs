//! Calls that return an error: programs that do not look at statuses learn of none.

use std::cell::{Cell, RefCell};

use super::report::Report;
use super::stack::Stack;
use super::unseen::Submitted;
use crate::hooks::{self, Call, Ended};
use crate::text::one_line;

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

/// Notes that the call under way returns the error of a task.
pub(super) fn learns(number: u64, task: Submitted) {
    hooks::own(&TASKS, |tasks| tasks.push((number, task)));
}

/// Takes in a call that ends, and reports it if it has failed.
pub(super) fn ends(call: &Call, ended: Ended) {
    if let Some(error) = ended.error
        && !ended.is_answer
        && !IS_REPORTED.get()
    {
        let error = one_line(&error.to_string());
        let sentence = format!("{} fails with {}: {error}", call.name, ended.code);
        let here = Stack::here();
        let mut report = Report::error("HN-API-ERROR", sentence)
            .fact_at("called", "", here)
            .operator(call.name);
        // Under `HOSTNPU_DEBUG` it is the call that has queued the task.
        let tasks = hooks::own(&TASKS, std::mem::take).into_iter();
        for (number, task) in tasks.filter(|(_, task)| task.made.alike() != here.alike()) {
            let name = match task.name {
                "" => "a task",
                name => name,
            };
            report = report
                .fact_at("queued", format!("{name}, task {number}"), task.made)
                .operator(name);
        }
        report.send();
    }
}
