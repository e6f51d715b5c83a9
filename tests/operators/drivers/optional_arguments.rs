//! Each argument that may be null is given by a sample of its operator, unless `abi/aclnn-refused.tsv` says that no value of it does anything.

use std::collections::BTreeSet;

use super::report;
use crate::argument::Argument;
use crate::table::{is_held_here, rows};
use crate::unused::unused;

/// Arguments that no sample gives yet, by operators. The list only shrinks.
const OPEN: &[(&str, &[&str])] = &[
    ("aclnnAlltoAllQuantMatmul", &["alltoAllAxesOptional"]),
    ("aclnnAlltoAllQuantMatmulV2", &["alltoAllAxesOptional"]),
    ("aclnnGroupedMatmul", &["scaleOptional", "offsetOptional"]),
    ("aclnnGroupedMatmulFinalizeRoutingV3", &["offsetOptional"]),
    (
        "aclnnGroupedMatmulFinalizeRoutingWeightNz",
        &["biasOptional"],
    ),
    ("aclnnGroupedMatmulV2", &["scaleOptional", "offsetOptional"]),
    ("aclnnGroupedMatmulV3", &["offsetOptional"]),
    ("aclnnGroupedMatmulV5", &["tuningConfigOptional"]),
    ("aclnnGroupedMatmulWeightNz", &["antiquantOffsetOptional"]),
    ("aclnnQuantConvolutionWeightNz", &["roundMode"]),
    ("aclnnQuantMatmulAlltoAll", &["alltoAllAxesOptional"]),
    ("aclnnQuantMatmulAlltoAllV2", &["alltoAllAxesOptional"]),
    ("aclnnQuantMatmulV5", &["yOffset"]),
    ("aclnnQuantMatmulWeightNz", &["yOffset"]),
    (
        "aclnnWeightQuantBatchMatmulV2",
        &["quantScaleOptional", "quantOffsetOptional"],
    ),
    (
        "aclnnWeightQuantBatchMatmulV3",
        &["quantScaleOptional", "quantOffsetOptional"],
    ),
];

#[test]
fn each_optional_argument_is_given_by_a_sample() {
    let table = unused();
    let is_unused = |name: &str, argument: &str| {
        let mut lines = table.iter();
        lines.any(|line| line.operator == name && line.argument == argument)
    };
    let open: BTreeSet<(&str, &str)> = OPEN
        .iter()
        .flat_map(|(name, arguments)| arguments.iter().map(|argument| (*name, *argument)))
        .collect();
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
            if !is_unused(name, parameter.name) && !open.contains(&(name, parameter.name)) {
                found.push(format!("{name}: no sample gives `{}`", parameter.name));
            }
        }
    }
    report(found);
}
