//! Every combination of element types of `abi/aclnn-combinations.tsv`, and every documented value of an argument, has a sample in the row of its operator.

use std::collections::BTreeMap;
use std::fs;

use crate::argument::Argument;
use crate::chips::short;
use crate::table::{Row, all_rows, is_wanted, on_950};

/// Operators whose samples do not have all of them yet, and how many are missing at most. The list only shrinks: samples take a number down, and none may grow.
const OPEN: &[(&str, usize)] = &[
    ("aclnnAscendQuant", 9),
    ("aclnnDynamicBlockMxQuant", 8),
    ("aclnnDynamicDualLevelMxQuant", 2),
    ("aclnnFusedQuantMatmul", 8),
    ("aclnnFusedQuantMatmulWeightNz", 12),
    ("aclnnGroupQuant", 17),
    ("aclnnGroupedMatmul", 12),
    ("aclnnGroupedMatmulFinalizeRouting", 14),
    ("aclnnGroupedMatmulFinalizeRoutingV2", 5),
    ("aclnnGroupedMatmulFinalizeRoutingV3", 4),
    ("aclnnGroupedMatmulFinalizeRoutingWeightNz", 13),
    ("aclnnGroupedMatmulSwigluQuantV2", 15),
    ("aclnnGroupedMatmulSwigluQuantWeightNzV2", 14),
    ("aclnnGroupedMatmulV2", 12),
    ("aclnnGroupedMatmulV3", 11),
    ("aclnnGroupedMatmulWeightNz", 11),
    ("aclnnMoeInitRoutingQuantV2", 3),
    ("aclnnMoeInitRoutingV4", 6),
    ("aclnnMxToBlockMxQuant", 4),
    ("aclnnQuantBatchMatmulInplaceAdd", 2),
    ("aclnnQuantGroupedMatmulInplaceAdd", 2),
    ("aclnnQuantMatmulV3", 9),
    ("aclnnQuantMatmulV4", 5),
    ("aclnnQuantMatmulWeightNz", 4),
    ("aclnnSituMxQuant", 8),
    ("aclnnSwiGluQuant", 3),
    ("aclnnSwigluBackwardMxQuantWithDualAxis", 8),
    ("aclnnSwigluMxQuant", 16),
    ("aclnnSwigluMxQuantWithDualAxis", 8),
    ("aclnnTransposeQuantBatchMatMul", 6),
    ("aclnnTransposeQuantBatchMatMulWeightNz", 6),
    ("aclnnWeightQuantBatchMatmulNz", 17),
    ("aclnnWeightQuantBatchMatmulV2", 17),
    ("aclnnWeightQuantBatchMatmulV3", 17),
];

/// Facts that a line of the table asks for.
enum Facts<'a> {
    /// Tensors, and their types in each combination.
    Types(Vec<&'a str>, Vec<Vec<&'a str>>),
    /// An argument, and its values.
    Modes(&'a str, Vec<&'a str>),
}

fn facts(line: &str) -> Option<(&str, Facts<'_>)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[name, kind, tensors, values] = fields.as_slice() else {
        return None;
    };
    let each = values.split(';').map(str::trim);
    Some((
        name,
        match kind.starts_with("types") {
            true => Facts::Types(
                tensors.split(' ').collect(),
                each.map(|types| types.split(' ').collect()).collect(),
            ),
            false => Facts::Modes(tensors, each.collect()),
        },
    ))
}

/// Returns true if a tensor of a sample is absent, or of a type.
fn fits(argument: &Argument, dtype: &str) -> bool {
    argument.dtype().is_none_or(|own| short(own) == dtype)
}

/// A value as the table writes it.
fn word(argument: &Argument) -> String {
    match argument {
        Argument::Int(value) => value.to_string(),
        Argument::Bool(value) => value.to_string(),
        Argument::Text(text) => (*text).to_owned(),
        _ => String::new(),
    }
}

/// Returns the facts that the samples of a row lack.
fn missing(row: &Row, samples: &[Vec<Argument>], facts: &Facts) -> Vec<String> {
    match facts {
        Facts::Types(tensors, combinations) => {
            let places: Vec<usize> = tensors.iter().map(|name| row.position(name)).collect();
            let lacks = |types: &&Vec<&str>| {
                !samples.iter().any(|sample| {
                    let mut each = places.iter().zip(types.iter());
                    sample[places[0]].dtype().is_some()
                        && each.all(|(&at, dtype)| fits(&sample[at], dtype))
                })
            };
            let lacking = combinations.iter().filter(lacks);
            let tensors = tensors.join(" ");
            lacking
                .map(|types| format!("({tensors}): {}", types.join(" ")))
                .collect()
        }
        Facts::Modes(argument, values) => {
            let at = row.position(argument);
            let given: Vec<String> = samples.iter().map(|sample| word(&sample[at])).collect();
            let lacking = values
                .iter()
                .filter(|value| !given.iter().any(|own| own == *value));
            lacking
                .map(|value| format!("`{argument}` {value:?}"))
                .collect()
        }
    }
}

#[test]
fn every_combination_of_types_and_every_mode_has_a_sample() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let table = fs::read_to_string(root.join("abi/aclnn-combinations.tsv")).unwrap();
    let refused = fs::read_to_string(root.join("abi/aclnn-combinations-refused.tsv")).unwrap();
    let is_refused = |name: &str, facts: &Facts, lacks: &str| {
        let mut lines = refused.lines().filter(|line| !line.starts_with('#'));
        lines.any(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [own, _, tensors, values, _] = fields[..] else {
                panic!("five fields in {line:?}")
            };
            own == name
                && values.split("; ").any(|value| match facts {
                    Facts::Types(..) => lacks == format!("({tensors}): {value}"),
                    Facts::Modes(..) => lacks == format!("`{tensors}` {value:?}"),
                })
        })
    };
    let rows = all_rows();
    let mut lacking: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut count = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (name, facts) = facts(line).unwrap_or_else(|| panic!("four fields in {line:?}"));
        count += match &facts {
            Facts::Types(_, combinations) => combinations.len(),
            Facts::Modes(_, values) => values.len(),
        };
        if !is_wanted(name) {
            continue;
        }
        // Its samples are made for the chip of this process, and no other chip than Ascend950 has it.
        if name == "aclnnFusedInferAttentionScoreV5" && !on_950() {
            continue;
        }
        // Facts of operators that are not there yet wait for them; that each has a row is another promise.
        let Some(row) = rows.iter().find(|row| row.entry.name == name) else {
            continue;
        };
        let mut found = missing(row, &(row.samples)(), &facts);
        found.retain(|lacks| !is_refused(name, &facts, lacks));
        lacking.entry(name).or_default().extend(found);
    }
    let open: BTreeMap<&str, usize> = OPEN.iter().copied().collect();
    let mut found = Vec::new();
    for (name, lacking) in lacking {
        let known = open.get(name).copied().unwrap_or(0);
        if lacking.len() > known {
            found.push(format!(
                "{name} lacks {}: {}",
                lacking.len(),
                lacking.join(", ")
            ));
        }
    }
    assert!(count > 1000, "{count} facts");
    super::report(found);
}
