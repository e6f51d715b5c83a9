//! Dumps: operands of operators in files of NumPy, inputs before their task and outputs after it, in the thread that runs it.
//!
//! `DIR/TIME_PROCESS/DEVICE/TYPE.NAME.TASK.STREAM.TIME.input.N.npy`, as the vendor's tools name what they convert, and
//! `DIR/TIME_PROCESS/dump.json` with an object for each tensor, `calls.json` with one for each operator and all its arguments, each on a line of its own.

mod calls;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;

use super::files::say;
use super::hooks::{
    self, Call, Description, Ended, Feature, Observer, Operand, Refusal, Task, TaskKey,
};
use super::npy::{self, Figures};
use super::text::{digits, fits, with_process};
use super::{exit, tasks};
use hostnpu_base::config;
use hostnpu_base::error::Result;
use hostnpu_base::files::Folder;
use hostnpu_base::sync::lock;

/// Selection of dumped operators.
#[derive(Clone, Debug)]
pub struct DumpFilter {
    /// The folder in which that of the dump is created.
    pub within: PathBuf,
    /// Operators, as `aclnnSin` or `Sin`, with `*`; none is all. Those that begin with `-` are left out.
    pub operators: Vec<String>,
    /// True if inputs are dumped.
    pub inputs: bool,
    /// True if outputs are dumped.
    pub outputs: bool,
    /// True if elements are written, not only figures of them.
    pub elements: bool,
}

impl DumpFilter {
    fn takes(&self, description: &Description) -> bool {
        let is_meant = |pattern: &str| {
            fits(pattern, description.name) || fits(pattern, tasks::operator(description.name))
        };
        let (without, with): (Vec<_>, Vec<_>) = self
            .operators
            .iter()
            .partition(|pattern| pattern.starts_with('-'));
        description.is_operator()
            && (with.is_empty() || with.iter().any(|pattern| is_meant(pattern)))
            && !without.iter().any(|pattern| is_meant(&pattern[1..]))
    }
}

/// A dump under way.
struct Dump {
    wanted: DumpFilter,
    path: PathBuf,
    /// Nothing where the program takes the files and there is no folder.
    written: Option<DumpFiles>,
    counts: Mutex<Counts>,
}

/// Contents of a dump.
struct DumpFiles {
    folder: Folder,
    list: Mutex<List>,
    /// The calls, with all arguments.
    calls: Mutex<List>,
}

/// `dump.json`: an array with an object a line, which ends with the dump. A list without its end can be read all the same.
struct List {
    file: File,
    is_empty: bool,
}

impl List {
    fn of(mut file: File) -> io::Result<Self> {
        file.write_all(b"[")?;
        Ok(Self {
            file,
            is_empty: true,
        })
    }

    fn add(&mut self, object: &serde_json::Value) -> io::Result<()> {
        let comma = if std::mem::take(&mut self.is_empty) {
            ""
        } else {
            ","
        };
        self.file.write_all(format!("{comma}\n{object}").as_bytes())
    }
}

impl Drop for List {
    fn drop(&mut self) {
        // Nothing can be done where nothing can be written.
        let _ = self.file.write_all(b"\n]\n");
    }
}

/// Counts of submitted tasks.
#[derive(Default)]
struct Counts {
    tasks: HashMap<TaskKey, Arc<Queued>>,
    /// Tasks of each operator.
    occurrences: HashMap<&'static str, u64>,
    /// Tasks of all.
    sequence: u64,
}

/// A task that is dumped.
#[derive(Clone)]
struct Queued {
    description: Description,
    occurrence: u64,
    /// The text for the time in names of files.
    time: String,
}

struct Watcher;

static DUMP: LazyLock<Mutex<Option<Arc<Dump>>>> = LazyLock::new(Mutex::default);

/// Starts a dump of the whole process, if the environment asks for one.
pub fn start() {
    let Some(text) = config::DUMP.get() else {
        return;
    };
    // What follows the last colon are patterns, unless it is a part of the path.
    let (folder, patterns) = match text.rsplit_once(':') {
        Some((folder, patterns)) if !patterns.contains('/') => (folder, patterns),
        _ => (text.as_str(), ""),
    };
    let side = config::DUMP_SIDE.get().as_str();
    let wanted = DumpFilter {
        within: with_process(Path::new(folder)),
        operators: patterns
            .split(',')
            .map(str::trim)
            .filter(|one| !one.is_empty())
            .map(Into::into)
            .collect(),
        inputs: side != "output",
        outputs: side != "input",
        elements: config::DUMP_DATA.get() == "tensor",
    };
    if let Err(error) = begin(wanted) {
        say(&format!("no dump: {error}"));
    }
}

/// Begins a dump, in place of the one that is under way.
pub fn begin(wanted: DumpFilter) -> io::Result<()> {
    end();
    let within = Folder::named(&wanted.within)?;
    let (path, folder, list) = match *config::DUMP_STABLE.get() {
        true => {
            let list = within
                .own_file("dump.json")
                .map_err(|error| in_use(error, &wanted.within))?;
            (wanted.within.clone(), within, list)
        }
        false => {
            let (name, folder) = create(&within)?;
            let list = folder.file("dump.json")?;
            (wanted.within.join(name), folder, list)
        }
    };
    let list = Mutex::new(List::of(list)?);
    let calls = Mutex::new(List::of(folder.replace("calls.json")?)?);
    *lock(&DUMP) = Some(Arc::new(Dump {
        wanted,
        path,
        written: Some(DumpFiles {
            folder,
            list,
            calls,
        }),
        counts: Mutex::default(),
    }));
    exit::at_end(end);
    hooks::watch(Feature::Dump, &Watcher);
    Ok(())
}

/// Creates `TIME_PROCESS`, which did not exist: processes of one job, and dumps of one process, have a folder each.
fn create(within: &Folder) -> io::Result<(String, Folder)> {
    // Without the milliseconds.
    let time = &digits(SystemTime::now())[..14];
    let process = std::process::id();
    for number in 1.. {
        let name = match number {
            1 => format!("{time}_{process}"),
            _ => format!("{time}_{process}_{number}"),
        };
        match within.create(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => {}
            result => return Ok((name, result?)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Says what to do where another process dumps into the same folder, by names that both would use.
fn in_use(error: io::Error, folder: &Path) -> io::Error {
    match error.kind() {
        io::ErrorKind::WouldBlock => io::Error::other(format!(
            "{} is the folder of another process's dump; with HOSTNPU_DUMP_STABLE=1 give each process one of its own, as HOSTNPU_DUMP=DIR/rank$RANK",
            folder.display()
        )),
        _ => error,
    }
}

/// A function that takes the files of dumps instead of the disk.
pub type Taker = fn(&Path, &[u8]);

static TAKER: Mutex<Option<Taker>> = Mutex::new(None);

/// Has files of dumps handed over instead of being written; nothing has them written again, and ends a dump without a folder.
pub fn hand_over_to(taker: Option<Taker>) {
    *lock(&TAKER) = taker;
    if taker.is_none() && current().is_some_and(|dump| dump.written.is_none()) {
        end();
    }
}

/// Begins a dump of all operands, of which files are handed over only.
pub fn begin_without_folder() {
    end();
    *lock(&DUMP) = Some(Arc::new(Dump {
        wanted: DumpFilter {
            within: PathBuf::new(),
            operators: Vec::new(),
            inputs: true,
            outputs: true,
            elements: true,
        },
        path: PathBuf::new(),
        written: None,
        counts: Mutex::default(),
    }));
    hooks::watch(Feature::Dump, &Watcher);
}

/// Returns the folder of the dump under way.
pub fn folder() -> Option<PathBuf> {
    current().map(|dump| dump.path.clone())
}

/// Ends the dump under way, if there is one.
pub fn end() {
    if lock(&DUMP).take().is_some() {
        hooks::turn_off(Feature::Dump);
    }
}

/// Returns true while a dump is under way.
pub fn is_under_way() -> bool {
    lock(&DUMP).is_some()
}

fn current() -> Option<Arc<Dump>> {
    lock(&DUMP).clone()
}

impl Observer for Watcher {
    fn enter(&self, call: &Call) -> Option<Refusal> {
        calls::enter(call);
        None
    }

    fn leave(&self, call: &Call, ended: Ended) {
        if ended.error.is_none() {
            calls::leave(call);
        }
    }

    fn submitted(&self, task: Task, description: &Description) {
        if let Some(dump) = current().filter(|dump| dump.wanted.takes(description)) {
            dump.queue(task, description);
        }
    }

    fn changed(&self, task: Task, description: &Description) {
        if let Some(dump) = current()
            && let Some(queued) = lock(&dump.counts).tasks.get_mut(&task.key())
        {
            Arc::make_mut(queued).description = description.clone();
        }
    }

    fn begins(&self, task: Task) -> Result<()> {
        if let Some(dump) = current().filter(|dump| dump.wanted.inputs) {
            let queued = lock(&dump.counts).tasks.get(&task.key()).cloned();
            if let Some(queued) = queued {
                dump.side(task, &queued, "input", |operand| operand.reads);
            }
        }
        Ok(())
    }

    fn ends(&self, task: Task, result: &Result<()>) {
        let Some(dump) = current() else { return };
        let queued = lock(&dump.counts).tasks.remove(&task.key());
        if let Some(queued) = queued.filter(|_| result.is_ok() && dump.wanted.outputs) {
            dump.side(task, &queued, "output", |operand| operand.writes);
        }
    }
}

impl Dump {
    fn queue(&self, task: Task, description: &Description) {
        let mut counts = lock(&self.counts);
        counts.sequence += 1;
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let time = match *config::DUMP_STABLE.get() {
            true => counts.sequence.to_string(),
            false => since.as_micros().to_string(),
        };
        let occurrence = counts.occurrences.entry(description.name).or_default();
        *occurrence += 1;
        let occurrence = *occurrence;
        let queued = Arc::new(Queued {
            description: description.clone(),
            occurrence,
            time,
        });
        counts.tasks.insert(task.key(), queued);
        drop(counts);
        let Some((written, arguments)) = self.written.as_ref().zip(calls::current(description))
        else {
            return;
        };
        let object = json!({
            "task": task.number, "stream": task.stream, "device": task.device, "operator": description.name,
            "occurrence": occurrence, "arguments": *arguments,
        });
        if let Err(error) = lock(&written.calls).add(&object) {
            say(&format!("calls.json: {error}"));
        }
    }

    fn side(&self, task: Task, queued: &Queued, role: &str, takes: fn(&Operand) -> bool) {
        let operands = queued
            .description
            .operands
            .iter()
            .filter(|operand| takes(operand));
        for (at, operand) in operands.enumerate() {
            if let Err(error) = self.tensor(task, queued, role, at, operand) {
                let operator = queued.description.name;
                say(&format!(
                    "{} of {operator} is not dumped: {error}",
                    operand.name
                ));
            }
        }
    }

    fn tensor(
        &self,
        task: Task,
        queued: &Queued,
        role: &str,
        at: usize,
        operand: &Operand,
    ) -> io::Result<()> {
        let name = queued.description.name;
        let device = task.device.to_string();
        let replay = match queued.description.replayed {
            Some(of) => format!("_graph{}_replay{}_node{}", of.graph, of.replay, of.place),
            None => String::new(),
        };
        let file = format!(
            "{}.{name}{replay}.{}.{}.{}.{role}.{at}.npy",
            tasks::operator(name),
            task.number,
            task.stream,
            queued.time
        );
        // SAFETY: the task is about to begin or has just ended on this thread: its operands are where it was told, and nothing that
        // keeps the contract writes them meanwhile.
        let elements = unsafe { npy::elements(operand) };
        let taker = *lock(&TAKER);
        let Some(written) = self.written.as_ref().filter(|_| taker.is_none()) else {
            if let Some(taker) = taker {
                let path = self.path.join(device).join(file);
                taker(&path, &npy::file(operand, &elements));
            }
            return Ok(());
        };
        let figures = Figures::of(operand, &elements);
        let mut object = json!({
            "task": task.number, "stream": task.stream, "device": task.device, "operator": name, "occurrence": queued.occurrence,
            "argument": operand.name, "role": role, "dtype": operand.dtype, "shape": operand.shape, "strides": operand.strides, "view_offset": operand.offset,
            "min": figures.least, "max": figures.greatest, "mean": figures.mean, "l2": figures.norm, "nan": figures.nan,
            "inf": figures.infinite, "crc32": format!("{:08x}", npy::crc32(&elements)),
        });
        queued.description.add_replay(&mut object);
        if self.wanted.elements {
            let folder = written.folder.within(&device)?;
            // With stable names, the dump of an earlier run may be here.
            let mut to = folder.replace(&file)?;
            to.write_all(&npy::file(operand, &elements))?;
            object["file"] = format!("{device}/{file}").into();
        }
        lock(&written.list).add(&object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_chosen_by_either_name() {
        let wanted = |operators: &[&str]| DumpFilter {
            within: PathBuf::new(),
            operators: operators.iter().map(|one| (*one).to_owned()).collect(),
            inputs: true,
            outputs: true,
            elements: true,
        };
        let operand = Operand {
            name: "self",
            reads: true,
            writes: false,
            dtype: "FLOAT",
            bits: 32,
            shape: vec![],
            strides: vec![],
            offset: 0,
            address: 0,
            names_below: None,
        };
        let of = |name| Description {
            name,
            operands: vec![operand.clone()],
            ..Description::default()
        };
        assert!(wanted(&[]).takes(&of("aclnnSin")));
        assert!(wanted(&["Sin"]).takes(&of("aclnnInplaceSin")));
        assert!(!wanted(&["aclnnCos*"]).takes(&of("aclnnSin")));
        assert!(
            !wanted(&["-Sin"]).takes(&of("aclnnSin")) && wanted(&["-Sin"]).takes(&of("aclnnCos"))
        );
        assert!(!wanted(&[]).takes(&Description::default()));
    }
}
