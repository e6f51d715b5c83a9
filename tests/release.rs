//! The statements of a release: one version everywhere, and licences that may be shipped.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn text(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Everything that names the version repeats that of the manifest of the workspace.
#[test]
fn one_version() {
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        text("CITATION.cff").contains(&format!("\nversion: {version}\n")),
        "CITATION.cff"
    );
    let citation = format!("> The hostnpu developers. *hostnpu*, version {version}, revision");
    assert!(
        text("docs/reference.md").contains(&citation),
        "docs/reference.md"
    );
    let mut dependencies = 0;
    for manifest in ["Cargo.toml", "crates/library/Cargo.toml"] {
        for line in text(manifest)
            .lines()
            .filter(|line| line.contains("path = ") && line.contains("version = "))
        {
            dependencies += 1;
            assert!(
                line.contains(&format!("version = \"{version}\"")),
                "{manifest}: {line}"
            );
        }
    }
    assert!(dependencies > 10);
}

/// The oldest Rust that READMEs and the workflow name is that of the manifests.
#[test]
fn one_oldest_rust() {
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    assert!(
        text("README.md").contains(&format!(
            "[Rust](https://www.rust-lang.org) {oldest} or newer"
        )),
        "README.md"
    );
    assert!(
        text("README.zh-CN.md").contains(&format!(
            "[Rust](https://www.rust-lang.org) {oldest} 或更新"
        )),
        "README.zh-CN.md"
    );
    assert!(
        text(".github/workflows/release.yml")
            .contains(&format!("rustup toolchain install {oldest} ")),
        "release.yml"
    );
}

/// Every package that the library and the command are linked from has a licence that deny.toml allows; `cargo deny` looks at all others in the workflow.
#[test]
fn licences_of_what_is_shipped() {
    let deny = text("deny.toml");
    let list = deny
        .split_once("\nallow = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .unwrap()
        .0;
    let allowed: BTreeSet<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(allowed.contains("MIT"));

    for machine in ["x86_64", "aarch64"] {
        let packages = shipped(&format!("{machine}-unknown-linux-gnu"));
        assert!(
            packages.len() > 20 && packages.contains_key("libc"),
            "{packages:?}"
        );
        for (name, licence) in packages {
            assert!(
                permits(&allowed, &licence),
                "{name}: {licence}; allowed: {allowed:?}"
            );
        }
    }
    assert!(permits(&allowed, "(MIT OR Apache-2.0) AND MIT"));
    assert!(!permits(&allowed, "(MIT OR Apache-2.0) AND GPL-3.0-only"));
    assert!(!permits(&allowed, ""));
}

/// True if an expression of SPDX is fulfilled by allowed licences. Older crates write `/` for `OR`.
fn permits(allowed: &BTreeSet<&str>, expression: &str) -> bool {
    expression.split(" AND ").all(|part| {
        let part = part.trim_matches(['(', ')']).replace('/', " OR ");
        part.split(" OR ")
            .any(|licence| allowed.contains(licence.trim()))
    })
}

/// Packages that the library and the command are linked from, with their licences: no macros, nothing that only builds or tests.
fn shipped(platform: &str) -> BTreeMap<String, String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--locked",
            "--format-version",
            "1",
            "--filter-platform",
            platform,
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let by_id = |list: &Value| -> BTreeMap<String, Value> {
        let named = |item: &Value| (item["id"].as_str().unwrap().to_owned(), item.clone());
        list.as_array().unwrap().iter().map(named).collect()
    };
    let packages = by_id(&metadata["packages"]);
    let nodes = by_id(&metadata["resolve"]["nodes"]);

    let is_shipped = |package: &Value| {
        matches!(
            package["name"].as_str(),
            Some("hostnpu-library" | "hostnpu-launcher")
        )
    };
    let is_macro = |package: &Value| package["targets"].to_string().contains("\"proc-macro\"");
    let mut open: Vec<&str> = packages
        .iter()
        .filter(|(_, package)| is_shipped(package))
        .map(|(id, _)| &**id)
        .collect();
    assert_eq!(open.len(), 2);
    let mut found = BTreeMap::new();
    while let Some(id) = open.pop() {
        let package = &packages[id];
        let name = package["name"].as_str().unwrap().to_owned();
        if is_macro(package) || found.contains_key(&name) {
            continue;
        }
        found.insert(
            name,
            package["license"].as_str().unwrap_or_default().to_owned(),
        );
        let dependencies = nodes[id]["deps"].as_array().unwrap();
        let is_linked = |dependency: &&Value| {
            dependency["dep_kinds"]
                .as_array()
                .unwrap()
                .iter()
                .any(|kind| kind["kind"].is_null())
        };
        open.extend(
            dependencies
                .iter()
                .filter(is_linked)
                .map(|dependency| dependency["pkg"].as_str().unwrap()),
        );
    }
    found
}
