//! The committed headers say what the entry points say: nothing stale, nothing missing, nothing from elsewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::root::root;
use hostnpu_headers::{INCLUDES, TEXTS, packages};

/// Every header: its path below `include/`, and what of ours it includes.
fn headers() -> Vec<(String, Vec<String>)> {
    let owned = |includes: &[&str]| {
        includes
            .iter()
            .map(|include| (*include).to_owned())
            .collect()
    };
    let mut all: Vec<_> = hostnpu_headers::headers()
        .map(|header| (header.path.to_owned(), owned(header.includes)))
        .collect();
    for package in packages(root()) {
        all.push((package.path.to_owned(), package.includes()));
        all.extend(
            package
                .operators
                .iter()
                .map(|operator| (operator.path(), owned(INCLUDES))),
        );
    }
    all
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Files below a folder that have an extension, sorted.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("a folder's entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Names of the functions that an entry-point file exports; for an operator of aclnn both phases.
fn exported_functions(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let (mut exported, mut operator) = (false, false);
    for line in source.lines() {
        let line = line.trim_start();
        if line.contains("no_mangle") {
            exported = true;
        } else if line.starts_with("#[aclnn") {
            operator = true;
        } else if (exported || operator)
            && let Some((_, rest)) = line.split_once("fn ")
        {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let name = &rest[..end.unwrap_or(rest.len())];
            names.push(name.to_owned());
            if operator {
                names.push(format!("{name}GetWorkspaceSize"));
            }
            (exported, operator) = (false, false);
        }
    }
    names
}

#[test]
fn committed_headers_are_what_the_entry_points_derive() {
    let folders = [
        hostnpu::DERIVED_HEADERS,
        hostnpu_aclnn_operators::DERIVED_HEADERS,
    ];
    let committed = root().join("include");
    let is_stale = |path: &String| {
        let derived = folders
            .iter()
            .find_map(|folder| fs::read_to_string(Path::new(folder).join(path)).ok());
        derived.is_none() || fs::read_to_string(committed.join(path)).ok() != derived
    };
    let paths = headers().into_iter().map(|(path, _)| path);
    let stale: Vec<String> = paths.filter(is_stale).collect();
    assert!(
        stale.is_empty(),
        "refresh with `HOSTNPU_WRITE_HEADERS=1 cargo build`: {stale:#?}"
    );
}

#[test]
fn include_holds_no_header_that_is_not_derived() {
    let include = root().join("include");
    let known: BTreeSet<PathBuf> = headers()
        .into_iter()
        .map(|(path, _)| include.join(path))
        .collect();
    let strangers: Vec<PathBuf> = files(&include, "h")
        .into_iter()
        .filter(|path| !known.contains(path))
        .collect();
    assert!(
        strangers.is_empty(),
        "neither in the table of crates/headers nor an operator's: {strangers:#?}"
    );
}

#[test]
fn the_table_of_headers_is_sorted_and_names_each_once() {
    let paths: Vec<&str> = hostnpu_headers::headers()
        .map(|header| header.path)
        .collect();
    for pair in paths.windows(2) {
        assert!(pair[0] < pair[1], "{} stands before {}", pair[0], pair[1]);
    }
}

#[test]
fn every_included_header_of_ours_exists() {
    let headers = headers();
    let paths: BTreeSet<&str> = headers.iter().map(|(path, _)| path.as_str()).collect();
    for (path, includes) in &headers {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for include in includes {
            let beside = format!("{folder}/{include}");
            assert!(
                paths.contains(include.as_str()) || paths.contains(beside.trim_start_matches('/')),
                "{path} includes {include}, which is no header of ours",
            );
        }
    }
}

#[test]
fn every_text_of_a_header_is_used() {
    let used: BTreeSet<PathBuf> = hostnpu_headers::headers()
        .flat_map(|header| [header.preamble, header.trailer])
        .flatten()
        .map(|name| root().join(TEXTS).join(name))
        .collect();
    let unused: Vec<PathBuf> = files(&root().join(TEXTS), "h")
        .into_iter()
        .filter(|path| !used.contains(path))
        .collect();
    assert!(unused.is_empty(), "no header uses {unused:#?}");
}

/// cbindgen drops what it does not understand, and says nothing.
#[test]
fn every_exported_function_is_declared_in_a_header() {
    let mut declared = String::new();
    for (path, _) in headers() {
        declared += &read(&root().join("include").join(path));
    }
    let mut absent = Vec::new();
    let folders = ["src/abi", "crates/aclnn-operators/src"];
    for path in folders
        .iter()
        .flat_map(|folder| files(&root().join(folder), "rs"))
    {
        for name in exported_functions(&read(&path)) {
            let is_declared = [" ", "*"]
                .iter()
                .any(|before| declared.contains(&format!("{before}{name}(")));
            if !is_declared {
                absent.push(format!("{name} ({})", path.display()));
            }
        }
    }
    assert!(absent.is_empty(), "in no header: {absent:#?}");
}

#[test]
fn an_entry_point_is_found_in_each_way_of_writing_it() {
    let source = r#"
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn first(
            x: i32,
        ) {}
        fn inner() {}
        #[unsafe(no_mangle)]
        #[expect(clippy::missing_safety_doc, reason = "says `fn`s")]
        pub extern "C" fn second() {}
        #[aclnn(null = CODE)]
        fn third(
        ) {}
    "#;
    let expected = ["first", "second", "third", "thirdGetWorkspaceSize"];
    assert_eq!(exported_functions(source), expected);
}
