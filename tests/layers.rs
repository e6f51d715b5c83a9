//! The map in `docs/architecture.md` holds: arrows between the layers of the crate only run downward.

use std::fs;
use std::path::{Path, PathBuf};

/// Each layer, with the layers that it may name. `error`, `diagnostics` and `config` stand beside the layers.
const LAYERS: &[(&str, &[&str])] = &[
    (
        "abi",
        &[
            "abi",
            "ops",
            "tensor",
            "device",
            "kernels",
            "numeric",
            "error",
            "diagnostics",
            "config",
        ],
    ),
    (
        "ops",
        &[
            "ops",
            "tensor",
            "device",
            "kernels",
            "numeric",
            "error",
            "diagnostics",
            "config",
        ],
    ),
    (
        "tensor",
        &["tensor", "numeric", "error", "diagnostics", "config"],
    ),
    (
        "device",
        &["device", "numeric", "error", "diagnostics", "config"],
    ),
    // Crates of their own, where the compiler keeps the order; listed for the check on threads.
    ("kernels", &[]),
    ("numeric", &[]),
];

/// Vendors' entry points stand side by side: none may name another's, except for what is listed.
const VENDORS: &[(&str, &[&str])] = &[
    ("abi/acl", &["acl"]),
    ("abi/aclnn", &["acl", "aclnn"]),
    ("abi/cnrt", &["cnrt"]),
    ("abi/mluop", &["cnrt", "mluop"]),
    ("abi/xmath", &["xmath"]),
];

fn source(folder: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    match folder {
        "kernels" | "numeric" => root.join("crates").join(folder).join("src"),
        _ => root.join("src").join(folder),
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The code of a file: comments left out, and the tests at its end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    text.lines()
        .map(|line| line.split("//").next().unwrap())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The words that follow `prefix` in a text: `crate::tensor` names `tensor`; `crate::{error, ops}` names both.
fn named_after<'a>(text: &'a str, prefix: &str) -> Vec<&'a str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(prefix)
        .flat_map(|(at, _)| {
            let rest = &text[at + prefix.len()..];
            match rest.strip_prefix('{') {
                Some(list) => top_level(list),
                None => vec![rest],
            }
        })
        .map(|rest| rest.trim_start())
        .map(|rest| &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())])
        .filter(|word| !word.is_empty())
        .collect()
}

/// The items of a `{…}` list, cut at the commas outside nested braces.
fn top_level(list: &str) -> Vec<&str> {
    let (mut items, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                items.push(&list[start..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    items
}

#[test]
fn arrows_only_run_downward() {
    let mut upward = Vec::new();
    for (layer, allowed) in LAYERS {
        let files = rust_files(&source(layer));
        assert!(!files.is_empty(), "no file on layer {layer}");
        for file in files {
            let code = code(&file);
            for word in named_after(&code, "crate::") {
                let is_layer = LAYERS.iter().any(|(layer, _)| *layer == word);
                let known = is_layer || ["error", "diagnostics", "config"].contains(&word);
                if known && !allowed.contains(&word) {
                    upward.push(format!("{} names crate::{word}", file.display()));
                }
            }
        }
    }
    assert!(upward.is_empty(), "{}", upward.join("\n"));
}

#[test]
fn no_vendor_names_another() {
    let vendors = ["acl", "aclnn", "cnrt", "mluop", "xmath"];
    let mut crossing = Vec::new();
    for (folder, allowed) in VENDORS {
        for file in rust_files(&source(folder)) {
            let code = code(&file);
            for word in named_after(&code, "crate::abi::") {
                if vendors.contains(&word) && !allowed.contains(&word) {
                    crossing.push(format!("{} names crate::abi::{word}", file.display()));
                }
            }
        }
    }
    assert!(crossing.is_empty(), "{}", crossing.join("\n"));
}

#[test]
fn threads_start_on_the_tensor_and_device_floors_only() {
    let mut elsewhere = Vec::new();
    for (layer, _) in LAYERS
        .iter()
        .filter(|(layer, _)| !["tensor", "device"].contains(layer))
    {
        for file in rust_files(&source(layer)) {
            let code = code(&file);
            if ["rayon::", "thread::spawn", "thread::Builder"]
                .iter()
                .any(|word| code.contains(word))
            {
                elsewhere.push(file.display().to_string());
            }
        }
    }
    assert!(elsewhere.is_empty(), "{}", elsewhere.join("\n"));
}

#[test]
fn the_reader_of_paths_sees_nested_lists() {
    let text = "use crate::{error::Result, ops::{self, Call}}; fn f() -> crate::tensor::View {}";
    assert_eq!(named_after(text, "crate::"), ["error", "ops", "tensor"]);
}
