//! Reading the crate's own sources.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};

/// All Rust files of a folder, without those that are tests only.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    // Compiled for tests only.
    files.retain(|path| !path.ends_with("tests.rs") && !path.ends_with("loom_models.rs"));
    files.sort();
    files
}

/// The syntax of a file.
pub fn parse(path: &Path) -> syn::File {
    let text = fs::read_to_string(path).unwrap();
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The texts of a file: its string literals, those in calls of macros too. Comments and what is compiled for tests only are left out.
pub fn texts(file: &syn::File) -> Vec<String> {
    let mut reader = Texts(Vec::new());
    reader.visit_file(file);
    reader.0
}

struct Texts(Vec<String>);

impl Texts {
    fn literals(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.literals(group.stream()),
                TokenTree::Literal(literal) => {
                    if let syn::Lit::Str(text) = syn::Lit::new(literal) {
                        self.0.push(text.value());
                    }
                }
                _ => {}
            }
        }
    }
}

impl<'a> Visit<'a> for Texts {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_lit_str(&mut self, text: &'a syn::LitStr) {
        self.0.push(text.value());
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        self.literals(call.tokens.clone());
    }

    /// Comments are attributes too.
    fn visit_attribute(&mut self, attribute: &'a syn::Attribute) {
        if let syn::Meta::List(list) = &attribute.meta {
            self.literals(list.tokens.clone());
        }
    }
}

/// Raw pointers in a file's types, and indexed names: `places[0]` is `places`. What is compiled for tests only is left out.
pub fn pointers_and_indexed(file: &syn::File) -> (usize, Vec<String>) {
    let mut reader = Indexed::default();
    reader.visit_file(file);
    (reader.pointers, reader.names)
}

#[derive(Default)]
struct Indexed {
    pointers: usize,
    names: Vec<String>,
}

impl<'a> Visit<'a> for Indexed {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_type_ptr(&mut self, pointer: &'a syn::TypePtr) {
        self.pointers += 1;
        visit::visit_type_ptr(self, pointer);
    }

    fn visit_expr_index(&mut self, index: &'a syn::ExprIndex) {
        let name = match &*index.expr {
            syn::Expr::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            syn::Expr::Field(field) => match &field.member {
                syn::Member::Named(name) => Some(name.to_string()),
                syn::Member::Unnamed(_) => None,
            },
            _ => None,
        };
        self.names.extend(name);
        visit::visit_expr_index(self, index);
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        if call.method == "ptr_eq" {
            self.names.push("ptr_eq".into());
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &'a syn::ExprPath) {
        if path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "ptr_eq")
        {
            self.names.push("ptr_eq".into());
        }
    }
}

/// The module that a file is, from the crate's root: `src/abi/acl/mod.rs` is `abi::acl`.
pub fn module_of(source: &Path, file: &Path) -> Vec<String> {
    let relative = file.strip_prefix(source).unwrap().with_extension("");
    let mut module: Vec<String> = relative
        .iter()
        .map(|part| part.to_str().unwrap().to_owned())
        .collect();
    if module
        .last()
        .is_some_and(|last| last == "mod" || last == "lib")
    {
        module.pop();
    }
    module
}

/// Every path that a module names, from the crate's root: `crate::`, `super::` and `self::` are resolved, others start with the
/// name of a crate or of something in scope. What is compiled for tests only is left out.
pub fn paths(module: &[String], file: &syn::File) -> Vec<Vec<String>> {
    let mut read = names(module, file);
    let exported = read.exported.into_iter().map(|(_, path)| path);
    read.used.extend(exported);
    read.used
}

/// As [`paths`], what a file makes visible under another path (`pub use`) apart from what it uses.
pub fn names(module: &[String], file: &syn::File) -> Names {
    let mut reader = Reader {
        module: module.to_vec(),
        is_export: false,
        found: Names::default(),
    };
    reader.visit_file(file);
    reader.found
}

/// The paths that a file names.
#[derive(Default)]
pub struct Names {
    /// Those of what it uses.
    pub used: Vec<Vec<String>>,
    /// Each name that it exports again, and the path of what that is.
    pub exported: Vec<(String, Vec<String>)>,
}

struct Reader {
    module: Vec<String>,
    /// True within a `use` that is visible outside.
    is_export: bool,
    found: Names,
}

impl Reader {
    fn found(&mut self, path: &[String]) {
        let name = path.last().cloned().unwrap_or_default();
        self.found_as(name, path);
    }

    fn found_as(&mut self, name: String, path: &[String]) {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let resolved = match path.first().map(String::as_str) {
            Some("crate") => path.to_vec(),
            Some("self") => [&["crate".to_owned()], &self.module[..], &path[1..]].concat(),
            Some("super") => {
                let parent = &self.module[..self.module.len() - supers];
                [&["crate".to_owned()], parent, &path[supers..]].concat()
            }
            _ => path.to_vec(),
        };
        match self.is_export {
            true => self.found.exported.push((name, resolved)),
            false => self.found.used.push(resolved),
        }
    }

    fn tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(&path.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.tree(item, before))
            }
            syn::UseTree::Name(name) => {
                self.found(&[&before[..], &[name.ident.to_string()]].concat())
            }
            syn::UseTree::Rename(name) => {
                let path = [&before[..], &[name.ident.to_string()]].concat();
                self.found_as(name.rename.to_string(), &path);
            }
            syn::UseTree::Glob(_) => self.found(&before.clone()),
        }
    }
}

/// Returns true if an item is compiled for tests only: `cfg(test)`, or `cfg(all(test, …))`.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    let is_cfg = |attribute: &&syn::Attribute| attribute.path().is_ident("cfg");
    attributes.iter().filter(is_cfg).any(|attribute| {
        let mut is_test = false;
        let condition = attribute.parse_args::<syn::Meta>();
        match condition {
            Ok(syn::Meta::Path(path)) => is_test = path.is_ident("test"),
            Ok(syn::Meta::List(list)) if list.path.is_ident("all") => {
                let all = Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated;
                let parts = list.parse_args_with(all).into_iter().flatten();
                is_test = parts.into_iter().any(|part| part.path().is_ident("test"));
            }
            _ => {}
        }
        is_test
    })
}

impl<'a> Visit<'a> for Reader {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if is_test(&item.attrs) {
            return;
        }
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        if !is_test(&item.attrs) {
            self.is_export = !matches!(item.vis, syn::Visibility::Inherited);
            self.tree(&item.tree, &mut Vec::new());
            self.is_export = false;
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let parts: Vec<String> = path
            .segments
            .iter()
            .map(|part| part.ident.to_string())
            .collect();
        self.found(&parts);
        visit::visit_path(self, path);
    }

    /// The tokens of a macro's call are not parsed: paths are what `::` joins.
    fn visit_macro(&mut self, call: &'a syn::Macro) {
        let joined = call.tokens.to_string().replace(" :: ", "::");
        let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        for word in joined
            .split(|c| !is_path(c))
            .filter(|word| word.contains("::"))
        {
            let parts: Vec<String> = word.split("::").map(str::to_owned).collect();
            self.found(&parts);
        }
        visit::visit_macro(self, call);
    }
}
