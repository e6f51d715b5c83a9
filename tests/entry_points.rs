//! Every entry point is documented, says its own name in errors, and does nothing that can panic outside its guard. An operator of
//! aclnn is written as one function under `#[aclnn]`, which makes the guarded ones; `#[entry]` does so for other entry points.

use std::collections::BTreeSet;
use std::path::PathBuf;

use hostnpu_aclnn_syntax::{EntryOptions, Options};
use syn::visit::{self, Visit};
use syn::{Expr, ItemFn};

use crate::sources;
use crate::support::root::root;

use sources::{parse, rust_files};

/// The functions that run the body of an entry point; no panic leaves them. The first argument is the entry point's name, unless
/// the function has no status to report.
const GUARDS: &[&str] = &[
    "guard",
    "guard_forming",
    "guard_query",
    "answer",
    "create",
    "phase_one",
    "phase_two",
    "without_status",
];

/// Entry points without a guard: they return constants, or compute what has no error, in code that is all there is to see.
const UNGUARDED: &[&str] = &[
    "HcclGetCommConfigCapability",
    "HcclGetErrorString",
    "aclDataTypeSize",
    "aclFloat16ToFloat",
    "aclFloatToFloat16",
    "aclrtGetSocName",
    "cnrtGetErrorName",
    "cnrtGetErrorStr",
    "mluOpGetErrorString",
    "mluOpGetLibVersion",
];

struct EntryPoint {
    path: PathBuf,
    function: ItemFn,
    /// Written under `#[aclnn]`.
    is_operator: bool,
    /// Has a `…GetMaxWorkspaceSize` as well.
    has_max_workspace: bool,
    /// Other names of the same function, where it is written under `#[entry]`.
    entry: Option<Vec<String>>,
}

impl EntryPoint {
    fn name(&self) -> String {
        self.function.sig.ident.to_string()
    }

    /// Whether an attribute writes the guard.
    fn is_guarded_by_attribute(&self) -> bool {
        self.is_operator || self.entry.is_some()
    }

    fn place(&self) -> String {
        format!("{}: {}", self.path.display(), self.name())
    }

    fn is_xmath(&self) -> bool {
        self.path
            .components()
            .any(|part| part.as_os_str() == "xmath")
    }
}

/// All entry points, and the other functions of their files by name: an entry point may pass its name to one of those.
fn entry_points() -> Vec<(EntryPoint, Vec<ItemFn>)> {
    let root = root();
    let folders = ["src/abi", "crates/aclnn-operators/src"];
    let mut found = Vec::new();
    for path in folders
        .iter()
        .flat_map(|folder| rust_files(&root.join(folder)))
    {
        let functions: Vec<ItemFn> = parse(&path)
            .items
            .into_iter()
            .filter_map(|item| match item {
                syn::Item::Fn(function) => Some(function),
                _ => None,
            })
            .collect();
        let kind = |function: &ItemFn| {
            let has = |name: &str| {
                let mut attributes = function.attrs.iter();
                attributes.any(|attribute| attribute.path().is_ident(name))
            };
            let is_exported = function.attrs.iter().any(|attribute| {
                attribute.path().is_ident("unsafe")
                    && attribute
                        .parse_args::<syn::Path>()
                        .is_ok_and(|path| path.is_ident("no_mangle"))
            });
            (is_exported || has("aclnn") || has("entry")).then(|| has("aclnn"))
        };
        let (exported, others): (Vec<_>, Vec<_>) = functions
            .into_iter()
            .partition(|function| kind(function).is_some());
        for function in exported {
            let is_operator = kind(&function) == Some(true);
            let path = path.clone();
            let mut attributes = function.attrs.iter();
            let entry = attributes.find(|attribute| attribute.path().is_ident("entry"));
            let entry = entry.map(|attribute| {
                let options: EntryOptions = attribute.parse_args().unwrap();
                options.other_names()
            });
            let mut attributes = function.attrs.iter();
            let operator = attributes.find(|attribute| attribute.path().is_ident("aclnn"));
            let options = operator.and_then(|attribute| attribute.parse_args::<Options>().ok());
            let has_max_workspace = options.is_some_and(|options| options.max_workspace.is_some());
            let entry_point = EntryPoint {
                path,
                function,
                is_operator,
                has_max_workspace,
                entry,
            };
            found.push((entry_point, others.clone()));
        }
    }
    found
}

#[test]
fn every_exported_symbol_is_an_entry_point() {
    let list = root().join("abi/exports.symbols");
    let list = std::fs::read_to_string(list).unwrap();
    let exported: BTreeSet<&str> = list.lines().filter(|line| !line.starts_with('#')).collect();
    let mut found = BTreeSet::new();
    for (entry_point, _) in entry_points() {
        if entry_point.is_operator {
            found.insert(format!("{}GetWorkspaceSize", entry_point.name()));
        }
        if entry_point.has_max_workspace {
            found.insert(format!("{}GetMaxWorkspaceSize", entry_point.name()));
        }
        found.extend(entry_point.entry.iter().flatten().cloned());
        found.insert(entry_point.name());
    }
    // Its arguments are variable, so it is written in C.
    found.insert("aclAppLog".to_owned());
    let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
    let missing: Vec<_> = exported.difference(&found).collect();
    let hidden: Vec<_> = found.difference(&exported).collect();
    assert!(
        missing.is_empty(),
        "exported, but not found by this test: {missing:?}"
    );
    assert!(hidden.is_empty(), "not exported: {hidden:?}");
}

/// The calls of a function body whose first argument is a text, and those of guards; and what can panic outside the closures that
/// guards run.
#[derive(Default)]
struct Body {
    guards: usize,
    /// Of those, the ones without a status, which take no name.
    without_status: usize,
    /// Functions that are called with a text first, and the text.
    named: Vec<(String, String)>,
    /// What `let call = called!("name", a, b)` has named last.
    call: Option<(String, Vec<String>)>,
    /// The names of arguments that guards are told of.
    told: Vec<Vec<String>>,
    is_in_guard: bool,
    outside: Vec<String>,
    anywhere: Vec<String>,
}

/// The name and the arguments of `called!("name", a, b)`.
fn told_arguments(call: &syn::Macro) -> (String, Vec<String>) {
    let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
    let mut names =
        call.parse_body_with(parser)
            .unwrap()
            .into_iter()
            .map(|argument| match argument {
                Expr::Lit(literal) => match literal.lit {
                    syn::Lit::Str(text) => text.value(),
                    _ => panic!("a call without a name"),
                },
                Expr::Path(path) => path.path.get_ident().unwrap().to_string(),
                _ => panic!("an argument that is no parameter"),
            });
    (names.next().unwrap(), names.collect())
}

fn called(call: &syn::ExprCall) -> Option<String> {
    match &*call.func {
        Expr::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

impl<'a> Visit<'a> for Body {
    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        let name = called(call);
        let is_guard = name.as_deref().is_some_and(|name| GUARDS.contains(&name));
        if let (Some(name), Some(Expr::Lit(literal))) = (&name, call.args.first())
            && let syn::Lit::Str(text) = &literal.lit
        {
            self.named.push((name.clone(), text.value()));
        }
        if let (Some(name), Some(Expr::Path(path)), Some((text, arguments))) =
            (&name, call.args.first(), &self.call)
            && ["call", "called"]
                .iter()
                .any(|known| path.path.is_ident(known))
        {
            self.named.push((name.clone(), text.clone()));
            self.told.push(arguments.clone());
        }
        self.guards += usize::from(is_guard);
        self.without_status += usize::from(name.as_deref() == Some("without_status"));
        let before = self.is_in_guard;
        self.is_in_guard |= is_guard;
        visit::visit_expr_call(self, call);
        self.is_in_guard = before;
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        if ["unwrap", "expect", "unwrap_err"].contains(&call.method.to_string().as_str()) {
            self.anywhere.push(format!(".{}()", call.method));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_index(&mut self, index: &'a syn::ExprIndex) {
        if !self.is_in_guard {
            self.outside.push("an index".to_owned());
        }
        visit::visit_expr_index(self, index);
    }

    fn visit_expr_binary(&mut self, operation: &'a syn::ExprBinary) {
        if !self.is_in_guard && matches!(operation.op, syn::BinOp::Div(_) | syn::BinOp::Rem(_)) {
            self.outside.push("a division".to_owned());
        }
        visit::visit_expr_binary(self, operation);
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        let name = call.path.segments.last().unwrap().ident.to_string();
        if name == "called" {
            self.call = Some(told_arguments(call));
        }
        if ["panic", "todo", "unimplemented", "assert", "assert_eq"].contains(&name.as_str()) {
            self.anywhere.push(format!("{name}!"));
        }
        visit::visit_macro(self, call);
    }
}

fn read(function: &ItemFn) -> Body {
    let mut body = Body::default();
    body.visit_block(&function.block);
    body
}

#[test]
fn every_entry_point_is_guarded_under_its_own_name() {
    let mut wrong = Vec::new();
    let mut unguarded = Vec::new();
    for (entry_point, others) in entry_points() {
        if entry_point.is_guarded_by_attribute() || entry_point.is_xmath() {
            continue;
        }
        let name = entry_point.name();
        let body = read(&entry_point.function);
        // A helper of the same file that has a guard, and is passed the name.
        let is_guarding = |function: &str| {
            let mut others = others.iter();
            others.any(|other| other.sig.ident == function && read(other).guards > 0)
        };
        let named: Vec<&(String, String)> = body
            .named
            .iter()
            .filter(|(function, _)| GUARDS.contains(&function.as_str()) || is_guarding(function))
            .collect();
        for (function, text) in &named {
            if *text != name {
                wrong.push(format!("{}: {function}(\"{text}\")", entry_point.place()));
            }
        }
        if named.is_empty() && body.guards == 0 {
            unguarded.push(name);
        } else if named.is_empty() && body.guards > body.without_status {
            wrong.push(format!(
                "{} passes its name to no guard",
                entry_point.place()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    unguarded.sort();
    assert_eq!(unguarded, UNGUARDED, "the entry points without a guard");
}

/// What traces show of a call are its arguments, under their names.
#[test]
fn guards_are_told_of_all_arguments_in_order() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (entry_point, _) in entry_points() {
        let inputs = entry_point.function.sig.inputs.iter();
        let parameters: Vec<String> = inputs
            .filter_map(|input| match input {
                syn::FnArg::Typed(typed) => match &*typed.pat {
                    syn::Pat::Ident(name) => Some(name.ident.to_string()),
                    _ => None,
                },
                syn::FnArg::Receiver(_) => None,
            })
            .collect();
        for told in read(&entry_point.function).told {
            count += 1;
            if told != parameters {
                wrong.push(format!("{} tells {told:?}", entry_point.place()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        count > 300,
        "only {count} entry points tell their arguments"
    );
}

#[test]
fn every_entry_point_is_documented() {
    let documented = |entry_point: &EntryPoint| {
        let mut attributes = entry_point.function.attrs.iter();
        attributes.any(|attribute| attribute.path().is_ident("doc"))
    };
    let bare: Vec<String> = entry_points()
        .iter()
        .filter(|(entry_point, _)| !documented(entry_point))
        .map(|(entry_point, _)| entry_point.place())
        .collect();
    assert!(bare.is_empty(), "{}", bare.join("\n"));
}

#[test]
fn nothing_outside_a_guard_can_panic() {
    let mut found = Vec::new();
    for (entry_point, _) in entry_points() {
        let body = read(&entry_point.function);
        let guarded = entry_point.is_guarded_by_attribute();
        let outside = body.outside.iter().filter(|_| !guarded);
        for what in body.anywhere.iter().chain(outside) {
            found.push(format!("{} has {what}", entry_point.place()));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_reader_of_bodies_sees_what_can_panic() {
    let function: ItemFn = syn::parse_str(
        "fn f() { let x = a[1] / 2; guard(\"f\", || { b[2] }); other(\"g\"); y.unwrap(); panic!() }",
    )
    .unwrap();
    let body = read(&function);
    assert_eq!(body.outside, ["a division", "an index"]);
    assert_eq!(body.anywhere, [".unwrap()", "panic!"]);
    assert_eq!(body.guards, 1);
    let named = [("guard", "f"), ("other", "g")];
    assert_eq!(body.named, named.map(|(a, b)| (a.to_owned(), b.to_owned())));
}
