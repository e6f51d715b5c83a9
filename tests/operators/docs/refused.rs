//! Values of arguments that the vendor's pages name and that are refused, or do nothing: a part of `docs/operators.md`. Each is tried in the first sample of its operator.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::argument::Argument;
use crate::call::{call, written};
use crate::process;
use crate::table::{Row, all_rows, is_wanted, on_950};
use crate::unused::{Unused, argument, unused};

/// The test, which each chip's operators have in a process of their own.
const THIS: &str = "docs::refused::refused_values_are_refused_and_ignored_ones_change_nothing";
/// Before the name of an operator that a process has tried.
const TRIED: &str = "tried: ";

/// A value for readers.
fn shown(value: &str) -> String {
    let is_tensor = value.ends_with(']') && !value.starts_with('[');
    match value {
        _ if value.starts_with("array ") => "an array".into(),
        _ if value.starts_with("list ") => "a list".into(),
        _ if is_tensor => "a tensor".into(),
        "0.125" => "other than 0".into(),
        _ => value.into(),
    }
}

fn rows_of(table: &[Unused], is_ignored: bool) -> String {
    let mut text = String::new();
    // Operators with the same words share a line.
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for line in table.iter().filter(|line| line.is_ignored == is_ignored) {
        let values: Vec<String> = line.values.iter().map(|value| shown(value)).collect();
        let rest = format!(
            "`{}` | {} | {}",
            line.argument,
            values.join(", "),
            line.reason
        );
        let operator = format!("`{}`", line.operator);
        match lines.iter_mut().find(|(known, _)| *known == rest) {
            Some((_, operators)) => operators.push(operator),
            None => lines.push((rest, vec![operator])),
        }
    }
    for (rest, operators) in lines {
        writeln!(text, "| {} | {rest} |", operators.join("<br>")).unwrap();
    }
    text
}

/// The part of the document.
pub fn text() -> String {
    let table = unused();
    let head = |title: &str, last: &str| {
        format!("| operators | argument | {title} | {last} |\n|---|---|---|---|\n")
    };
    [
        "\n## Refused modes\n\nValues that the vendor's pages name, and that are refused here; a test tries each. \
         Each other optional argument is given by a sample of its operator. \
         What pages exclude by types, shapes and chips is in [compatibility.md](compatibility.md).\n\n",
        &head("refused", "why"),
        &rows_of(&table, false),
        "\nArguments that may be given and do nothing:\n\n",
        &head("given", "why"),
        &rows_of(&table, true),
    ]
    .concat()
}

/// Checks that a value is refused by the name of its argument.
fn check_refused(row: &Row, line: &Unused, sample: &[Argument], found: &mut Vec<String>) {
    let at = row.position(&line.argument);
    for value in &line.values {
        let mut sample = sample.to_vec();
        sample[at] = argument(value);
        let name = row.entry.name;
        match call(row.entry, &sample) {
            Ok(_) => found.push(format!("{name} takes {value} as `{}`", line.argument)),
            Err(refusal) if refusal.message.contains(&format!("`{}`", line.argument)) => {}
            Err(refusal) => found.push(format!(
                "{name}, `{}` {value}: {}",
                line.argument, refusal.message
            )),
        }
    }
}

/// Checks that a value changes no result.
fn check_ignored(row: &Row, line: &Unused, sample: &[Argument], found: &mut Vec<String>) {
    let at = row.position(&line.argument);
    let without = call(row.entry, sample).unwrap();
    for value in &line.values {
        let mut sample = sample.to_vec();
        sample[at] = argument(value);
        let name = row.entry.name;
        match call(row.entry, &sample) {
            Ok(mut outputs) => {
                if outputs.len() > without.len() {
                    outputs.remove(written(row.entry, &sample[..at]).len());
                }
                if outputs != without {
                    found.push(format!("{name}: `{}` changes a result", line.argument));
                }
            }
            Err(refusal) => {
                found.push(format!("{name}, `{}`: {}", line.argument, refusal.message));
            }
        }
    }
}

/// Tries all lines of operators that this process has, and returns their names.
fn tried_here(table: &[Unused]) -> BTreeSet<String> {
    let rows = all_rows();
    let (mut tried, mut found) = (BTreeSet::new(), Vec::new());
    let of_chip = table.iter().filter(|line| line.is_of_this_chip());
    for line in of_chip.filter(|line| is_wanted(&line.operator)) {
        let row = rows.iter().find(|row| row.entry.name == line.operator);
        let row = row.unwrap_or_else(|| panic!("no row of {}", line.operator));
        let sample = row.sample();
        // Not every chip has it.
        if call(row.entry, &sample).is_err() {
            continue;
        }
        tried.insert(line.operator.clone());
        match line.is_ignored {
            true => check_ignored(row, line, &sample, &mut found),
            false => check_refused(row, line, &sample, &mut found),
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    tried
}

#[test]
fn refused_values_are_refused_and_ignored_ones_change_nothing() {
    let table = unused();
    let mut tried = tried_here(&table);
    if !on_950() {
        tried.iter().for_each(|name| println!("{TRIED}{name}"));
        return;
    }
    for chip in ["Ascend910B1", "Ascend310P3"] {
        let output = process::run(&["--exact", THIS, "--nocapture"], &[("HOSTNPU_SOC", chip)]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "with {chip}:\n{text}");
        let names = text.lines().filter_map(|line| line.split_once(TRIED));
        tried.extend(names.map(|(_, name)| name.to_owned()));
    }
    let wanted = table.iter().map(|line| &line.operator);
    let left: Vec<&String> = wanted
        .filter(|name| is_wanted(name) && !tried.contains(*name))
        .collect();
    assert!(left.is_empty(), "no chip has {left:?}");
}
