//! Every door is guarded, says its own name in errors, and is documented.

use std::fs;
use std::path::{Path, PathBuf};

/// Doors that cannot fail and so need no guard: they give values, or forward to a kernel that has no error.
const WITHOUT_STATUS: &[&str] = &["xmath"];

struct Door {
    file: PathBuf,
    name: String,
    docs: bool,
    body: String,
    gives_status: bool,
}

fn doors() -> Vec<Door> {
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
    files.into_iter().flat_map(|file| doors_of(&file)).collect()
}

fn doors_of(file: &Path) -> Vec<Door> {
    let text = fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut doors = Vec::new();
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
        doors.push(Door {
            file: file.to_owned(),
            name: name.to_owned(),
            docs: lines[at - 1].trim_start().starts_with("///") || lines[at - 1].starts_with("#["),
            gives_status: status.iter().any(|status| head.contains(status)),
            body,
        });
    }
    doors
}

#[test]
fn every_door_with_a_status_is_guarded_under_its_own_name() {
    let doors = doors();
    assert!(
        doors.len() > 30,
        "only {} doors found: the reader of the sources is wrong",
        doors.len()
    );
    let mut wrong = Vec::new();
    for door in doors.iter().filter(|door| door.gives_status) {
        let path = door.file.display().to_string();
        if WITHOUT_STATUS.iter().any(|vendor| path.contains(vendor)) {
            continue;
        }
        if !door.body.contains(&format!("\"{}\"", door.name)) {
            wrong.push(format!(
                "{path}: {} does not pass its name to a guard",
                door.name
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_door_is_documented() {
    let bare: Vec<String> = doors()
        .iter()
        .filter(|door| !door.docs)
        .map(|door| format!("{}: {}", door.file.display(), door.name))
        .collect();
    assert!(bare.is_empty(), "{}", bare.join("\n"));
}

#[test]
fn no_door_indexes_unwraps_or_panics_outside_its_guard() {
    let mut found = Vec::new();
    for door in doors() {
        for word in [
            ".unwrap()",
            ".expect(",
            "panic!(",
            "todo!(",
            "unimplemented!(",
        ] {
            if door.body.contains(word) {
                found.push(format!("{}: {} has {word}", door.file.display(), door.name));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
