//! Tasks under way, with what was said of them when they were submitted.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::hooks::{Description, Kind, Task, TaskKey};
use hostnpu_base::sync::lock;
use hostnpu_base::thread;

/// A task that has run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The task.
    pub task: Task,
    /// Its description.
    pub description: Description,
    /// Time at which it began.
    pub began: Instant,
    /// Its running time.
    pub duration: Duration,
    /// The thread that ran it.
    pub thread: i32,
}

impl Ran {
    /// Returns the vendor's word for its kind.
    pub fn task_type(&self) -> &'static str {
        task_type(self.task.kind, &self.description)
    }

    /// Returns its name: the type of an operator, or the entry point that has submitted it.
    pub fn name(&self) -> &'static str {
        self.description.name
    }

    /// Returns true if it is an operator's.
    pub fn is_operator(&self) -> bool {
        self.description.is_operator()
    }

    /// Adds to an object which task of a graph it is, and in which replay, if it is one.
    pub fn add_replay(&self, object: &mut Value) {
        self.description.add_replay(object);
    }

    /// Returns the type of its operator: `Sin` of `aclnnSin`.
    pub fn operator(&self) -> &'static str {
        operator(self.description.name)
    }
}

impl Description {
    /// Adds to an object which task of a graph it is, and in which replay, if it is one.
    pub(super) fn add_replay(&self, object: &mut Value) {
        if let Some(of) = self.replayed {
            object["graph"] = of.graph.into();
            object["replay"] = of.replay.into();
            object["node"] = of.place.into();
        }
    }
}

/// Returns the type of an operator by its entry point: `Sin` of `aclnnSin`, `Stft` of `aclStft`.
pub fn operator(name: &'static str) -> &'static str {
    let prefixes = ["aclnnInplace", "aclnn", "acl", "mluOp"];
    let mut bare = prefixes
        .iter()
        .filter_map(|prefix| name.strip_prefix(prefix));
    bare.next().unwrap_or(name)
}

/// Operators whose work is products of matrices: what a card gives to its cube units.
const CUBE: &[&str] = &[
    "Matmul",
    "MatMul",
    "Mm",
    "Bmm",
    "Addmm",
    "Addmv",
    "Baddbmm",
    "Addbmm",
    "Conv",
    "Gemm",
    "Attention",
    "Linear",
];

fn task_type(kind: Kind, description: &Description) -> &'static str {
    let name = description.name;
    match kind {
        Kind::Callback => "AI_CPU",
        Kind::Wait if name.contains("Notify") || name.contains("Notifier") => "NOTIFY_WAIT",
        Kind::Wait => "EVENT_WAIT",
        Kind::Compute if description.is_operator() => {
            match CUBE.iter().any(|word| name.contains(word)) {
                true => "AI_CORE",
                false => "AI_VECTOR_CORE",
            }
        }
        Kind::Compute if name.contains("Memcpy") => "MEMCPY_ASYNC",
        Kind::Compute if name.contains("Memset") => "MEMSET_ASYNC",
        Kind::Compute if name.contains("Record") => "EVENT_RECORD",
        Kind::Compute if name.contains("Wait") => "EVENT_WAIT",
        Kind::Compute if name.contains("mdlRI") => "MODEL_EXECUTE",
        Kind::Compute => "OTHER",
    }
}

/// Tasks that were submitted and have not ended, each with the time at which it began.
#[derive(Default)]
pub struct Tasks(Mutex<HashMap<TaskKey, Waiting>>);

/// A running task and the time of its beginning.
type Waiting = (Description, Option<Instant>);

impl Tasks {
    /// Takes a task in.
    pub fn submitted(&self, task: Task, description: &Description) {
        let mut tasks = lock(&self.0);
        if tasks.len() > 100_000 {
            // Streams that were aborted never run theirs.
            tasks.clear();
        }
        tasks.insert(task.key(), (description.clone(), None));
    }

    /// Takes in what a task works on, where that has changed.
    pub fn changed(&self, task: Task, description: &Description) {
        if let Some((known, _)) = lock(&self.0).get_mut(&task.key()) {
            *known = description.clone();
        }
    }

    /// Notes that it begins.
    pub fn begins(&self, task: Task) {
        if let Some((_, began)) = lock(&self.0).get_mut(&task.key()) {
            *began = Some(Instant::now());
        }
    }

    /// Takes it out, with its times.
    pub fn ends(&self, task: Task) -> Option<Ran> {
        let ended = Instant::now();
        let (description, began) = lock(&self.0).remove(&task.key())?;
        let began = began?;
        Some(Ran {
            task,
            description,
            began,
            duration: ended.saturating_duration_since(began),
            thread: thread::number(),
        })
    }
}
