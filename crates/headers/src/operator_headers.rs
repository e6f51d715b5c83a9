//! The header of each operator's file, from the functions under `#[aclnn]` and those that are exported beside them.

use std::path::Path;

use hostnpu_aclnn_syntax::{EntryPoint, Helper, prototypes};
use quote::quote;

use crate::operators::{INCLUDES, Operator, packages};
use crate::output::{Output, config, read, store, with_includes, write_out};

/// Derives the headers into `OUT_DIR/include`, and `OUT_DIR/aclnn_entry_points.rs`, which lists the operators. `root` is the folder of the
/// workspace.
pub fn derive_operators(root: &Path) {
    let output = Output::new(root);
    let (mut entry_points, mut helpers) = (Vec::new(), Vec::new());
    for package in packages(root) {
        let includes = package.includes();
        output.header(package.path, &includes, || {
            let includes: Vec<&str> = includes.iter().map(String::as_str).collect();
            write_out(with_includes(config(root), &[], &includes))
        });
        for operator in &package.operators {
            let exported = derive(root, &output, operator);
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
    store(&output.out.join("aclnn_entry_points.rs"), &text);
}

/// The exports of an operator's file.
#[derive(Default)]
struct Exported {
    /// Operators, with the paths of their descriptions.
    operators: Vec<(String, String)>,
    /// Descriptions of the functions beside them.
    helpers: Vec<String>,
}

/// Derives the header of an operator's file from the functions under `#[aclnn]` and those that are exported beside them.
fn derive(root: &Path, output: &Output, operator: &Operator) -> Exported {
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
            if let Some(name) = entry.max_workspace_name() {
                let docs = entry.max_workspace_docs();
                exported.helpers.push(format!(
                    "Helper {{ name: {name:?}, module: \"{module}\", docs: {docs:?}, own_header: {:?} }}",
                    entry.own_header()
                ));
            }
        } else if let Some(helper) = Helper::find(function) {
            all.push(helper.prototype);
            exported.helpers.push(format!(
                "Helper {{ name: \"{}\", module: \"{module}\", docs: {:?}, own_header: None }}",
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
