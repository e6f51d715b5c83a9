//! The entry-point side of the C enums: from each `enums.rs`, of which cbindgen makes the header, a list of the same enumerators
//! for `open_enum!`. So the enumerators stand in one place.

use std::fs;
use std::path::Path;

use quote::ToTokens;
use syn::{Attribute, Item, ItemEnum};

/// Folders of `src/abi` with an `enums.rs`, which their `open_enums.rs` includes in this form.
const FOLDERS: &[&str] = &[
    "acl/base_rt",
    "acl/dump",
    "acl/op",
    "acl/op_compiler",
    "acl/prof",
    "acl/rt",
    "acl/rt_memory_soma",
    "acl/tdt",
    "acl/tdt_queue",
    "cndrv",
    "cnrt",
    "hccl",
    "mluop",
];

/// Writes the lists: `OUT_DIR/open_enums/acl_base_rt.rs` and its like.
pub fn write(root: &Path, out: &Path) {
    let out = out.join("open_enums");
    for folder in FOLDERS {
        let source = root.join("src/abi").join(folder).join("enums.rs");
        println!("cargo::rerun-if-changed={}", source.display());
        let text = fs::read_to_string(&source).expect("every folder has its enums");
        let file = syn::parse_file(&text).expect("the enums are Rust");
        let enums = file.items.iter().filter_map(|item| match item {
            Item::Enum(item) => Some(open_enum(item)),
            _ => None,
        });
        let text: String = enums.collect();
        crate::output::store(&out.join(format!("{}.rs", folder.replace('/', "_"))), &text);
    }
}

fn open_enum(item: &ItemEnum) -> String {
    let is_doc = |attribute: &&Attribute| attribute.path().is_ident("doc");
    let docs: Vec<String> = item
        .attrs
        .iter()
        .filter(is_doc)
        .map(|attribute| attribute.to_token_stream().to_string())
        .collect();
    let names: Vec<String> = item
        .variants
        .iter()
        .map(|variant| variant.ident.to_string())
        .collect();
    format!(
        "open_enum! {{ {} {}: {} }}\n",
        docs.join(" "),
        item.ident,
        names.join(", ")
    )
}
