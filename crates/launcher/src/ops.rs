//! `hostnpu ops`: the operators, from the page that the tests of the library write and hold.

use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use super::output::say;
use super::table;

/// The page of operators of this release.
const PAGE: &str = include_str!("../../../docs/operators.md");

/// Operators that the vendor documents.
const VENDOR: &str = include_str!("../../../abi/aclnn-names.txt");

/// Returns whether the vendor documents an operator of this name.
pub fn vendor_has(name: &str) -> bool {
    VENDOR.lines().any(|line| line == name)
}

/// Returns the name of an operator without the vendor's prefix: `Sin` of `aclnnSin`, `Stft` of `aclStft`.
pub fn short(name: &str) -> &str {
    let name = name.strip_prefix("acl").unwrap_or(name);
    name.strip_prefix("nn").unwrap_or(name)
}

/// Selection of operators, and form of the output.
#[derive(Args)]
pub struct Ops {
    /// Name of an operator, or a part of it
    name: Option<String>,
    /// Only operators whose arguments take this type, as f16
    #[arg(long, value_name = "TYPE")]
    dtype: Option<String>,
    /// An array of objects, for programs
    #[arg(long)]
    json: bool,
}

/// An operator.
#[derive(Debug, PartialEq)]
struct Operator<'a> {
    family: &'a str,
    name: &'a str,
    /// Names of arguments, and the types that they take.
    arguments: Vec<(&'a str, &'a str)>,
    accuracy: &'a str,
}

fn operators(page: &str) -> Vec<Operator<'_>> {
    let (mut family, mut found) = ("", Vec::new());
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            family = name;
            continue;
        }
        let mut cells = line.trim_matches('|').split(" | ").map(str::trim);
        let (Some(name), Some(types), Some(accuracy)) = (cells.next(), cells.next(), cells.next())
        else {
            continue;
        };
        let Some(name) = name
            .strip_prefix('`')
            .and_then(|name| name.strip_suffix('`'))
        else {
            continue;
        };
        let arguments = types.split("<br>").filter_map(|part| {
            let (name, types) = part.trim().strip_prefix('`')?.split_once('`')?;
            Some((name, types.trim()))
        });
        found.push(Operator {
            family,
            name,
            arguments: arguments.collect(),
            accuracy,
        });
    }
    found
}

impl Ops {
    /// Prints the operators.
    pub fn show(self) -> Result<ExitCode, String> {
        let all = operators(PAGE);
        let exact = all
            .iter()
            .any(|operator| Some(operator.name) == self.name.as_deref());
        let is_named = |operator: &&Operator| match &self.name {
            None => true,
            Some(name) if exact => operator.name == name,
            Some(name) => operator.name.to_lowercase().contains(&name.to_lowercase()),
        };
        let takes = |operator: &&Operator| match &self.dtype {
            None => true,
            Some(dtype) => operator
                .arguments
                .iter()
                .any(|(_, types)| words(types).any(|word| word == dtype)),
        };
        let found: Vec<&Operator> = all.iter().filter(is_named).filter(takes).collect();
        if self.json {
            let objects: Vec<Value> = found.iter().map(|operator| object(operator)).collect();
            say!("{}", Value::from(objects))?;
        } else if let ([operator], Some(_)) = (&found[..], &self.name) {
            say!(
                "{}  ({}): {}",
                operator.name,
                operator.family,
                operator.accuracy
            )?;
            let rows: Vec<_> = operator
                .arguments
                .iter()
                .map(|(name, types)| vec![format!("  {name}"), (*types).to_owned()])
                .collect();
            table::print(&["  argument", "types"], &rows)?;
        } else if !found.is_empty() {
            let row = |operator: &&Operator| {
                let first = operator.arguments.first().map_or("", |(_, types)| types);
                vec![
                    operator.name.to_owned(),
                    operator.family.to_owned(),
                    first.to_owned(),
                ]
            };
            let rows: Vec<_> = found.iter().map(row).collect();
            table::print(
                &["operator", "family", "types of the first argument"],
                &rows,
            )?;
        }
        if found.is_empty() {
            return Err(self.absent(&all));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Says that there is no such operator, and which ones have nearly its name.
    fn absent(&self, all: &[Operator]) -> String {
        let total = all.len();
        let dtype = self.dtype.as_deref().map(str::escape_debug);
        let Some(name) = self.name.as_deref() else {
            let dtype = dtype.map(|dtype| dtype.to_string()).unwrap_or_default();
            return format!(
                "no operator takes {dtype}: `hostnpu ops` lists the types of all {total}"
            );
        };
        let is_there =
            |operator: &&Operator| operator.name.to_lowercase().contains(&name.to_lowercase());
        let name = name.escape_debug();
        if let (Some(dtype), Some(_)) = (dtype, all.iter().find(is_there)) {
            return format!(
                "no operator {name} takes {dtype}: `hostnpu ops {name}` lists its types"
            );
        }
        let name = name.to_string();
        let operator = name.trim_end_matches("GetWorkspaceSize");
        if vendor_has(operator) {
            let version = env!("CARGO_PKG_VERSION");
            return format!(
                "the vendor has {operator}, hostnpu {version} does not: docs/operators.md lists what is absent"
            );
        }
        let near = near(&name, all);
        let meant = match &near[..] {
            [] => String::new(),
            [one] => format!(" (did you mean {one}?)"),
            [most @ .., last] => format!(" (did you mean {} or {last}?)", most.join(", ")),
        };
        format!("hostnpu has no operator {name}{meant}; `hostnpu ops` lists all {total}")
    }
}

/// At most three operators whose names differ in few letters, the nearest first.
fn near<'a>(name: &str, all: &[Operator<'a>]) -> Vec<&'a str> {
    let bare = |name: &str| {
        let name = name.to_lowercase();
        short(&name).trim_end_matches("getworkspacesize").to_owned()
    };
    let name = bare(name);
    // A letter of three: more is another word.
    let limit = name.chars().count() / 3;
    let found = all.iter().map(|operator| {
        let distance = distance(&name, &bare(operator.name));
        (distance, operator.name)
    });
    let mut found: Vec<_> = found.filter(|(distance, _)| *distance <= limit).collect();
    found.sort();
    let least = found.first().map_or(0, |(distance, _)| *distance);
    found.retain(|(distance, _)| *distance <= least + 1);
    found.into_iter().map(|(_, name)| name).take(3).collect()
}

/// Returns the number of letters that have to be put in, left out or changed to make one word of another.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    // Of the letters of `a` so far: the distance to each beginning of `b`.
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let changed = before + usize::from(letter != *other);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

fn words(types: &str) -> impl Iterator<Item = &str> {
    types.split([' ', ';', ',']).filter(|word| !word.is_empty())
}

fn object(operator: &Operator) -> Value {
    let arguments: Vec<Value> = operator
        .arguments
        .iter()
        .map(|(name, types)| json!({ "name": name, "types": types }))
        .collect();
    json!({
        "name": operator.name, "family": operator.family, "arguments": arguments, "accuracy": operator.accuracy,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_another_letter_are_near() {
        assert_eq!(distance("sofmax", "softmax"), 1);
        assert_eq!(distance("", "abs"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        let all = operators(PAGE);
        assert_eq!(near("aclnnSofmax", &all)[0], "aclnnSoftmax");
        assert_eq!(near("sofmaxGetWorkspaceSize", &all)[0], "aclnnSoftmax");
        assert_eq!(near("aclnnStft", &all)[0], "aclStft");
        assert!(near("aclnnMadeUpName", &all).is_empty());
        assert!(near("", &all).is_empty());
    }

    #[test]
    fn the_page_is_read() {
        let page = "# x\n\n## math\n\n| operator | types | accuracy |\n|---|---|---|\n\
            | `aclnnSin` | `self` f32 f16; 910B: + bf16<br>`out` as self | rounded once |\n";
        let expected = Operator {
            family: "math",
            name: "aclnnSin",
            arguments: vec![("self", "f32 f16; 910B: + bf16"), ("out", "as self")],
            accuracy: "rounded once",
        };
        assert_eq!(operators(page), [expected]);
        assert!(operators(PAGE).len() > 700);
        assert!(words("f32 f16; 910B: + bf16").any(|word| word == "f16"));
    }
}
