//! The summary of a run.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::Options;
use crate::library::Library;
use crate::progress::{Counters, Progress};

fn read(counter: &AtomicU32) -> u64 {
    counter.load(Ordering::Relaxed).into()
}

/// Prints how many calls ended how, and which operators never succeeded.
pub fn print(
    options: &Options,
    library: &Library,
    progress: &Progress,
    findings: usize,
    seconds: u64,
) {
    let chosen = options.chosen(library);
    let total = |counter: fn(&Counters) -> &AtomicU32| -> u64 {
        chosen
            .iter()
            .map(|&at| read(counter(&progress.operators[at])))
            .sum()
    };
    let never: Vec<&str> = chosen
        .iter()
        .filter(|&&at| read(&progress.operators[at].successes) == 0)
        .map(|&at| library.operators[at].name)
        .collect();
    let succeeded = chosen.len() - never.len();
    println!(
        "fuzz_operators: {} calls: {} succeeded ({} of them repeated), {} with nothing to compute, {} refused, {} failed as tasks, {} planned only",
        total(|of| &of.calls),
        total(|of| &of.successes),
        total(|of| &of.repeated),
        total(|of| &of.empty),
        total(|of| &of.refusals),
        total(|of| &of.failures),
        total(|of| &of.planned),
    );
    println!(
        "fuzz_operators: {succeeded} of {} operators succeeded ({:.1} %){}{}",
        chosen.len(),
        100.0 * succeeded as f64 / chosen.len().max(1) as f64,
        if never.is_empty() { "" } else { "; never: " },
        never.join(" ")
    );
    let missing: Vec<&str> = (0..library.operators.len())
        .filter(|&at| !library.has(at))
        .map(|at| library.operators[at].name)
        .collect();
    if !missing.is_empty() {
        println!("fuzz_operators: not in the library: {}", missing.join(" "));
    }
    println!("fuzz_operators: {findings} findings in {seconds} s");
}

/// Prints the refusals of each operator that never succeeded, the last ones with their calls.
pub fn explain(folder: &Path, library: &Library, progress: &Progress) {
    let text = fs::read_to_string(folder.join("findings")).unwrap_or_default();
    for (at, operator) in library.operators.iter().enumerate() {
        if read(&progress.operators[at].successes) > 0 {
            continue;
        }
        let start = format!("{} ", operator.name);
        let lines = text
            .lines()
            .filter_map(|line| line.strip_prefix("explain\t")?.split_once('\t'));
        let own: Vec<_> = lines.filter(|(_, case)| case.starts_with(&start)).collect();
        if !own.is_empty() {
            println!("\n{}", operator.name);
        }
        for (sentence, case) in own.iter().rev().take(8).rev() {
            println!("  {sentence}\n      {case}");
        }
    }
}
