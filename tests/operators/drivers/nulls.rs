//! Each required argument null in turn: its code, its name in the message, and nothing written.

use std::ptr;

use super::{is_pointer, report, wrong_refusal};
use crate::argument::{Argument, POISON};
use crate::call::{prepare, prepare_untouched};
use crate::table::rows;

#[test]
fn a_null_argument_is_refused_by_its_name() {
    let mut found = Vec::new();
    for row in rows() {
        let sample = row.sample();
        for (at, parameter) in row.entry.parameters.iter().enumerate() {
            let what = format!("nulls {}", parameter.name);
            if parameter.optional || !is_pointer(parameter.word) || row.skips(&what) {
                continue;
            }
            let mut arguments = sample.clone();
            arguments[at] = Argument::Null;
            let mut call = prepare_untouched(row.entry, &arguments);
            let result = call.run();
            if let Some(wrong) =
                wrong_refusal(row.entry, result, &[row.entry.null], Some(parameter.name))
            {
                found.push(format!("{} {what}: {wrong}", row.entry.name));
            }
            let in_place = row
                .entry
                .parameters
                .iter()
                .any(|p| p.direction.writes() && p.direction.reads());
            if !in_place && call.outputs().iter().flatten().any(|&byte| byte != POISON) {
                found.push(format!("{} {what}: an output was written", row.entry.name));
            }
        }
    }
    report(found);
}

#[test]
fn null_for_the_workspace_size_the_executor_and_in_the_second_phase_is_161001() {
    let mut found = Vec::new();
    for row in rows() {
        let call = prepare(row.entry, &row.sample());
        for executor_is_null in [false, true] {
            let status = call.without_output(executor_is_null);
            if status != 161_001 {
                found.push(format!("{}: {status} for a null output", row.entry.name));
            }
        }
        // SAFETY: a null executor is refused before anything else is looked at.
        let status = unsafe {
            (row.entry.second_phase)(ptr::null_mut(), 0, ptr::null_mut(), std::mem::zeroed())
        };
        // The grouped MX operators turn every refusal of their second phase into 561000.
        if status != 161_001 && status != 561_000 {
            found.push(format!("{}: {status} for a null executor", row.entry.name));
        }
    }
    report(found);
}
