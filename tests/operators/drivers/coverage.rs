//! Every operator has a row, and every row says all of its tensors and scalars.

use std::collections::BTreeSet;

use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, EntryPoint};

use super::report;
use crate::table::{Reference, all_rows, is_wanted, rows};

/// The file of a row below `table/`: the vendor's category and the name of the header, for all versions that of the first.
fn file_of(entry: &EntryPoint) -> String {
    let name = |entry: &EntryPoint| entry.module.rsplit("::").next().unwrap_or_default();
    let is_version = |other: &&&EntryPoint| {
        other.category() == entry.category() && operator(name(other)) == operator(name(entry))
    };
    let versions = ENTRY_POINTS
        .iter()
        .filter(is_version)
        .map(|other| name(other));
    let first = versions.min_by_key(|name| (name.len(), *name));
    format!("{}/{}.rs", entry.category(), first.unwrap_or_default())
}

/// The name of a header without what tells versions of an operator from each other.
fn operator(header: &str) -> &str {
    let before_number = header.trim_end_matches(|c: char| c.is_ascii_digit());
    let before_version = match before_number.strip_suffix('v') {
        Some(rest) if before_number.len() < header.len() => rest.trim_end_matches('_'),
        _ => header,
    };
    let rest = before_version
        .trim_start_matches("inplace_")
        .trim_end_matches("_weight_nz");
    match rest == header {
        true => header,
        false => operator(rest),
    }
}

#[test]
fn every_row_is_in_the_file_of_its_operator() {
    let mut found = Vec::new();
    for row in all_rows() {
        let file = format!("operators/table/{}", file_of(row.entry));
        if !row.file.replace('\\', "/").ends_with(&file) {
            found.push(format!(
                "{}: its row is in {}, not in {file}",
                row.entry.name, row.file
            ));
        }
    }
    report(found);
}

#[test]
fn every_operator_has_one_row() {
    let rows = all_rows();
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for row in &rows {
        if !seen.insert(row.entry.name) {
            found.push(format!("{} has two rows", row.entry.name));
        }
        if matches!(row.reference, Reference::Missing) {
            found.push(format!("{}: the row has no reference", row.entry.name));
        }
    }
    for entry in ENTRY_POINTS
        .iter()
        .filter(|entry| !seen.contains(entry.name) && is_wanted(entry.name))
    {
        found.push(format!(
            "{} has no row: write it in tests/operators/table/{}",
            entry.name,
            file_of(entry)
        ));
    }
    report(found);
}

#[test]
fn every_row_says_the_types_of_every_tensor_and_scalar() {
    let mut found = Vec::new();
    for row in all_rows() {
        for parameter in row.entry.parameters {
            let has_type = ["put", "puts", "InOut", "InOuts", "Scalar", "Scalars"]
                .iter()
                .any(|end| parameter.word.ends_with(end));
            let said = row.accepts.iter().any(|(name, _)| *name == parameter.name);
            if has_type != said {
                found.push(format!(
                    "{}: `accepts` and `{}`",
                    row.entry.name, parameter.name
                ));
            }
        }
        for (name, _) in row.accepts {
            if !row
                .entry
                .parameters
                .iter()
                .any(|parameter| parameter.name == *name)
            {
                found.push(format!(
                    "{}: `accepts` names {name}, which is no parameter",
                    row.entry.name
                ));
            }
        }
    }
    report(found);
}

#[test]
fn every_sample_succeeds() {
    let mut found = Vec::new();
    for row in rows().iter().filter(|row| !row.skips("samples")) {
        for (at, sample) in (row.samples)().iter().enumerate() {
            if let Err(refusal) = crate::call::call(row.entry, sample) {
                found.push(format!("{} sample {at}: {refusal:?}", row.entry.name));
            }
        }
    }
    report(found);
}
