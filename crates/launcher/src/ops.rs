//! `hostnpu ops`: the operators, from the page that the tests of the library write and hold.

use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use super::table;

/// The page of operators of this release.
const PAGE: &str = include_str!("../../../docs/operators.md");

/// Which operators, and how.
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
            println!("{}", Value::from(objects));
        } else if let ([operator], Some(_)) = (&found[..], &self.name) {
            println!(
                "{}  ({}): {}",
                operator.name, operator.family, operator.accuracy
            );
            let rows: Vec<_> = operator
                .arguments
                .iter()
                .map(|(name, types)| vec![format!("  {name}"), (*types).to_owned()])
                .collect();
            table::print(&["  argument", "types"], &rows);
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
            );
        }
        if found.is_empty() {
            let name = self.name.as_deref().unwrap_or_default();
            return Err(format!(
                "no operator {name:?}: `hostnpu ops` lists all {}",
                all.len()
            ));
        }
        Ok(ExitCode::SUCCESS)
    }
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
