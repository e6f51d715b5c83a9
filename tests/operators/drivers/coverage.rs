//! Every operator has a row, and every row says all of its tensors and scalars.

use std::collections::BTreeSet;

use hostnpu_aclnn_operators::entry::ENTRY_POINTS;

use super::report;
use crate::table::{Reference, all_rows, is_wanted, rows};

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
        let header = entry.header();
        let file = header.trim_start_matches("aclnn_").trim_end_matches(".h");
        found.push(format!(
            "{} has no row: write it in table/{}/{file}.rs, or in the file of its family in table/",
            entry.name,
            entry.category()
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
