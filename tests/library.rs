//! The small tests in one program: each program of its own would be linked with the whole library.
//!
//! Run one file by its name: `cargo test --test library mx_golden::`. Files that are not listed here are programs of their own, for
//! they have long runs or need a process: `Cargo.toml` lists them.

mod acl_operators;
mod attention_windows;
mod boundaries;
mod c_values;
mod entry_point_properties;
mod error_codes;
mod half_conversions;
mod handles;
mod headers;
mod layers;
mod linspace_rule;
mod logs;
mod logspace_corner_cases;
mod mx_formats;
mod mx_golden;
mod mx_properties;
mod operator_arguments;
mod operators_by_name;
mod package_versions;
mod release;
mod same_bits;
mod settings;
mod shown_arguments;
mod structure_layouts;
mod tracing;
mod xmath_accuracy;
mod xmath_properties;

mod mx_operator;
mod sources;
use hostnpu_test_support as support;
mod xmath_model;

/// A file that neither this program nor the manifest names would never run.
#[test]
fn every_file_here_is_run() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let here = include_str!("library.rs");
    let mut files = 0;
    for entry in std::fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_test = path.extension().is_some_and(|extension| extension == "rs");
        if is_test || path.join("main.rs").exists() {
            files += 1;
            let is_module = here.contains(&format!("\nmod {name};\n"));
            let is_program = manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
            assert!(is_module != is_program, "{name}");
        }
    }
    assert!(files > 20);
}
