//! Every combination of element types of `abi/aclnn-combinations.tsv`, and every documented value of an argument, has a sample in the row of its operator.

use std::collections::BTreeMap;
use std::fs;

use crate::argument::Argument;
use crate::call::call;
use crate::chips::{dtype, short};
use crate::table::{Row, all_rows, is_held_here, is_wanted, on_950};
use crate::{process, root};

/// Facts that a line of the table asks for.
enum Facts<'a> {
    /// Tensors, and their types in each combination.
    Types(Vec<&'a str>, Vec<Vec<&'a str>>),
    /// An argument, and its values.
    Modes(&'a str, Vec<&'a str>),
}

impl Facts<'_> {
    /// Each of them.
    fn words(&self) -> Vec<String> {
        match self {
            Self::Types(tensors, combinations) => {
                let tensors = tensors.join(" ");
                let word = |types: &Vec<&str>| format!("({tensors}): {}", types.join(" "));
                combinations.iter().map(word).collect()
            }
            Self::Modes(argument, values) => {
                let word = |value: &&str| format!("`{argument}` {value:?}");
                values.iter().map(word).collect()
            }
        }
    }
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
            let lacking = combinations.iter().filter(lacks).cloned().collect();
            Facts::Types(tensors.clone(), lacking).words()
        }
        Facts::Modes(argument, values) => {
            let at = row.position(argument);
            let given: Vec<String> = samples.iter().map(|sample| word(&sample[at])).collect();
            let is_given = |value: &str| given.iter().any(|own| own == value);
            let lacking = values.iter().copied().filter(|value| !is_given(value));
            Facts::Modes(argument, lacking.collect()).words()
        }
    }
}

/// A table of facts.
fn table(name: &str) -> String {
    fs::read_to_string(root::root().join("abi").join(name)).unwrap()
}

fn lines(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|line| !line.starts_with('#'))
}

/// The lines of facts that pages exclude, without their reasons.
fn refused(table: &str) -> impl Iterator<Item = &str> {
    lines(table).map(|line| {
        let (facts, reason) = line.rsplit_once('\t').unwrap_or_else(|| panic!("{line:?}"));
        let has_source = reason.starts_with("page: ") || reason.starts_with("definition: ");
        assert!(has_source, "a source in {line:?}");
        facts
    })
}

/// Tells how a row takes what pages exclude.
fn taken(row: &Row, facts: &Facts) -> Vec<String> {
    let name = row.entry.name;
    let samples = (row.samples)();
    let mut found = Vec::new();
    match facts {
        Facts::Types(tensors, combinations) => {
            let places: Vec<usize> = tensors.iter().map(|name| row.position(name)).collect();
            let given = |sample: &&Vec<Argument>| {
                let is_given = |&&at: &&usize| sample[at].dtype().is_some();
                places.iter().filter(is_given).count()
            };
            // Types say something of tensors that are there.
            let most = samples.iter().map(|sample| given(&sample)).max();
            for types in combinations {
                for sample in samples.iter().filter(|sample| Some(given(sample)) == most) {
                    let mut sample = sample.clone();
                    for (&at, word) in places.iter().zip(types) {
                        if sample[at].dtype().is_some() {
                            let dtype = dtype(word).unwrap_or_else(|| panic!("{word}"));
                            sample[at].set_dtype(dtype);
                        }
                    }
                    if call(row.entry, &sample).is_ok() {
                        let (tensors, types) = (tensors.join(" "), types.join(" "));
                        found.push(format!("{name} takes ({tensors}): {types}"));
                        break;
                    }
                }
            }
        }
        Facts::Modes(argument, values) => {
            let at = row.position(argument);
            for value in values {
                // Not every sample asks for the mode.
                let is_refused = samples.iter().any(|sample| {
                    let mut sample = sample.clone();
                    sample[at] = match sample[at] {
                        Argument::Int(_) => Argument::Int(value.parse().unwrap()),
                        _ => panic!("{name}: `{argument}` {value}"),
                    };
                    let named = format!("`{argument}`");
                    call(row.entry, &sample).is_err_and(|error| error.message.contains(&named))
                });
                if !is_refused {
                    found.push(format!("{name} takes `{argument}` {value}"));
                }
            }
        }
    }
    found
}

/// The test, which operators of another chip have in a process of their own.
const REFUSED: &str = "drivers::combinations::facts_that_pages_exclude_are_refused";

#[test]
fn facts_that_pages_exclude_are_refused() {
    let rows = all_rows();
    let mut found = Vec::new();
    for line in refused(&table("aclnn-combinations-refused.tsv")) {
        let (name, facts) = facts(line).unwrap_or_else(|| panic!("{line:?}"));
        if !is_wanted(name) || !is_held_here(name) {
            continue;
        }
        let row = rows.iter().find(|row| row.entry.name == name);
        let row = row.unwrap_or_else(|| panic!("no row of {name}"));
        found.extend(taken(row, &facts));
    }
    super::report(found);
    if on_950() {
        process::assert_passes(REFUSED, &[("HOSTNPU_SOC", "Ascend910B1")]);
    }
}

#[test]
fn every_combination_of_types_and_every_mode_has_a_sample() {
    let table = table("aclnn-combinations.tsv");
    let excluded = self::table("aclnn-combinations-refused.tsv");
    let excluded: Vec<_> = refused(&excluded).filter_map(facts).collect();
    let is_excluded = |name: &str, fact: &String| {
        let own = excluded.iter().filter(|(own, _)| *own == name);
        own.flat_map(|(_, facts)| facts.words())
            .any(|own| own == *fact)
    };
    let rows = all_rows();
    let mut lacking: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut count = 0;
    for line in lines(&table) {
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
        found.retain(|fact| !is_excluded(name, fact));
        lacking.entry(name).or_default().extend(found);
    }
    let lines = lacking
        .into_iter()
        .filter(|(_, lacking)| !lacking.is_empty());
    let found = lines.map(|(name, lacking)| {
        let count = lacking.len();
        format!("{name} lacks {count}: {}", lacking.join(", "))
    });
    let found = found.collect();
    assert!(count > 1000, "{count} facts");
    super::report(found);
}
