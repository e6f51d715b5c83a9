//! `docs/operators.md` is written from the table.
//!
//! `HOSTNPU_WRITE_DOCS=1 cargo test --test operators docs` writes it again.

mod calls;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use hostnpu::tensor::Dtype;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, HELPERS};

use crate::chips::{Accepts, accepts, short};
use crate::table::{Accuracy, Row, all_rows};

const HEAD: &str = "# Operators of aclnn

Generated from the test table (`tests/operators/table/`); a test enforces every line, and `HOSTNPU_WRITE_DOCS=1 cargo test --test operators docs`
writes it again. Types: f32 FLOAT, f16 FLOAT16, bf16 BFLOAT16, f64 DOUBLE, i8 to i64 INT, u8 to u64 UINT, c32 to c128 COMPLEX, e5m2 e4m3 e8m0
FLOAT8, e2m1 e1m2 FLOAT4. `910B 950: + bf16` adds a type on these generations of chips (`HOSTNPU_SOC`), `(950 only)` stands before what others do not have; 310 stands for Ascend310P and 310B.
*castable* is any type that the result can be cast to: not from complex to real, from floating point to integer, or to BOOL; *casts* what can be
cast to the result's type; *result* that type: the first argument's, FLOAT for integers. Types behind *alone* are accepted only where all inputs have them.
";

fn accuracy(row: &Row) -> String {
    match row.accuracy {
        Accuracy::RoundedOnce => "exact, rounded once".into(),
        Accuracy::Ulp { f32, f64 } => {
            format!("f16, bf16 rounded once; f32 {f32} ULP; f64 {f64} ULP")
        }
        Accuracy::Bounds(_) => {
            let types = [Dtype::F32, Dtype::F64, Dtype::Complex64, Dtype::Complex128];
            let taken = row.accepts.iter().find_map(|(_, words)| {
                let accepts = accepts(words, "950");
                if let Accepts::Types(types) = accepts {
                    Some(types)
                } else {
                    None
                }
            });
            let taken = taken.unwrap_or_default();
            let words = types.into_iter().filter(|dtype| taken.contains(dtype));
            let words = words.filter_map(|dtype| {
                let bound = row.accuracy.bound(dtype)?;
                Some(format!("; {} {bound}", short(dtype)))
            });
            "f16, bf16 rounded once".to_owned() + &words.collect::<String>()
        }
        Accuracy::Copied => "bits are copied".into(),
        Accuracy::Elsewhere(place) => place.to_owned(),
    }
}

/// The types of an argument: in `none | 950: f32`, those of one generation only.
fn types(words: &str) -> String {
    let part = |part: &str| {
        let only = part
            .strip_prefix("none | ")
            .and_then(|rest| rest.split_once(": "));
        match only {
            Some((chips, types)) if !types.contains(['|', '+']) => {
                format!("({chips} only) {types}")
            }
            _ => part.replace(" | ", "; "),
        }
    };
    let parts: Vec<String> = words.split(" & ").map(part).collect();
    parts.join(", alone ")
}

fn text() -> String {
    let mut categories: BTreeMap<&str, Vec<Row>> = BTreeMap::new();
    for row in all_rows() {
        categories
            .entry(row.entry.category())
            .or_default()
            .push(row);
    }
    let mut text = HEAD.to_owned();
    for (category, mut rows) in categories {
        rows.sort_by_key(|row| row.entry.name);
        write!(
            text,
            "\n## {category}\n\n| operator | types | accuracy |\n|---|---|---|\n"
        )
        .unwrap();
        for row in rows {
            let types: Vec<String> = row
                .accepts
                .iter()
                .map(|(name, words)| format!("`{name}` {}", types(words)))
                .collect();
            let mut limits: String = row
                .except
                .iter()
                .map(|(what, why)| format!("; {what}: {why}"))
                .collect();
            if limits.contains("dstType") {
                limits.clear();
            }
            let cells = [
                format!("`{}`", row.entry.name),
                types.join("<br>"),
                accuracy(&row) + &limits,
            ];
            writeln!(text, "| {} |", cells.join(" | ")).unwrap();
        }
        let mut helpers = HELPERS
            .iter()
            .filter(|h| h.category() == category)
            .peekable();
        if helpers.peek().is_some() {
            text += "\n| function without an executor | |\n|---|---|\n";
        }
        for helper in helpers {
            let docs: Vec<&str> = helper.docs.split_whitespace().collect();
            writeln!(text, "| `{}` | {} |", helper.name, docs.join(" ")).unwrap();
        }
    }
    text + &absent()
}

/// Operators that the vendor documents and that are not exported.
fn absent() -> String {
    let here: BTreeSet<&str> = ENTRY_POINTS.iter().map(|entry| entry.name).collect();
    let names = include_str!("../../abi/aclnn-names.txt").lines();
    let absent: Vec<String> = names
        .filter(|name| !name.starts_with('#') && !here.contains(name))
        .map(|name| format!("`{name}`"))
        .collect();
    format!(
        "\n## Absent\n\nThe vendor documents these {} operators; they are neither in the headers nor in the library. `hostnpu needs` says which of them a program asks for.\n\n{}\n",
        absent.len(),
        absent.join(", ")
    )
}

#[test]
fn the_document_is_the_table() {
    // Of some rows it would be a part.
    if std::env::var_os("HOSTNPU_TEST_ROWS").is_some() {
        return;
    }
    let path = crate::root::root().join("docs/operators.md");
    if std::env::var_os("HOSTNPU_WRITE_DOCS").is_some_and(|value| value == "1") {
        fs::write(&path, text()).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text(),
        "write it again: HOSTNPU_WRITE_DOCS=1 cargo test --test operators docs"
    );
}
