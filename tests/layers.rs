//! The map in `docs/architecture.md` holds: arrows between the layers of the crate only run downward.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use crate::sources;
use crate::support::root::root;

use sources::{module_of, names, parse, paths, pointers_and_indexed, rust_files, texts};

/// Each package of the library, with those of its own that it may depend on: the compiler refuses circles, this table what would run upward.
const MAY_DEPEND_ON: &[(&str, &[&str])] = &[
    ("numeric", &[]),
    ("settings", &[]),
    ("kernels", &["numeric"]),
    ("base", &["kernels", "settings"]),
    ("diagnostics", &["base", "settings"]),
    ("device", &["base", "diagnostics", "numeric"]),
    ("tensor", &["base", "kernels", "numeric"]),
    (
        "engine",
        &["base", "device", "kernels", "numeric", "tensor"],
    ),
    (
        "ops",
        &["base", "device", "engine", "kernels", "numeric", "tensor"],
    ),
    (
        "collective",
        &["base", "device", "diagnostics", "kernels", "numeric"],
    ),
    (
        "distributed",
        &[
            "base",
            "collective",
            "device",
            "engine",
            "kernels",
            "ops",
            "tensor",
        ],
    ),
];

/// The packages below the entry points.
fn shared_packages() -> impl Iterator<Item = &'static str> {
    MAY_DEPEND_ON.iter().map(|(package, _)| *package)
}

/// Vendors' entry points stand side by side: none may name another's, except for what is listed.
const VENDORS: &[(&str, &[&str])] = &[
    ("acl", &[]),
    ("aclnn", &["acl"]),
    ("cndrv", &["cnrt"]),
    ("cnrt", &[]),
    ("hccl", &["acl"]),
    ("mluop", &["cnrt"]),
    ("xmath", &[]),
];

/// Files of a crate, and for each the numbers of those that define what it uses.
struct Graph {
    files: Vec<PathBuf>,
    uses: Vec<BTreeSet<usize>>,
}

impl Graph {
    /// Of the modules and texts of a crate's files.
    fn new(files: Vec<(PathBuf, Vec<String>, syn::File)>) -> Self {
        let read: Vec<_> = files
            .iter()
            .map(|(_, module, text)| names(module, text))
            .collect();
        let numbers: HashMap<&[String], usize> = files
            .iter()
            .enumerate()
            .map(|(number, (_, module, _))| (&module[..], number))
            .collect();
        let exported: HashMap<(usize, &str), &Vec<String>> = (0..read.len())
            .flat_map(|file| {
                let names = read[file].exported.iter();
                names.map(move |(name, path)| ((file, name.as_str()), path))
            })
            .collect();
        // The file that defines what a path stands for in a module.
        let definer = |module: &[String], path: &[String]| {
            let mut path = path.to_vec();
            let mut module = module.to_vec();
            // Exports of exports.
            for _ in 0..8 {
                let from_root = match path.split_first() {
                    Some((first, rest)) if first == "crate" => rest.to_vec(),
                    _ => [&module[..], &path[..]].concat(),
                };
                let length = (0..=from_root.len())
                    .rev()
                    .find(|&length| numbers.contains_key(&from_root[..length]))?;
                let file = numbers[&from_root[..length]];
                let rest = &from_root[length..];
                match rest.first().and_then(|name| exported.get(&(file, name))) {
                    Some(of) => {
                        path = [&of[..], &rest[1..]].concat();
                        module = from_root[..length].to_vec();
                    }
                    None => return Some(file),
                }
            }
            None
        };
        let uses = (0..files.len()).map(|file| {
            let module = &files[file].1;
            let used = read[file].used.iter();
            let definers = used.filter_map(|path| definer(module, path));
            // A module uses what the modules around it define: that is what it is within them for.
            definers
                .filter(|&other| !module.starts_with(&files[other].1))
                .collect()
        });
        let uses = uses.collect();
        let files = files.into_iter().map(|(file, _, _)| file).collect();
        Self { files, uses }
    }

    /// All files that a file uses, directly or through others.
    fn below(&self, file: usize) -> BTreeSet<usize> {
        let mut below = BTreeSet::new();
        let mut open = vec![file];
        while let Some(next) = open.pop() {
            open.extend(self.uses[next].iter().filter(|&&other| below.insert(other)));
        }
        below
    }

    /// The files of each circle.
    fn circles(&self) -> BTreeSet<BTreeSet<usize>> {
        let below: Vec<_> = (0..self.files.len()).map(|file| self.below(file)).collect();
        let on_circles = (0..self.files.len()).filter(|&file| below[file].contains(&file));
        on_circles
            .map(|file| {
                let others = below[file].iter().copied();
                others
                    .filter(|&other| below[other].contains(&file))
                    .collect()
            })
            .collect()
    }
}

/// Files that use each other can only be understood together.
#[test]
fn no_circle_has_more_than_three_files() {
    let mut large = Vec::new();
    for package in shared_packages()
        .map(Some)
        .chain([None])
        .chain(OPERATORS.map(Some))
    {
        let source = source(package);
        let files = rust_files(&source).into_iter();
        let graph = Graph::new(
            files
                .map(|file| (file.clone(), module_of(&source, &file), parse(&file)))
                .collect(),
        );
        let circles = graph
            .circles()
            .into_iter()
            .filter(|circle| circle.len() > 3);
        large.extend(circles.map(|circle| {
            let files = circle
                .iter()
                .map(|&file| graph.files[file].display().to_string());
            files.collect::<Vec<_>>().join("\n  ")
        }));
    }
    assert!(large.is_empty(), "{}", large.join("\n\n"));
}

#[test]
fn circles_run_through_exports_and_not_through_modules_around() {
    let texts = [
        ("", "mod a; mod b; mod c; pub use b::B; fn f() { a::g() }"),
        ("a", "use crate::B; use super::f;"),
        ("b", "use super::c::C as D; pub struct B;"),
        ("c", "fn f() { crate::a::g() }"),
        (
            "d",
            "use crate::c::C; #[cfg(test)] mod tests { use crate::d::E; }",
        ),
    ];
    let files = texts.map(|(module, text)| {
        let path = module.split("::").filter(|part| !part.is_empty());
        let path = path.map(str::to_owned).collect();
        (PathBuf::from(module), path, syn::parse_file(text).unwrap())
    });
    let circles = Graph::new(files.into()).circles();
    assert_eq!(circles, [[1, 2, 3].into()].into());
}

/// The folder of a crate's sources: of the entry points, or of one in `crates`.
fn source(package: Option<&str>) -> PathBuf {
    let root = root();
    match package {
        None => root.join("src"),
        Some(name) => root.join("crates").join(name).join("src"),
    }
}

/// A file, its module, and the paths that it names.
type File = (PathBuf, Vec<String>, Vec<Vec<String>>);

/// Each file of a crate.
fn files_of(package: Option<&str>) -> Vec<File> {
    let source = source(package);
    let files = rust_files(&source).into_iter().map(|file| {
        let module = module_of(&source, &file);
        let named = paths(&module, &parse(&file));
        (file, module, named)
    });
    files.collect()
}

/// Each file of the entry points.
fn files() -> Vec<File> {
    let mut files = files_of(None);
    files.extend(operators());
    files
}

/// The packages of the operators of aclnn.
const OPERATORS: [&str; 2] = ["aclnn-arguments", "aclnn-operators"];

/// Each file of the operators of aclnn, as a part of `abi::aclnn`, which they are beside their packages.
fn operators() -> impl Iterator<Item = File> {
    let within = |path: &[String]| [&["abi".to_owned(), "aclnn".to_owned()], path].concat();
    let files = OPERATORS.iter().flat_map(|package| files_of(Some(package)));
    files.map(move |(file, module, named)| {
        let is_own = |path: &[String]| {
            path[0] == "crate"
                && path.get(1).is_some_and(|first| {
                    first != "abi" && shared_packages().all(|package| package != first)
                })
        };
        let named = named.into_iter().map(|path| match is_own(&path) {
            true => [&path[..1], &within(&path[1..])].concat(),
            false => path,
        });
        (file, within(&module), named.collect())
    })
}

#[test]
fn packages_only_depend_on_those_below() {
    for (package, may_depend_on) in MAY_DEPEND_ON {
        let manifest = root().join("crates").join(package).join("Cargo.toml");
        let text = std::fs::read_to_string(manifest).unwrap();
        let dependencies = text.split("[dependencies]").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        let own = dependencies
            .lines()
            .filter_map(|line| line.strip_prefix("hostnpu-")?.split(['.', ' ']).next());
        for other in own {
            assert!(
                may_depend_on.contains(&other),
                "{package} depends on {other}"
            );
        }
    }
}

#[test]
fn no_vendor_names_another() {
    let mut crossing = Vec::new();
    let files = files();
    for (vendor, may_name) in VENDORS {
        let own = files.iter().filter(|(_, module, _)| {
            module.first().is_some_and(|layer| layer == "abi")
                && module.get(1).is_some_and(|name| name == vendor)
        });
        let mut count = 0;
        for (file, _, named) in own {
            count += 1;
            for path in named
                .iter()
                .filter(|path| path[0] == "crate" && path.len() > 2)
            {
                let is_vendor =
                    path[1] == "abi" && VENDORS.iter().any(|(known, _)| *known == path[2]);
                if is_vendor && path[2] != *vendor && !may_name.contains(&path[2].as_str()) {
                    crossing.push(format!("{} names {}", file.display(), path.join("::")));
                }
            }
        }
        assert!(count > 1, "{vendor} has {count} files");
    }
    assert!(crossing.is_empty(), "{}", crossing.join("\n"));
}

/// Prefixes of the vendors' functions and types.
const PREFIXES: &[&str] = &["acl", "cnrt", "cndrv", "mluOp", "Hccl"];

/// The vendors' functions and types that a text names.
fn vendors_names(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words
        .filter(|word| PREFIXES.iter().any(|prefix| word.starts_with(prefix)))
        .collect()
}

#[test]
fn no_text_of_a_shared_layer_names_a_vendor_s_function() {
    let mut count = 0;
    let mut named = Vec::new();
    // Diagnostics show calls as the vendors' tools do, and settings of faults name calls.
    let packages =
        shared_packages().filter(|package| !["diagnostics", "settings"].contains(package));
    let files = packages.flat_map(|package| {
        let source = source(Some(package));
        let files = rust_files(&source).into_iter();
        files.map(move |file| (module_of(&source, &file), file))
    });
    for (module, file) in files {
        // Settings have the vendors' names.
        if module.first().is_some_and(|first| first == "config") {
            continue;
        }
        for text in texts(&parse(&file)) {
            count += 1;
            let names = vendors_names(&text).join(", ");
            if !names.is_empty() {
                named.push(format!("{}: {names} in {text:?}", file.display()));
            }
        }
    }
    assert!(count > 500, "the reader of the sources finds {count} texts");
    assert!(named.is_empty(), "{}", named.join("\n"));
}

#[test]
fn the_reader_of_texts_finds_those_of_macros_and_no_comments() {
    let text = r#"/// aclrtMalloc of a comment.
        #[error("zero")] fn f() -> String { g("one", format!("aclrtFree of {}", h(["two"]))) }
        #[cfg(test)] mod tests { const NONE: &str = "three"; }"#;
    let found = texts(&syn::parse_file(text).unwrap());
    assert_eq!(found, ["zero", "one", "aclrtFree of {}", "two"]);
    assert_eq!(vendors_names(&found[2]), ["aclrtFree"]);
    assert!(vendors_names("a place, not an oracle").is_empty());
}

/// An operator of aclnn checks its arguments and ends with a call of what `ops` says in plain terms: engines, kernels and steps between temporary tensors are chosen
/// there. The operators' own crate does not depend on `kernels`, and sequences are private to `ops`; this is for engines, and for contracts that lie beside others.
#[test]
fn entry_points_of_aclnn_name_no_engine_and_no_kernel() {
    let mut named = Vec::new();
    let mut count = 0;
    for (file, module, paths) in files() {
        if !module.starts_with(&["abi".to_owned(), "aclnn".to_owned()]) {
            continue;
        }
        count += 1;
        for path in paths {
            let names: Vec<&str> = path.iter().map(String::as_str).collect();
            let computes = match names[..] {
                ["crate", "ops", part, ..] | ["hostnpu_ops", part, ..] | ["ops", part, ..] => {
                    part == "sequence"
                }
                ["hostnpu_engine", ..] => true,
                ["crate", first, ..] => first == "kernels",
                [first, ..] => first == "hostnpu_kernels",
                [] => false,
            };
            if computes {
                named.push(format!("{} names {}", file.display(), path.join("::")));
            }
        }
    }
    assert!(count > 500, "the reader of the sources finds {count} files");
    assert!(named.is_empty(), "{}", named.join("\n"));
}

/// Operands are typed values with names: no operator finds one by its position or by the address of its layout, and none has a pointer. The compiler refuses unsafe code in
/// `ops`, this the addresses that safe code could pass on.
#[test]
fn operators_name_their_operands() {
    let operators = rust_files(&source(Some("ops"))).into_iter();
    let contracts = OPERATORS
        .iter()
        .flat_map(|package| rust_files(&source(Some(package))));
    let mut found = Vec::new();
    let (mut count, mut indexed) = (0, 0);
    for (file, may_point) in operators
        .map(|file| (file, false))
        .chain(contracts.map(|file| (file, true)))
    {
        count += 1;
        let (pointers, names) = pointers_and_indexed(&parse(&file));
        indexed += names.len();
        let by_position = |name: &&String| ["addresses", "args", "ptr_eq"].contains(&name.as_str());
        let bad = names.iter().filter(by_position);
        found.extend(bad.map(|name| format!("{}: {name}", file.display())));
        // Contracts lie beside entry points, which C calls.
        if pointers > 0 && !may_point {
            found.push(format!("{}: {pointers} pointers", file.display()));
        }
    }
    assert!(
        count > 500 && indexed > 500,
        "{count} files, {indexed} indices"
    );
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_vendor_is_listed() {
    for entry in std::fs::read_dir(source(None).join("abi")).unwrap() {
        let path = entry.unwrap().path();
        // C code names no module.
        if path.is_dir() && !rust_files(&path).is_empty() {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            assert!(VENDORS.iter().any(|(vendor, _)| *vendor == name), "{name}");
        }
    }
}

/// `#[aclnn]` and `#[entry]` write the guard, the name and the trace of a function, and refuse one without a doc comment; what is exported past them has none of it.
#[test]
fn entry_points_are_exported_by_their_attributes() {
    // `aclrtProcessReport` goes on with an exception of the program, outside its guard; C code calls the other one.
    const ALONE: [&str; 2] = ["acl/app_log.rs", "acl/rt/callback.rs"];
    let packages = [None].into_iter().chain(OPERATORS.map(Some));
    let files = packages.flat_map(|package| rust_files(&source(package)));
    let exporting = files.filter(|file| {
        let text = std::fs::read_to_string(file).unwrap();
        text.contains("no_mangle") || text.contains("export_name")
    });
    let exporting: Vec<PathBuf> = exporting.collect();
    let is_known = |file: &PathBuf| ALONE.iter().any(|known| file.ends_with(known));
    assert!(
        exporting.iter().all(is_known) && exporting.len() == ALONE.len(),
        "{exporting:?}"
    );
}

/// Their packages say `test = false`: a unit test would never run.
#[test]
fn entry_points_have_no_unit_tests() {
    for package in [None].into_iter().chain(OPERATORS.map(Some)) {
        for file in rust_files(&source(package)) {
            let text = std::fs::read_to_string(&file).unwrap();
            let is_test = ["#[test]", "cfg(test)", "proptest!"];
            let is_clean = is_test.iter().all(|mark| !text.contains(mark));
            assert!(is_clean, "{}: tests belong in tests/", file.display());
        }
    }
}

#[test]
fn threads_start_in_tensor_and_device_only() {
    let mut elsewhere = Vec::new();
    let mut inside = 0;
    let in_packages = shared_packages().flat_map(|package| {
        let files = files_of(Some(package)).into_iter();
        files.map(move |(file, _, named)| (file, package, named))
    });
    let entry_points = files()
        .into_iter()
        .map(|(file, _, named)| (file, "", named));
    for (file, package, named) in entry_points.chain(in_packages) {
        let starts_threads = |path: &Vec<String>| {
            let is_start = |part: &String| {
                ["spawn", "Builder", "scope", "pthread_create"].contains(&part.as_str())
            };
            path[0] == "rayon"
                || path[0] == "pthread_create"
                || path
                    .windows(2)
                    .any(|two| (two[0] == "thread" || two[0] == "libc") && is_start(&two[1]))
        };
        let may = package == "tensor" || package == "device";
        for path in named.iter().filter(|path| starts_threads(path)) {
            inside += usize::from(may);
            if !may {
                elsewhere.push(format!("{} names {}", file.display(), path.join("::")));
            }
        }
    }
    assert!(
        inside > 0,
        "the reader of the sources finds no thread at all"
    );
    assert!(elsewhere.is_empty(), "{}", elsewhere.join("\n"));
}

#[test]
fn the_reader_of_indices_finds_names_and_pointers() {
    let text = "struct S { p: *const u8 }
        fn f(s: &S, args: &[usize]) -> usize { g(|| args[0] + s.places[1]); Arc::ptr_eq(a, b); other()[2] }
        #[cfg(test)] mod tests { fn t(addresses: *mut u8) { addresses[0]; } }";
    let (pointers, names) = pointers_and_indexed(&syn::parse_file(text).unwrap());
    assert_eq!(
        (pointers, names),
        (1, ["args", "places", "ptr_eq"].map(str::to_owned).to_vec())
    );
}

#[test]
fn the_reader_of_paths_resolves_them() {
    let text = "use crate::{error::Result, ops::{self, Call as Other}};
        use super::super::device;
        fn f() -> crate::tensor::View { vec![self::g(super::cnrt::queue(1))]; std::thread::spawn(f) }
        mod inner { use super::h; }
        #[cfg(test)] mod tests { use crate::nowhere; }";
    let module = ["abi", "acl", "rt"].map(str::to_owned);
    let named = paths(&module, &syn::parse_file(text).unwrap());
    let named: Vec<String> = named.iter().map(|path| path.join("::")).collect();
    for expected in [
        "crate::error::Result",
        "crate::ops::self",
        "crate::ops::Call",
        "crate::abi::device",
        "crate::tensor::View",
        "crate::abi::acl::rt::g",
        "crate::abi::acl::cnrt::queue",
        "std::thread::spawn",
        "crate::abi::acl::rt::h",
    ] {
        assert!(
            named.iter().any(|path| path == expected),
            "{expected} is not in {named:?}"
        );
    }
    assert!(
        !named.iter().any(|path| path.contains("nowhere")),
        "{named:?}"
    );
}
