//! Each argument that may be null is given by a sample of its operator, unless `abi/aclnn-refused.tsv` says that no value of it does anything.

use super::report;
use crate::argument::Argument;
use crate::table::{is_held_here, rows};
use crate::unused::unused;

#[test]
fn each_optional_argument_is_given_by_a_sample() {
    let table = unused();
    let is_unused = |name: &str, argument: &str| {
        let mut lines = table.iter().filter(|line| line.is_of_this_chip());
        lines.any(|line| line.operator == name && line.argument == argument)
    };
    let mut found = Vec::new();
    for row in rows() {
        let name = row.entry.name;
        if !is_held_here(name) {
            continue;
        }
        let samples = (row.samples)();
        for (at, parameter) in row.entry.parameters.iter().enumerate() {
            let is_given = |sample: &Vec<Argument>| !matches!(sample[at], Argument::Null);
            if !parameter.optional || samples.iter().any(is_given) {
                continue;
            }
            if !is_unused(name, parameter.name) {
                found.push(format!("{name}: no sample gives `{}`", parameter.name));
            }
        }
    }
    report(found);
}
