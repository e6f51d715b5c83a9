//! Derives the header of each operator's file, and lists the operators for `src/entry.rs`.

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=src");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = here
        .ancestors()
        .nth(2)
        .expect("the folder of the workspace");
    hostnpu_headers::derive_operators(root);
}
