//! Derives the C headers from the door files, into `OUT_DIR`. A plain build writes nothing into the source tree;
//! `HOSTNPU_WRITE_HEADERS=1 cargo build` refreshes the committed copies in `include/`.

use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "build/headers.rs"]
mod headers;

use headers::{HEADERS, Header};

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=cbindgen.toml");
    println!("cargo::rerun-if-env-changed=HOSTNPU_WRITE_HEADERS");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("include");
    let write = env::var_os("HOSTNPU_WRITE_HEADERS").is_some_and(|value| value == "1");
    for header in HEADERS {
        let text = derive(&root, header);
        store(&out.join(header.path), &text);
        if write {
            store(&root.join("include").join(header.path), &text);
        }
    }
}

fn derive(root: &Path, header: &Header) -> String {
    let text = |name: &str| {
        let path = root.join("build/text").join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml");
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in header.sources {
        let path = root.join("src/abi").join(source);
        println!("cargo::rerun-if-changed={}", path.display());
        builder = builder.with_src(path);
    }
    for system in header.system {
        builder = builder.with_sys_include(system);
    }
    for include in header.includes {
        builder = builder.with_include(include);
    }
    if let Some(name) = header.preamble {
        builder = builder.with_after_include(format!("\n{}", text(name).trim_end()));
    }
    if let Some(name) = header.trailer {
        builder = builder.with_trailer(text(name).trim_end());
    }
    let mut bytes = Vec::new();
    builder
        .generate()
        .unwrap_or_else(|error| panic!("{}: {error}", header.path))
        .write(&mut bytes);
    String::from_utf8(bytes).expect("headers are UTF-8")
}

/// Writes a file only if its text changes, so that what depends on its time stamp is not rebuilt.
fn store(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folder for headers");
    fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
