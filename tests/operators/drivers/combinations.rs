//! Every combination of element types of `abi/aclnn-combinations.tsv`, and every documented value of an argument, has a sample in the row of its operator.

use std::collections::BTreeMap;
use std::fs;

use crate::argument::Argument;
use crate::chips::short;
use crate::table::{Row, all_rows, is_wanted, on_950};

/// Operators whose samples do not have all of them yet, and how many are missing at most. The list only shrinks: samples take a number down, and none may grow.
const OPEN: &[(&str, usize)] = &[
    ("aclnnFlashAttentionScoreGradV3", 24),
    ("aclnnFlashAttentionScoreV3", 19),
    ("aclnnFlashAttentionUnpaddingScoreGradV3", 24),
    ("aclnnFlashAttentionUnpaddingScoreGradV5", 25),
    ("aclnnFlashAttentionVarLenScoreV3", 24),
    ("aclnnFlashAttentionVarLenScoreV5", 25),
    ("aclnnFusedInferAttentionScoreV4", 2),
    ("aclnnIncreFlashAttention", 16),
    ("aclnnIncreFlashAttentionV2", 17),
    ("aclnnIncreFlashAttentionV3", 17),
    ("aclnnIncreFlashAttentionV4", 17),
    ("aclnnPromptFlashAttention", 10),
    ("aclnnPromptFlashAttentionV2", 7),
    ("aclnnPromptFlashAttentionV3", 10),
    ("aclnnScatterPaCache", 20),
    ("aclnnScatterPaKvCache", 8),
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

/// The facts that pages exclude, with the operator: nothing has a sample of them.
fn refused(path: impl AsRef<std::path::Path>) -> Vec<(String, String)> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let all = lines.flat_map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[name, kind, of, values, reason] = fields.as_slice() else {
            panic!("five fields in {line:?}")
        };
        assert!(reason.starts_with("page: ") || reason.starts_with("definition: "));
        let fact = move |value: &str| match kind {
            "types" => format!("({of}): {}", value.trim()),
            _ => format!("`{of}` {:?}", value.trim()),
        };
        values
            .split(';')
            .map(move |value| (name.to_owned(), fact(value)))
    });
    all.collect()
}

#[test]
fn every_combination_of_types_and_every_mode_has_a_sample() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let table = fs::read_to_string(root.join("abi/aclnn-combinations.tsv")).unwrap();
    let refused = refused(root.join("abi/aclnn-combinations-refused.tsv"));
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
        found.retain(|fact| !refused.contains(&(name.to_owned(), fact.clone())));
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
