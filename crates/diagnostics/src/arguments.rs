//! Arguments of operators: a file for each operator and each combination of types and shapes.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

use serde_json::json;

use super::files::say;
use super::hooks::{self, Description, Feature, Observer, Task};
use super::tasks;
use hostnpu_base::files::Folder;
use hostnpu_base::sync::lock;

/// The records and their destination.
struct Arguments {
    path: PathBuf,
    folder: Folder,
    /// The texts of files that were written.
    known: HashSet<String>,
    /// Files of each operator.
    counts: HashMap<&'static str, u32>,
}

static ARGUMENTS: LazyLock<Mutex<Option<Arguments>>> = LazyLock::new(Mutex::default);

struct Watcher;

/// Begins to write files in a folder, which is created.
pub fn begin(folder: &Path) -> io::Result<()> {
    *lock(&ARGUMENTS) = Some(Arguments {
        path: folder.to_owned(),
        folder: Folder::named(folder)?,
        known: HashSet::new(),
        counts: HashMap::new(),
    });
    hooks::watch(Feature::Arguments, &Watcher);
    Ok(())
}

/// Writes no more files.
pub fn end() {
    hooks::turn_off(Feature::Arguments);
    *lock(&ARGUMENTS) = None;
}

impl Observer for Watcher {
    fn submitted(&self, _: Task, description: &Description) {
        let mut arguments = lock(&ARGUMENTS);
        let Some(arguments) = arguments.as_mut().filter(|_| description.is_operator()) else {
            return;
        };
        let operands = description.operands.iter().map(|operand| {
            let role = match (operand.reads, operand.writes) {
                (true, true) => "input and output",
                (false, true) => "output",
                _ => "input",
            };
            json!({
                "argument": operand.name, "role": role, "dtype": operand.dtype, "shape": operand.shape,
                "strides": operand.strides,
            })
        });
        let operands: Vec<_> = operands.collect();
        let operator = tasks::operator(description.name);
        let text =
            json!({ "operator": operator, "function": description.name, "operands": operands });
        let text = format!("{text:#}\n");
        if !arguments.known.insert(text.clone()) {
            return;
        }
        let count = arguments.counts.entry(operator).or_default();
        *count += 1;
        let name = format!("{operator}.{count}.json");
        let file = arguments.folder.replace(&name);
        if let Err(error) = file.and_then(|mut file| file.write_all(text.as_bytes())) {
            let path = arguments.path.join(name);
            say(&format!("{} is not written: {error}", path.display()));
        }
    }
}
