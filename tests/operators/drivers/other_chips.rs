//! Operators that Ascend950 does not have, which the other drivers leave out where they simulate it.

use super::report;
use crate::call::call;
use crate::process;
use crate::table::{ONLY_ON_310P, all_rows, fails_first_on_950, is_absent_on_950, on_950};

const CHILD: &str = "HOSTNPU_TEST_OTHER_CHIP";

#[test]
fn drivers_hold_operators_that_ascend950_does_not_have_on_another_chip() {
    if std::env::var_os(CHILD).is_some() || !on_950() {
        return;
    }
    for (chip, is_310p) in [("Ascend910B1", false), ("Ascend310P3", true)] {
        let absent: Vec<&str> = all_rows()
            .iter()
            .map(|row| row.entry.name)
            .filter(|name| is_absent_on_950(name) && ONLY_ON_310P.contains(name) == is_310p)
            .collect();
        if !absent.is_empty() {
            hold(chip, &absent);
        }
    }
}

/// Runs the drivers for these operators in a process with another chip.
fn hold(chip: &str, operators: &[&str]) {
    let skipped = [
        "dtypes",
        "signatures",
        "formats",
        "coverage::every_operator",
        // Joins BFLOAT16 whatever the rows are, which not every chip has.
        "joined_types",
    ];
    let skips = skipped.iter().flat_map(|test| ["--skip", test]);
    let arguments: Vec<&str> = ["drivers::"].into_iter().chain(skips).collect();
    let variables = [
        (CHILD, "1"),
        ("HOSTNPU_SOC", chip),
        ("HOSTNPU_TEST_ROWS", &operators.join(",")),
    ];
    let output = process::run(&arguments, &variables);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && !text.contains("running 0 tests"),
        "{text}"
    );
}

#[test]
fn ascend950_refuses_what_it_does_not_have_before_anything_else() {
    if !on_950() {
        return;
    }
    let mut found = Vec::new();
    for row in all_rows() {
        if !fails_first_on_950(row.entry.name) {
            continue;
        }
        let mut null = row.sample();
        null[0] = crate::argument::Argument::Null;
        for sample in [row.sample(), null] {
            match call(row.entry, &sample) {
                Err(refusal) if refusal.code == 361_001 => {}
                other => found.push(format!("{}: {other:?}", row.entry.name)),
            }
        }
    }
    report(found);
}

#[test]
fn ascend950_refuses_calls_that_other_chips_take() {
    if !on_950() {
        return;
    }
    let mut found = Vec::new();
    for row in all_rows() {
        if !is_absent_on_950(row.entry.name) {
            continue;
        }
        match call(row.entry, &row.sample()) {
            Err(refusal) if [361_001, 561_003].contains(&refusal.code) => {}
            other => found.push(format!("{}: {other:?}", row.entry.name)),
        }
    }
    report(found);
}
