//! One promise each, for all rows.

mod changing;
mod combinations;
mod contracts;
mod coverage;
mod differences;
mod dtypes;
mod formats;
mod high_performance;
mod joined_types;
mod layouts;
mod lengths;
mod nulls;
mod optional_arguments;
mod other_chips;
mod same_bits;
mod shapes;
mod signatures;
mod values;

use std::sync::Mutex;
use std::thread;

use hostnpu_aclnn_operators::entry::EntryPoint;

use crate::call::Refusal;
use crate::table::{Reference, Row, rows};

/// Findings of a check in the rows, on all cores. Rows of one exact function are taken together: its results are computed once.
fn in_parallel(check: impl Fn(&Row) -> Vec<String> + Sync) -> Vec<String> {
    let function = |row: &Row| match row.reference {
        Reference::Unary(function) => Some(function as usize),
        _ => None,
    };
    let rows = rows();
    let alike = |a: &Row, b: &Row| function(a).is_some() && function(a) == function(b);
    let left = Mutex::new(rows.chunk_by(alike));
    let worker = || {
        let mut found = Vec::new();
        loop {
            let next = left.lock().unwrap().next();
            let Some(rows) = next else { return found };
            found.extend(rows.iter().flat_map(&check));
        }
    };
    thread::scope(|scope| {
        let workers = (0..thread::available_parallelism().map_or(1, usize::from))
            .map(|_| scope.spawn(worker))
            .collect::<Vec<_>>();
        let found = workers.into_iter().map(|worker| worker.join());
        found
            .flat_map(|found| found.expect("a check that does not panic"))
            .collect()
    })
}

/// True if a parameter is a pointer.
fn is_pointer(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_uppercase()) && word != "DataType"
}

/// Holds a refusal against what it must be; gives what is wrong.
fn wrong_refusal(
    entry: &EntryPoint,
    result: Result<impl Sized, Refusal>,
    codes: &[i32],
    argument: Option<&str>,
) -> Option<String> {
    let refusal = match result {
        Ok(_) => return Some("accepted".into()),
        Err(refusal) => refusal,
    };
    if !codes.contains(&refusal.code) {
        return Some(format!(
            "{} instead of {codes:?}: {}",
            refusal.code, refusal.message
        ));
    }
    let phase = format!("{}GetWorkspaceSize: ", entry.name);
    let names = argument.is_none_or(|name| refusal.message.contains(&format!("`{name}`")));
    (!names || !refusal.message.contains(&phase)).then(|| {
        format!(
            "the message names not {argument:?} or not the function: {:?}",
            refusal.message
        )
    })
}

/// Fails with all that was found.
fn report(found: Vec<String>) {
    assert!(
        found.is_empty(),
        "{} findings:\n{}",
        found.len(),
        found.join("\n")
    );
}
