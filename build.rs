//! Derives the C headers from the entry-point files, into `OUT_DIR`. A plain build writes nothing into the source tree;
//! `HOSTNPU_WRITE_HEADERS=1 cargo build` refreshes the committed copies in `include/`. Compiles the C half of variadic entry points.

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
    compile_variadic(&root, &out);
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

fn derive(root: &Path, header: &Header) -> String {
    let text = |name: &str| {
        let path = root.join("build/text").join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let mut config =
        cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml");
    if header.snake_case_arguments {
        config.function.rename_args = cbindgen::RenameRule::None;
    }
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in header.sources {
        let path = root.join("src/abi").join(source);
        println!("cargo::rerun-if-changed={}", path.display());
        for name in public_types(&path) {
            builder = builder.include_item(name);
        }
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
    let text = String::from_utf8(bytes).expect("headers are UTF-8");
    match header.constants {
        Some(c_type) => constants_as_objects(&text, c_type),
        None => text,
    }
}

/// Names of the types that a source offers: they belong into its header even where no function of it mentions them.
fn public_types(path: &Path) -> Vec<String> {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = |line: &str| {
        let kinds = ["pub enum ", "pub struct ", "pub type ", "pub union "];
        let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
        Some(rest[..end].to_owned())
    };
    text.lines().filter_map(name).collect()
}

/// Turns the constants, which cbindgen writes as macros in C, into what the vendor's header has: objects. C++ programs
/// write `::ACL_SUCCESS`, and have names of their own like these in their namespaces. C keeps the macros too, for
/// there an object is no constant expression.
fn constants_as_objects(text: &str, c_type: &str) -> String {
    let constant = |line: &&str| {
        let (name, value) = line.strip_prefix("#define ")?.split_once(' ')?;
        let is_number = value.starts_with(|first: char| first.is_ascii_digit());
        is_number.then(|| format!("static const {c_type} {name} = {value};"))
    };
    let lines: Vec<&str> = text.lines().collect();
    let is_constant = |line: &&str| constant(line).is_some();
    let (Some(first), Some(last)) = (
        lines.iter().position(is_constant),
        lines.iter().rposition(is_constant),
    ) else {
        return text.to_owned();
    };
    // cbindgen writes constants in a row: what stands between them are their comments.
    let first = lines[..first]
        .iter()
        .rposition(|line| line.is_empty())
        .map_or(first, |blank| blank + 1);
    let (constants, rest) = (&lines[first..=last], &lines[last + 1..]);
    let objects = constants
        .iter()
        .map(|line| constant(line).unwrap_or((*line).to_owned()));
    let macros = constants
        .iter()
        .filter(|line| is_constant(line))
        .map(|line| (*line).to_owned());
    let mut new: Vec<String> = lines[..first]
        .iter()
        .map(|line| (*line).to_owned())
        .collect();
    new.push("#ifdef __cplusplus\n".to_owned());
    new.extend(objects);
    new.push("\n#else\n".to_owned());
    new.extend(macros);
    new.push("\n#endif".to_owned());
    new.extend(rest.iter().map(|line| (*line).to_owned()));
    new.join("\n") + "\n"
}

/// Writes a file only if its text changes, so that what depends on its time stamp is not rebuilt.
fn store(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folder for headers");
    fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
