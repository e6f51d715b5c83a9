//! Calls that return an error: programs that do not look at statuses learn of none.

use super::call;
use super::report::Report;
use crate::hooks::{Call, Ended};
use crate::stack::Stack;
use crate::text::one_line;

/// Takes in a call that ends, and reports it if it has failed.
pub(super) fn ends(call: &Call, ended: Ended) {
    if let Some(error) = ended.error
        && !ended.is_answer
        && !call::is_error_reported()
    {
        let error = one_line(&error.to_string());
        let sentence = format!("{} fails with {}: {error}", call.name, ended.code);
        let here = Stack::here();
        let mut report = Report::error("HN-API-ERROR", sentence)
            .fact_at("called", "", here)
            .operator(call.name);
        // Under `HOSTNPU_DEBUG` it is the call that has queued the task.
        let tasks = call::take_tasks().into_iter();
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
