//! Timelines as an array of Chrome trace events, which Perfetto and MindStudio Insight open.
//!
//! As the vendor's `msprof_*.json`: a process for calls, with the program's threads, and one for each device, with its streams; an arrow from
//! each call to the tasks that it has queued. Other than there, times are numbers and begin near 0, unless the program puts them beside its own
//! ([`Timeline::dated`]): with absolute times as texts, viewers drop or misplace events.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::hooks::{Facts, Task, TaskKey};
use super::tasks::Ran;
use hostnpu_base::sync::lock;

/// The layer of calls, and that of devices, in numbers of processes.
const CALLS: u32 = 7;
const HARDWARE: u32 = 14;
/// The device of the host.
const HOST: u32 = 31;

/// Threads that a timeline has announced, and its counts.
#[derive(Debug, Default)]
pub struct Timeline {
    announced: Mutex<HashSet<(u32, u64)>>,
    next: AtomicU64,
    /// Numbers of arrows that calls have begun.
    arrows: Mutex<HashMap<TaskKey, u64>>,
    /// Time since 1970 at which its times begin; without it they begin near 0.
    since: Option<Duration>,
}

/// A call that has ended.
#[derive(Debug)]
pub struct Call<'a> {
    /// The entry point.
    pub name: &'a str,
    /// Facts about it.
    pub facts: Facts,
    /// The thread that has called it.
    pub thread: i32,
    /// Time at which it began, in microseconds.
    pub start: f64,
    /// Its duration in microseconds.
    pub duration: f64,
}

/// The number of a process of the timeline.
fn process(layer: u32, device: u32) -> u32 {
    // Device 31 is the host: more devices than that share its number with none that computes.
    ((std::process::id() & 0x1f_ffff) << 10) | (layer << 5) | device.min(HOST)
}

fn mode(facts: Facts) -> &'static str {
    match facts.interface() {
        "Runtime" | "CNRT" => "ACL_RTS",
        "Model" => "ACL_MODEL",
        _ => "ACL_OP",
    }
}

/// Returns a moment of the clock on the wall, in microseconds with three decimals: more than a number of JSON holds.
pub fn dated(since: Duration, micros: f64) -> String {
    let nanos = since.as_nanos() + (micros.max(0.0) * 1000.0) as u128;
    format!("{}.{:03}", nanos / 1000, nanos % 1000)
}

impl Timeline {
    /// A timeline whose times are those of the clock on the wall, where it begins at a moment since 1970.
    pub fn dated(since: Option<Duration>) -> Self {
        Self {
            since,
            ..Self::default()
        }
    }

    /// A moment as events have it.
    fn moment(&self, micros: f64) -> Value {
        match self.since {
            Some(since) => dated(since, micros).into(),
            None => micros.into(),
        }
    }

    /// Returns the events of a call, each on a line that ends with a comma: what announces its thread, itself, and the beginnings of
    /// arrows to its tasks.
    pub fn call(&self, call: &Call, details: Map<String, Value>, tasks: &[Task]) -> String {
        let (pid, tid) = (process(CALLS, HOST), call.thread as u64);
        let mut events = self.announce(pid, "CANN", "CPU", CALLS, tid, &format!("Thread {tid}"));
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let mut args = json!({
            "Thread Id": tid, "Mode": mode(call.facts), "level": "acl", "id": call.name, "item_id": id, "connection_id": id,
        });
        if let Some(args) = args.as_object_mut() {
            args.extend(details);
        }
        push(
            &mut events,
            &json!({
                "name": format!("{}@{}", call.facts.interface(), call.name), "ph": "X", "pid": pid, "tid": tid,
                "ts": self.moment(call.start), "dur": call.duration, "args": args,
            }),
        );
        for task in tasks {
            let arrow = self.arrow(task);
            push(
                &mut events,
                &json!({
                    "name": format!("HostToDevice{arrow}"), "cat": "HostToDevice", "ph": "s", "id": arrow,
                    "pid": pid, "tid": tid, "ts": self.moment(call.start),
                }),
            );
        }
        events
    }

    /// Returns the events of a task in the same way.
    pub fn task(&self, ran: &Ran, start: f64, duration: f64) -> String {
        let device = ran.task.device as u32;
        let (pid, tid) = (process(HARDWARE, device), ran.task.stream);
        let label = if device == 0 {
            "NPU".to_owned()
        } else {
            format!("NPU {device}")
        };
        let mut events = self.announce(
            pid,
            "Ascend Hardware",
            &label,
            HARDWARE,
            tid,
            &format!("Stream {tid}"),
        );
        let arrow = self.arrow(&ran.task);
        let mut args = json!({
            "Model Id": 4_294_967_295_u32, "Task Type": ran.task_type(), "Physic Stream Id": tid, "Task Id": ran.task.number,
            "Batch Id": 0, "Subtask Id": 4_294_967_295_u32, "connection_id": arrow, "Host Thread": ran.thread,
        });
        if let Some(of) = ran.description.replayed {
            args["Model Id"] = of.graph.into();
            args["Subtask Id"] = of.place.into();
            args["Replay"] = of.replay.into();
        }
        for operand in &ran.description.operands {
            args[operand.name] = format!("{}{:?}", operand.dtype, operand.shape).into();
        }
        let name = if ran.is_operator() {
            ran.name()
        } else {
            ran.task_type()
        };
        push(
            &mut events,
            &json!({
                "name": name, "ph": "X", "pid": pid, "tid": tid, "ts": self.moment(start), "dur": duration, "args": args,
            }),
        );
        push(
            &mut events,
            &json!({
                "name": format!("HostToDevice{arrow}"), "cat": "HostToDevice", "ph": "f", "bp": "e", "id": arrow,
                "pid": pid, "tid": tid, "ts": self.moment(start),
            }),
        );
        events
    }

    /// Returns the events of a mark, or of a range that ended: `event` says what it is.
    pub fn mark(&self, mut event: Value, thread: i32, start: f64, end: Option<f64>) -> String {
        let (pid, tid) = (process(CALLS, HOST), thread as u64);
        let mut events = self.announce(pid, "CANN", "CPU", CALLS, tid, &format!("Thread {tid}"));
        (event["pid"], event["tid"]) = (pid.into(), tid.into());
        // Ranges need not lie within each other, as calls do.
        let phases = match end {
            None => vec![("n", start)],
            Some(end) => vec![("b", start), ("e", end)],
        };
        for (phase, at) in phases {
            (event["ph"], event["ts"]) = (phase.into(), self.moment(at));
            push(&mut events, &event);
        }
        events
    }

    /// Returns the number of the arrow to a task: its call and the task itself give the same, whichever ends first.
    fn arrow(&self, task: &Task) -> u64 {
        let mut arrows = lock(&self.arrows);
        let key = task.key();
        // Both have asked: nothing asks again.
        if let Some(arrow) = arrows.remove(&key) {
            return arrow;
        }
        let arrow = self.next.fetch_add(1, Ordering::Relaxed);
        arrows.insert(key, arrow);
        arrow
    }

    fn announce(
        &self,
        pid: u32,
        process: &str,
        label: &str,
        layer: u32,
        tid: u64,
        thread: &str,
    ) -> String {
        let mut events = String::new();
        let mut announced = lock(&self.announced);
        if announced.insert((pid, u64::MAX)) {
            for (name, args) in [
                ("process_name", json!({ "name": process })),
                ("process_labels", json!({ "labels": label })),
                ("process_sort_index", json!({ "sort_index": layer })),
            ] {
                push(
                    &mut events,
                    &json!({ "name": name, "ph": "M", "pid": pid, "tid": 0, "args": args }),
                );
            }
        }
        if announced.insert((pid, tid)) {
            for (name, args) in [
                ("thread_name", json!({ "name": thread })),
                ("thread_sort_index", json!({ "sort_index": tid })),
            ] {
                push(
                    &mut events,
                    &json!({ "name": name, "ph": "M", "pid": pid, "tid": tid, "args": args }),
                );
            }
        }
        events
    }
}

fn push(events: &mut String, event: &Value) {
    *events += &event.to_string();
    *events += ",\n";
}
