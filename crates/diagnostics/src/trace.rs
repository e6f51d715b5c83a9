//! `HOSTNPU_TRACE`: every call of an entry point, with its arguments, results, time, and the tasks that it has queued.
//!
//! `.txt`: a line for each call; `.jsonl`: an object for each call and each task; `.json`: a timeline (`timeline`). A record is
//! written when its call ends, in one system call, so that a program that dies leaves all that was before.

use std::cell::RefCell;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde_json::{Map, Value, json};

use super::exit;
use super::files::{say, write};
use super::hooks::{self, Call, Description, Ended, Feature, Observer, Task};
use super::tasks::Tasks;
use super::timeline::{self, Timeline};
use hostnpu_base::config;
use hostnpu_base::error::Result;
use hostnpu_base::files;
use hostnpu_base::thread;

/// Forms of records.
enum Shape {
    Text,
    Objects,
    Timeline(Timeline),
}

struct Trace {
    path: PathBuf,
    to: OwnedFd,
    /// True if something could not be written.
    has_gaps: AtomicBool,
    shape: Shape,
    filter: Filter,
    start: Instant,
    tasks: Tasks,
}

/// A call under way: its arguments, and the tasks that it has queued.
#[derive(Default)]
struct Open {
    arguments: Vec<(String, String)>,
    tasks: Vec<Task>,
}

thread_local! {
    static OPEN: RefCell<Vec<Open>> = const { RefCell::new(Vec::new()) };
}

static TRACE: OnceLock<Trace> = OnceLock::new();

/// Starts the trace, if the environment asks for one.
pub fn start() {
    let Some(path) = config::TRACE.get() else {
        return;
    };
    let path = super::text::with_process(path);
    let shape = match path.extension().map(OsStrExt::as_bytes) {
        Some(b"jsonl") => Shape::Objects,
        Some(b"json") => Shape::Timeline(Timeline::default()),
        _ => Shape::Text,
    };
    let to = match open(&path) {
        Ok(to) => to,
        Err(error) => {
            return say(&format!("no trace in {path:?}: {error}"));
        }
    };
    let trace = TRACE.get_or_init(|| Trace {
        path,
        to,
        has_gaps: AtomicBool::new(false),
        shape,
        filter: Filter::new(config::TRACE_FILTER.get()),
        start: Instant::now(),
        tasks: Tasks::default(),
    });
    if let Shape::Timeline(_) = trace.shape {
        trace.write("[\n");
        exit::at_end(close);
    }
    hooks::watch(Feature::Trace, trace);
}

fn open(path: &Path) -> std::io::Result<OwnedFd> {
    if path.as_os_str() == "-" {
        return std::io::stderr().as_fd().try_clone_to_owned();
    }
    Ok(files::create(path)?.into())
}

/// Ends the array of a timeline.
fn close() {
    if let Some(trace) = TRACE.get() {
        // What was before ends with a comma.
        trace.write("{\"name\":\"end\",\"ph\":\"M\",\"pid\":0,\"tid\":0,\"args\":{}}]\n");
    }
}

impl Trace {
    fn write(&self, text: &str) {
        if let Err(error) = write(self.to.as_raw_fd(), text.as_bytes())
            && !self.has_gaps.swap(true, Ordering::Relaxed)
        {
            let path = self.path.display();
            say(&format!(
                "HOSTNPU_TRACE: {path}: {error}; the trace has gaps"
            ));
        }
    }

    fn micros(&self, at: Instant) -> f64 {
        at.saturating_duration_since(self.start).as_nanos() as f64 / 1000.0
    }

    fn line(
        &self,
        call: &Call,
        took: f64,
        open: &Open,
        written: &[(String, String)],
        ended: Ended,
    ) -> String {
        let list = |pairs: &[(String, String)], between: &str| {
            let pairs: Vec<_> = pairs
                .iter()
                .map(|(name, text)| format!("{name}={text}"))
                .collect();
            pairs.join(between)
        };
        let mut line = format!(
            "[{:10.3} ms] {} {}{}({}) -> {}",
            self.micros(call.began) / 1000.0,
            thread::number(),
            "  ".repeat(call.depth),
            call.name,
            list(&open.arguments, ", "),
            ended.code,
        );
        if !written.is_empty() {
            line += "  ";
            line += &list(written, " ");
        }
        // Tasks of graphs are parts of these.
        for task in open.tasks.iter().filter(|task| task.part == 0) {
            line += &format!("  task {}", task.number);
        }
        if let Some(error) = ended.error {
            line += &format!("  {}", super::text::one_line(&error.to_string()));
        }
        line += &format!("  {:.1} µs\n", took);
        line
    }

    fn object(
        &self,
        call: &Call,
        took: f64,
        open: &Open,
        written: &[(String, String)],
        ended: Ended,
    ) -> Value {
        let map = |pairs: &[(String, String)]| {
            let mut map = Map::new();
            for (name, text) in pairs {
                map.insert(name.clone(), Value::from(text.as_str()));
            }
            map
        };
        let mut object = json!({
            "ts": self.micros(call.began),
            "dur": took,
            "thread": thread::number(),
            "depth": call.depth,
            "call": call.name,
            "arguments": map(&open.arguments),
            "status": ended.code,
            "results": map(written),
        });
        if let Some(error) = ended.error {
            object["error"] = error.to_string().into();
        }
        if !open.tasks.is_empty() {
            let tasks = open.tasks.iter().filter(|task| task.part == 0);
            object["tasks"] = tasks
                .map(|task| json!({ "stream": task.stream, "task": task.number }))
                .collect();
        }
        object
    }
}

impl Observer for Trace {
    fn enter(&self, call: &Call) -> Option<hooks::Refusal> {
        let mut open = Open::default();
        call.arguments.show(false, &mut |name, text| {
            open.arguments.push((name.to_owned(), text.to_owned()));
        });
        hooks::own(&OPEN, |calls| calls.push(open));
        None
    }

    fn leave(&self, call: &Call, ended: Ended) {
        let took = call.began.elapsed().as_nanos() as f64 / 1000.0;
        let mut open = hooks::own(&OPEN, Vec::pop).unwrap_or_default();
        if !self.filter.takes(call.name) {
            return;
        }
        let show = |after: bool, to: &mut Vec<(String, String)>| {
            call.arguments.show(after, &mut |name, text| {
                to.push((name.to_owned(), text.to_owned()));
            });
        };
        if open.arguments.is_empty() {
            // A first phase tells its arguments as it reads them.
            show(false, &mut open.arguments);
        }
        let mut written = Vec::new();
        if ended.error.is_none() {
            show(true, &mut written);
        }
        match &self.shape {
            Shape::Text => self.write(&self.line(call, took, &open, &written, ended)),
            Shape::Objects => {
                self.write(&format!(
                    "{}\n",
                    self.object(call, took, &open, &written, ended)
                ));
            }
            Shape::Timeline(timeline) => {
                let call = timeline::Call {
                    name: call.name,
                    facts: call.arguments.facts(),
                    thread: thread::number(),
                    start: self.micros(call.began),
                    duration: took,
                };
                let details = self.object_details(&open, &written, ended);
                self.write(&timeline.call(&call, details, &open.tasks));
            }
        }
    }

    fn submitted(&self, task: Task, description: &Description) {
        hooks::own(&OPEN, |calls| {
            if let Some(open) = calls.last_mut() {
                open.tasks.push(task);
            }
        });
        self.tasks.submitted(task, description);
    }

    fn changed(&self, task: Task, description: &Description) {
        self.tasks.changed(task, description);
    }

    fn begins(&self, task: Task) -> Result<()> {
        self.tasks.begins(task);
        Ok(())
    }

    fn ends(&self, task: Task, _: &Result<()>) {
        let Some(ran) = self.tasks.ends(task) else {
            return;
        };
        if !self.filter.takes(ran.description.name) {
            return;
        }
        let (start, duration) = (
            self.micros(ran.began),
            ran.duration.as_nanos() as f64 / 1000.0,
        );
        match &self.shape {
            Shape::Text => {}
            Shape::Objects => {
                let mut object = json!({
                    "ts": start, "dur": duration, "device": task.device, "stream": task.stream, "task": task.number,
                    "name": ran.description.name, "type": ran.task_type(),
                });
                ran.add_replay(&mut object);
                self.write(&format!("{object}\n"));
            }
            Shape::Timeline(timeline) => self.write(&timeline.task(&ran, start, duration)),
        }
    }
}

impl Trace {
    fn object_details(
        &self,
        open: &Open,
        written: &[(String, String)],
        ended: Ended,
    ) -> Map<String, Value> {
        let mut details = Map::new();
        for (name, text) in open.arguments.iter().chain(written) {
            details.insert(name.clone(), Value::from(text.as_str()));
        }
        details.insert("status".into(), ended.code.into());
        if let Some(error) = ended.error {
            details.insert("error".into(), error.to_string().into());
        }
        details
    }
}

/// Selection of traced calls: `aclnn*,-aclrtGet*`. The last pattern that fits decides; without one that includes, all are.
pub(super) struct Filter(Vec<(bool, String)>);

impl Filter {
    pub(super) fn new(text: &str) -> Self {
        let patterns = text
            .split(',')
            .map(str::trim)
            .filter(|text| !text.is_empty());
        Self(
            patterns
                .map(|pattern| match pattern.strip_prefix('-') {
                    Some(pattern) => (false, pattern.to_owned()),
                    None => (true, pattern.to_owned()),
                })
                .collect(),
        )
    }

    pub(super) fn takes(&self, name: &str) -> bool {
        let all = !self.0.iter().any(|(takes, _)| *takes);
        let fits = |(_, pattern): &&(bool, String)| super::text::fits(pattern, name);
        self.0
            .iter()
            .rev()
            .find(fits)
            .map_or(all, |(takes, _)| *takes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_pattern_that_fits_decides() {
        let filter = Filter::new("aclnn*, -aclnnSin*,aclrtMalloc");
        let takes =
            ["aclnnCos", "aclnnSin", "aclrtMalloc", "aclrtFree"].map(|name| filter.takes(name));
        assert_eq!(takes, [true, false, true, false]);
        assert!(Filter::new("").takes("aclrtFree"));
        assert!(
            Filter::new("-aclrtGet*").takes("aclrtFree")
                && !Filter::new("-aclrtGet*").takes("aclrtGetDevice")
        );
    }
}
