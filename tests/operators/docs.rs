//! `docs/operators.md` is written from the table.
//!
//! `HOSTNPU_WRITE_DOCS=1 cargo test --test operators docs` writes it again.

mod calls;
mod refused;

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
    let mut text = HEAD.to_owned() + &families(&categories);
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
    text + &refused::text() + &absent()
}

/// Operators of the vendor that are left out: name, category, and why.
const ABSENT: [(&str, &str, &str); 5] = [
    (
        "aclnnBandwidthTest",
        "mc2",
        "a tool of the vendor's tests, without a document",
    ),
    (
        "aclnnInnerFlashAttn",
        "attention",
        "in a header that the toolkit does not install",
    ),
    (
        "aclnnInnerQuantFlashAttn",
        "attention",
        "in a header that the toolkit does not install",
    ),
    (
        "aclnnMatmulCompress",
        "matmul",
        "weights are compressed by a closed tool",
    ),
    (
        "aclnnMatmulCompressDequant",
        "matmul",
        "weights are compressed by a closed tool",
    ),
];

/// The number of operators of each category, and the vendor's.
fn families(categories: &BTreeMap<&str, Vec<Row>>) -> String {
    let mut text = "\n| family | operators here | of the vendor's |\n|---|---|---|\n".to_owned();
    let mut all = [0, 0];
    for (category, rows) in categories {
        let left_out = ABSENT.iter().filter(|absent| absent.1 == *category).count();
        let counts = [rows.len(), rows.len() + left_out];
        writeln!(
            text,
            "| [{category}](#{category}) | {} | {} |",
            counts[0], counts[1]
        )
        .unwrap();
        all = [all[0] + counts[0], all[1] + counts[1]];
    }
    writeln!(text, "| all | {} | {} |", all[0], all[1]).unwrap();
    text
}

/// Operators that the vendor has and that are not exported.
fn absent() -> String {
    let lines: String = ABSENT
        .iter()
        .map(|(name, category, reason)| format!("| `{name}` | {category} | {reason} |\n"))
        .collect();
    format!(
        "\n## Absent\n\nThe vendor has these {} operators; they are neither in the headers nor in the library. `hostnpu needs` says which of them a program asks for.\n\n\
         | operator | family | reason |\n|---|---|---|\n{lines}",
        ABSENT.len(),
    )
}

#[test]
fn every_operator_of_the_vendor_is_here_or_named_as_absent() {
    let here: BTreeSet<&str> = ENTRY_POINTS.iter().map(|entry| entry.name).collect();
    let names = include_str!("../../abi/aclnn-names.txt").lines();
    let missing: Vec<&str> = names
        .filter(|name| !name.starts_with('#') && !here.contains(name))
        .collect();
    assert_eq!(missing, ABSENT.map(|absent| absent.0));
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
