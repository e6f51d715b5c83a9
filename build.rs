//! Derives the C headers from the entry-point files, into `OUT_DIR`. A plain build writes nothing into the source tree;
//! `HOSTNPU_WRITE_HEADERS=1 cargo build` refreshes the committed copies in `include/`. Compiles the C half of variadic entry points.
//!
//! A header is derived again only if what it is derived from has changed: for an operator that is its prototypes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs};

use hostnpu_aclnn_syntax::{EntryPoint, Helper, prototypes};
use quote::quote;

#[path = "build/headers.rs"]
mod headers;
#[path = "build/open_enums.rs"]
mod open_enums;
#[path = "build/operators.rs"]
mod operators;

use headers::{HEADERS, Header};
use operators::{INCLUDES, Operator, packages};

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=cbindgen.toml");
    println!("cargo::rerun-if-changed=src/abi/aclnn");
    println!("cargo::rerun-if-env-changed=HOSTNPU_WRITE_HEADERS");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let output = Output {
        written: env::var_os("HOSTNPU_WRITE_HEADERS")
            .is_some_and(|value| value == "1")
            .then(|| root.join("include")),
        out: out.clone(),
        build: build_of_this_program(&root),
    };
    open_enums::write(&root, &out);
    for header in HEADERS {
        let sources = sources(&root, header);
        output.header(header.path, &(format!("{header:?}"), &sources), || {
            derive(&root, header)
        });
    }
    let (mut entry_points, mut helpers) = (Vec::new(), Vec::new());
    for package in packages(&root) {
        let includes = package.includes();
        output.header(package.path, &includes, || {
            let includes: Vec<&str> = includes.iter().map(String::as_str).collect();
            write_out(with_includes(config(&root), &[], &includes))
        });
        for operator in &package.operators {
            let exported = derive_operator(&root, &output, operator);
            entry_points.extend(exported.operators);
            helpers.extend(exported.helpers);
        }
    }
    entry_points.sort();
    helpers.sort();
    let paths: Vec<&str> = entry_points.iter().map(|(_, path)| path.as_str()).collect();
    let list = paths.join(",\n    &");
    let helpers = helpers.join(",\n    ");
    let text = format!(
        "/// All operators, sorted by their names.\npub static ENTRY_POINTS: &[&EntryPoint] = &[\n    &{list},\n];\n\n\
         /// All functions beside the operators, sorted by their names.\npub static HELPERS: &[Helper] = &[\n    {helpers},\n];\n"
    );
    store(&out.join("aclnn_entry_points.rs"), &text);
    compile_variadic(&root, &out.join("include"));
}

/// Where headers go.
struct Output {
    out: PathBuf,
    /// The folder of the committed copies, if they are to be refreshed.
    written: Option<PathBuf>,
    /// Changes with this program and its settings.
    build: u64,
}

impl Output {
    /// Derives a header unless its text was derived from the same `source` before.
    fn header(&self, path: &str, source: &impl Hash, derive: impl FnOnce() -> String) {
        let mut hasher = DefaultHasher::new();
        (self.build, source).hash(&mut hasher);
        let stamp = format!("{:x}", hasher.finish());
        let (derived, stamps) = (
            self.out.join("include").join(path),
            self.out.join("stamps").join(path),
        );
        let known = fs::read_to_string(&stamps).is_ok_and(|old| old == stamp);
        let text = match fs::read_to_string(&derived) {
            Ok(text) if known => text,
            _ => derive(),
        };
        store(&derived, &text);
        store(&stamps, &stamp);
        if let Some(folder) = &self.written {
            store(&folder.join(path), &text);
        }
    }
}

/// A number for the program that runs and the settings of cbindgen.
fn build_of_this_program(root: &Path) -> u64 {
    let program = env::current_exe()
        .and_then(fs::metadata)
        .and_then(|data| data.modified());
    let mut hasher = DefaultHasher::new();
    program.ok().hash(&mut hasher);
    fs::read(root.join("cbindgen.toml")).ok().hash(&mut hasher);
    hasher.finish()
}

/// The text of everything that a header is derived from.
fn sources(root: &Path, header: &Header) -> Vec<String> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for source in header.sources {
        let path = root.join("src/abi").join(source);
        println!("cargo::rerun-if-changed={}", path.display());
        paths.push(path);
    }
    let texts = [header.preamble, header.trailer].into_iter().flatten();
    paths.extend(texts.map(|name| root.join("build/text").join(name)));
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What the file of an operator exports.
#[derive(Default)]
struct Exported {
    /// Operators, with the paths of their descriptions.
    operators: Vec<(String, String)>,
    /// Descriptions of the functions beside them.
    helpers: Vec<String>,
}

/// Derives the header of an operator's file from the functions under `#[aclnn]` and those that are exported beside them.
fn derive_operator(root: &Path, output: &Output, operator: &Operator) -> Exported {
    // What is wrong in a source is for rustc to say, with its place.
    let Ok(file) = syn::parse_file(&read(&operator.source)) else {
        return Exported::default();
    };
    let (mut exported, mut all) = (Exported::default(), Vec::new());
    let module = &operator.module;
    for item in &file.items {
        let syn::Item::Fn(function) = item else {
            continue;
        };
        if let Some(Ok(entry)) = EntryPoint::find(function) {
            if entry.own_header().is_some_and(|own| own != operator.header) {
                continue;
            }
            all.push(prototypes(
                &entry,
                &quote!(#[unsafe(no_mangle)]),
                quote!({}),
                quote!({}),
            ));
            let path = format!("{module}::{}", entry.static_name());
            exported.operators.push((entry.name.to_string(), path));
        } else if let Some(helper) = Helper::find(function) {
            all.push(helper.prototype);
            exported.helpers.push(format!(
                "Helper {{ name: \"{}\", module: \"{module}\", docs: {:?} }}",
                helper.name,
                helper.docs.join("\n")
            ));
        }
    }
    let text = quote!(#(#all)*).to_string();
    output.header(&operator.path(), &text, || {
        let path = output
            .out
            .join("prototypes")
            .join(&operator.header)
            .with_extension("rs");
        store(&path, &text);
        write_out(with_includes(config(root), &[], INCLUDES).with_src(path))
    });
    exported
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

fn config(root: &Path) -> cbindgen::Config {
    cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml")
}

fn with_includes(config: cbindgen::Config, system: &[&str], ours: &[&str]) -> cbindgen::Builder {
    let mut builder = cbindgen::Builder::new().with_config(config);
    for header in system {
        builder = builder.with_sys_include(header);
    }
    for header in ours {
        builder = builder.with_include(header);
    }
    builder
}

fn write_out(builder: cbindgen::Builder) -> String {
    let mut bytes = Vec::new();
    builder
        .generate()
        .unwrap_or_else(|error| panic!("cbindgen: {error}"))
        .write(&mut bytes);
    String::from_utf8(bytes).expect("headers are UTF-8")
}

fn derive(root: &Path, header: &Header) -> String {
    let text = |name: &str| read(&root.join("build/text").join(name));
    let mut config = config(root);
    if header.snake_case_arguments {
        config.function.rename_args = cbindgen::RenameRule::None;
    }
    let mut builder = with_includes(config, header.system, header.includes);
    for source in header.sources {
        let path = root.join("src/abi").join(source);
        for name in public_types(&path) {
            builder = builder.include_item(name);
        }
        builder = builder.with_src(path);
    }
    if let Some(name) = header.preamble {
        builder = builder.with_after_include(format!("\n{}", text(name).trim_end()));
    }
    if let Some(name) = header.trailer {
        builder = builder.with_trailer(text(name).trim_end());
    }
    let text = write_out(builder);
    match header.constants {
        Some(c_type) => constants_as_objects(&text, c_type),
        None => text,
    }
}

/// Names of the types that a source offers: they belong into its header even where no function of it mentions them.
fn public_types(path: &Path) -> Vec<String> {
    let text = read(path);
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
        let is_negative = value.starts_with('-');
        let is_number = is_negative || value.starts_with(|first: char| first.is_ascii_digit());
        let c_type = if is_negative { "int32_t" } else { c_type };
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
