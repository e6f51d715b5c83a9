//! Dumps of tensors: which there are, of which processes, and which files hold them.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// A tensor of a dump: which operator, the how-manieth of its name, input or output, and which of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The folder of its process, where there are several.
    pub process: String,
    /// The name of the operator.
    pub operator: String,
    /// The number of the operator's call, from 1.
    pub occurrence: usize,
    /// True if the operator reads it.
    pub is_input: bool,
    /// The name or number of the argument.
    pub argument: String,
}

impl Key {
    /// The operator, and its process where there are several.
    pub fn name(&self) -> String {
        match self.process.as_str() {
            "" => self.operator.clone(),
            process => format!("{process}: {}", self.operator),
        }
    }
}

/// A tensor's file, and what its numbers stand for.
#[derive(Debug)]
pub struct Entry {
    /// The key of the tensor.
    pub key: Key,
    /// The file of its elements.
    pub file: PathBuf,
    /// Its true type, where the dump tells it.
    pub dtype: Option<String>,
}

/// Files below a folder, in the order of their names.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// All files below a folder, in the order of their names.
pub fn all_files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    files(folder, &mut all);
    all
}

/// The files of a dump that list its tensors, one of each process. Those of processes that have run no operator are left out.
pub fn lists(path: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    files(path, &mut all);
    all.retain(|path| path.ends_with("dump.json"));
    let has_tensors =
        |list: &PathBuf| !fs::read_to_string(list).is_ok_and(|text| !text.contains('{'));
    if all.iter().any(has_tensors) {
        all.retain(has_tensors);
    }
    all
}

/// The folder of a list within that of the dump.
fn folder<'a>(list: &'a Path, within: &Path) -> &'a Path {
    let folder = list.parent().unwrap_or(list);
    folder.strip_prefix(within).unwrap_or(folder)
}

/// Refuses what cannot be paired: the dumps of several processes, if their folders do not have the same names in both.
pub fn pair(paths: [&Path; 2], lists: &[Vec<PathBuf>; 2]) -> Result<(), String> {
    let folders = [0, 1].map(|side| -> Vec<&Path> {
        let all = lists[side].iter();
        all.map(|list| folder(list, paths[side])).collect()
    });
    let is_one = |folders: &Vec<&Path>| folders.len() <= 1;
    if folders.iter().all(is_one) || folders[0] == folders[1] {
        return Ok(());
    }
    let side = usize::from(is_one(&folders[0]));
    let names = folders[side].iter();
    let names: Vec<String> = names.map(|name| name.display().to_string()).collect();
    Err(format!(
        "{}: dumps of {} processes; name the folder of one: {}",
        paths[side].display(),
        names.len(),
        names.join(", ")
    ))
}

/// The tensors of a dump: by what lists them, or by the names of files where there is no list.
pub fn dump(path: &Path, lists: &[PathBuf]) -> Result<Vec<Entry>, String> {
    if path.is_file() {
        let key = Key {
            process: String::new(),
            operator: "file".into(),
            occurrence: 1,
            is_input: false,
            argument: "0".into(),
        };
        return Ok(vec![Entry {
            key,
            file: path.to_owned(),
            dtype: None,
        }]);
    }
    let mut entries = Vec::new();
    for list in lists {
        let text =
            fs::read_to_string(list).map_err(|error| format!("{}: {error}", list.display()))?;
        let within = list.parent().unwrap_or(path);
        let process = match lists {
            [_] => String::new(),
            _ => folder(list, path).display().to_string(),
        };
        // One object a line: a program that died leaves those that were before.
        for line in text
            .lines()
            .map(|line| line.trim_end_matches(','))
            .filter(|line| line.starts_with('{'))
        {
            let object: Value = serde_json::from_str(line)
                .map_err(|error| format!("{}: {error}", list.display()))?;
            if let Some(entry) = listed(&object, within, &process) {
                entries.push(entry);
            }
        }
    }
    if lists.is_empty() {
        let mut all = Vec::new();
        files(path, &mut all);
        entries = named(&all);
    }
    match entries.is_empty() {
        true => Err(format!(
            "{}: no tensors: no dump.json, and no files *.input.N.npy or *.output.N.npy",
            path.display()
        )),
        false => Ok(entries),
    }
}

fn listed(object: &Value, folder: &Path, process: &str) -> Option<Entry> {
    let text = |name: &str| object.get(name).and_then(Value::as_str).map(str::to_owned);
    Some(Entry {
        key: Key {
            process: process.to_owned(),
            operator: text("operator")?,
            occurrence: object.get("occurrence")?.as_u64()? as usize,
            is_input: text("role")? == "input",
            argument: text("argument")?,
        },
        file: folder.join(text("file")?),
        dtype: text("dtype"),
    })
}

/// Tensors by names `{type}.{name}.{task}.{stream}.{time}.{input|output}.{n}.npy`: dumps of cards, converted.
fn named(all: &[PathBuf]) -> Vec<Entry> {
    let mut parsed = Vec::new();
    for file in all {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let Some(rest) = name.strip_suffix(".npy") else {
            continue;
        };
        let mut parts = rest.rsplitn(3, '.');
        let (Some(number), Some(role), Some(task)) = (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        if !["input", "output"].contains(&role) || number.parse::<u32>().is_err() {
            continue;
        }
        let numbers: Vec<u64> = task
            .rsplitn(4, '.')
            .take(3)
            .filter_map(|part| part.parse().ok())
            .collect();
        let operator = task.split('.').next().unwrap_or_default().to_owned();
        parsed.push((
            numbers.first().copied().unwrap_or(0),
            task.to_owned(),
            operator,
            role == "input",
            number.to_owned(),
            file,
        ));
    }
    parsed.sort();
    let mut counts: HashMap<String, (usize, String)> = HashMap::new();
    let entry = |(_, task, operator, is_input, argument, file): (
        u64,
        String,
        String,
        bool,
        String,
        &PathBuf,
    )| {
        let (count, last) = counts.entry(operator.clone()).or_default();
        if *last != task {
            (*count, *last) = (*count + 1, task);
        }
        Entry {
            key: Key {
                process: String::new(),
                operator,
                occurrence: *count,
                is_input,
                argument,
            },
            file: file.clone(),
            dtype: None,
        }
    };
    parsed.into_iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dumps_of_several_processes_are_paired_by_the_names_of_their_folders() {
        let lists = |folders: &[&str]| -> Vec<PathBuf> {
            let all = folders.iter();
            all.map(|folder| Path::new("d").join(folder).join("dump.json"))
                .collect()
        };
        let pair = |a: &[&str], b: &[&str]| pair([Path::new("d"); 2], &[lists(a), lists(b)]);
        assert_eq!(pair(&["20260102030405_7"], &["20260102030406_8"]), Ok(()));
        assert_eq!(pair(&["rank0", "rank1"], &["rank0", "rank1"]), Ok(()));
        let refused = pair(&["1"], &["2_7", "2_8"]).unwrap_err();
        assert_eq!(
            refused,
            "d: dumps of 2 processes; name the folder of one: 2_7, 2_8"
        );
    }

    #[test]
    fn names_of_files_tell_operators_and_occurrences() {
        let files = [
            "Sin.a.1.2.30.input.0.npy",
            "Sin.a.1.2.30.output.0.npy",
            "Sin.a.2.2.40.output.0.npy",
            "other.txt",
        ];
        let entries = named(&files.map(PathBuf::from));
        let keys: Vec<_> = entries
            .iter()
            .map(|entry| (entry.key.occurrence, entry.key.is_input))
            .collect();
        assert_eq!(keys, [(1, false), (1, true), (2, false)]);
    }
}
