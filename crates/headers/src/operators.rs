//! Headers of the operators of aclnn: one for each file in the folders of the vendor's categories.

use std::fs;
use std::path::{Path, PathBuf};

/// The vendor's packages: the header that includes all of one, and the folders of its operators.
const PACKAGES: &[(&str, &[&str])] = &[
    (
        "aclnnop/aclnn_ops_math.h",
        &["conversion", "math", "random"],
    ),
    (
        "aclnnop/aclnn_ops_nn.h",
        &[
            "activation",
            "control",
            "conv",
            "foreach",
            "index",
            "loss",
            "matmul",
            "norm",
            "optim",
            "pooling",
            "quant",
            "rnn",
            "vfusion",
        ],
    ),
    ("aclnnop/aclnn_ops_cv.h", &["image", "objdetect"]),
    (
        "aclnnop/aclnn_ops_transformer.h",
        &[
            "attention",
            "ffn",
            "mamba",
            "mc2",
            "mhc",
            "moe",
            "posembedding",
        ],
    ),
];

/// Headers that the header of each operator includes.
pub const INCLUDES: &[&str] = &["aclnn/aclnn_base.h", "aclnn_util.h"];

/// The file of an operator, and its header.
pub struct Operator {
    /// Its header, below `include/aclnnop/`.
    pub header: String,
    /// Its source.
    pub source: PathBuf,
    /// The module of that source.
    pub module: String,
}

/// A header that only includes others.
pub struct Package {
    /// Path below `include/`.
    pub path: &'static str,
    /// The operators of the package, sorted by header.
    pub operators: Vec<Operator>,
}

impl Operator {
    /// The path of its header below `include/`.
    pub fn path(&self) -> String {
        format!("aclnnop/{}", self.header)
    }
}

impl Package {
    /// Headers that its header includes.
    pub fn includes(&self) -> Vec<String> {
        let operators = self
            .operators
            .iter()
            .map(|operator| operator.header.clone());
        ["aclnn/aclnn_base.h".to_owned()]
            .into_iter()
            .chain(operators)
            .collect()
    }
}

/// All operators, by package, found by their files.
pub fn packages(root: &Path) -> Vec<Package> {
    let package = |&(path, folders): &(&'static str, &[&str])| {
        let mut operators: Vec<Operator> = folders
            .iter()
            .flat_map(|folder| operators(root, folder))
            .collect();
        operators.sort_by(|a, b| a.header.cmp(&b.header));
        Package { path, operators }
    };
    PACKAGES.iter().map(package).collect()
}

fn operators(root: &Path, folder: &str) -> Vec<Operator> {
    let in_file = |source: PathBuf| {
        let name = source.file_stem()?.to_str()?.to_owned();
        let is_rust = source
            .extension()
            .is_some_and(|extension| extension == "rs");
        if !is_rust || name == "mod" {
            return None;
        }
        let text = fs::read_to_string(&source).ok()?;
        let mut headers = own_headers(&text);
        if headers.is_empty() {
            headers.push(format!("{}_{name}.h", prefix(&text)));
        }
        let operator = move |header| Operator {
            header,
            module: format!("crate::{folder}::{name}"),
            source: source.clone(),
        };
        Some(headers.into_iter().map(operator))
    };
    // A category without operators has no folder.
    let entries = fs::read_dir(root.join("crates/aclnn-operators/src").join(folder))
        .into_iter()
        .flatten();
    entries
        .filter_map(|entry| in_file(entry.ok()?.path()))
        .flatten()
        .collect()
}

/// The beginning of the header's name: that of its operators' names.
fn prefix(source: &str) -> &'static str {
    let is_other = |line: &str| line.starts_with("fn acl") && !line.starts_with("fn aclnn");
    match source.lines().any(is_other) {
        true => "acl",
        false => "aclnn",
    }
}

/// The headers of a file whose operators have one each: they are named as the functions.
fn own_headers(source: &str) -> Vec<String> {
    let mut headers = Vec::new();
    let mut is_next = false;
    for line in source.lines() {
        if line.starts_with("#[aclnn(") {
            is_next = line.contains("own_header");
        } else if let Some(rest) = line.strip_prefix("fn ").filter(|_| is_next) {
            let name = rest.split('(').next().unwrap_or_default();
            headers.push(format!("{}.h", snake_case(name)));
            is_next = false;
        }
    }
    headers
}

/// `aclnn_foreach_add_list_v2` for `aclnnForeachAddListV2`.
fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let begins_word = |at: usize| {
        at > 0 && letters[at].is_ascii_uppercase() && !letters[at - 1].is_ascii_uppercase()
    };
    let written = |at: usize| {
        let gap = begins_word(at).then_some('_');
        gap.into_iter().chain([letters[at].to_ascii_lowercase()])
    };
    (0..letters.len()).flat_map(written).collect()
}
