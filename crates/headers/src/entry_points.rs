//! Headers of the entry points that are written by hand, each from the files that the table names.

use std::path::{Path, PathBuf};

use crate::output::{Output, config, read, with_includes, write_out};
use crate::{Header, TEXTS, headers, open_enums};

/// Derives the headers of the table into `OUT_DIR/include`, and the lists of the C enums. `root` is the folder of the workspace. Returns
/// the folder of the headers.
pub fn derive_entry_points(root: &Path) -> PathBuf {
    let output = Output::new(root);
    open_enums::write(root, &output.out);
    for header in headers() {
        let sources = sources(root, header);
        output.header(header.path, &(format!("{header:?}"), &sources), || {
            derive(root, header)
        });
    }
    output.out.join("include")
}

/// The text of everything that a header is derived from.
fn sources(root: &Path, header: &Header) -> Vec<String> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for source in header.sources {
        let path = root.join("src/abi").join(source);
        paths.push(path);
    }
    let texts = [header.preamble, header.trailer].into_iter().flatten();
    let text = |name| root.join(TEXTS).join(name);
    paths.extend(texts.map(text));
    let text = |path: &PathBuf| {
        println!("cargo::rerun-if-changed={}", path.display());
        read(path)
    };
    paths.iter().map(text).collect()
}

fn derive(root: &Path, header: &Header) -> String {
    let text = |name: &str| read(&root.join(TEXTS).join(name));
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
        builder = builder.with_src(prototyped(path));
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

/// The source itself, or a copy with C prototypes in place of its functions under `#[entry]`.
fn prototyped(path: PathBuf) -> PathBuf {
    let Some(text) = hostnpu_aclnn_syntax::with_prototypes(&read(&path)) else {
        return path;
    };
    let out = std::env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .expect("cargo sets it");
    let name = path.to_string_lossy().replace('/', "_");
    let copy = out.join("entry").join(name);
    crate::output::store(&copy, &text);
    copy
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
