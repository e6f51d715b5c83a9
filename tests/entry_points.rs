//! Every entry point is guarded, says its own name in errors, and is documented.

use std::fs;
use std::path::{Path, PathBuf};

/// Entry points that cannot fail and so need no guard: they give values, or forward to a kernel that has no error.
const WITHOUT_STATUS: &[&str] = &["xmath"];

struct EntryPoint {
    file: PathBuf,
    name: String,
    docs: bool,
    body: String,
    gives_status: bool,
}

fn entry_points() -> Vec<EntryPoint> {
    fn visit(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let mut files = Vec::new();
    visit(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src/abi"),
        &mut files,
    );
    files
        .into_iter()
        .flat_map(|file| entry_points_of(&file))
        .collect()
}

fn entry_points_of(file: &Path) -> Vec<EntryPoint> {
    let text = fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut entry_points = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if !line.starts_with("#[unsafe(no_mangle)]") {
            continue;
        }
        let signature = lines[at + 1..]
            .iter()
            .position(|line| line.starts_with("pub "))
            .unwrap()
            + at
            + 1;
        let end = lines[signature..]
            .iter()
            .position(|line| *line == "}")
            .unwrap()
            + signature;
        let name = lines[signature]
            .split("fn ")
            .nth(1)
            .unwrap()
            .split('(')
            .next()
            .unwrap();
        let body = lines[signature..=end].join("\n");
        let head = body.split('{').next().unwrap();
        let status = [
            "-> aclError",
            "-> aclnnStatus",
            "-> mluOpStatus_t",
            "-> cnrtRet_t",
            "-> CNresult",
        ];
        entry_points.push(EntryPoint {
            file: file.to_owned(),
            name: name.to_owned(),
            docs: lines[at - 1].trim_start().starts_with("///") || lines[at - 1].starts_with("#["),
            gives_status: status.iter().any(|status| head.contains(status)),
            body,
        });
    }
    entry_points
}

#[test]
fn every_entry_point_with_a_status_is_guarded_under_its_own_name() {
    let entry_points = entry_points();
    assert!(
        entry_points.len() > 30,
        "only {} entry_points found: the reader of the sources is wrong",
        entry_points.len()
    );
    let mut wrong = Vec::new();
    for entry_point in entry_points
        .iter()
        .filter(|entry_point| entry_point.gives_status)
    {
        let path = entry_point.file.display().to_string();
        if WITHOUT_STATUS.iter().any(|vendor| path.contains(vendor)) {
            continue;
        }
        if !entry_point
            .body
            .contains(&format!("\"{}\"", entry_point.name))
        {
            wrong.push(format!(
                "{path}: {} does not pass its name to a guard",
                entry_point.name
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_entry_point_is_documented() {
    let bare: Vec<String> = entry_points()
        .iter()
        .filter(|entry_point| !entry_point.docs)
        .map(|entry_point| format!("{}: {}", entry_point.file.display(), entry_point.name))
        .collect();
    assert!(bare.is_empty(), "{}", bare.join("\n"));
}

#[test]
fn no_entry_point_indexes_unwraps_or_panics_outside_its_guard() {
    let mut found = Vec::new();
    for entry_point in entry_points() {
        for word in [
            ".unwrap()",
            ".expect(",
            "panic!(",
            "todo!(",
            "unimplemented!(",
        ] {
            if entry_point.body.contains(word) {
                found.push(format!(
                    "{}: {} has {word}",
                    entry_point.file.display(),
                    entry_point.name
                ));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
