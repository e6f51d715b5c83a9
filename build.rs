//! Derives the C headers of the entry points; those of the operators of aclnn are derived by their package. Compiles the C half of
//! variadic entry points.

use std::env;
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let include = hostnpu_headers::derive_entry_points(&root);
    compile_variadic(&root, &include);
}

/// Compiles what Rust cannot define: functions with variable arguments.
fn compile_variadic(root: &Path, include: &Path) {
    let source = root.join("src/abi/acl/app_log.c");
    println!("cargo::rerun-if-changed={}", source.display());
    cc::Build::new()
        .file(source)
        .include(include)
        .std("c11")
        .warnings(true)
        .extra_warnings(true)
        .compile("hostnpu_variadic");
}
