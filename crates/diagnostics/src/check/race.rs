//! Work on the same bytes that nothing orders, judged by what the program orders and never by what happened to run when.

mod buffers;
pub(super) mod frees;
pub(super) mod touches;
mod user;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use self::buffers::Buffers;
use self::user::{Use, User, shared, used, user_text};
use super::clock::{BlockedStream, Clock, Order, Step, TaskOrder};
use super::enabled::{HOST, IN_FLIGHT, INIT, ORDER, RACE, WASTE, is_on};
use super::footprint::{Part, bytes_text, part, parts};
use super::history::{Access, Conflict, History};
use super::replays::{self, Replay};
use super::report::Report;
use super::{shadow, waste};
use crate::edge::Edge;
use crate::hooks::{self, Description, Kind, Known, Operand, Task};
use crate::stack::Stack;
use hostnpu_base::sync::lock;

#[derive(Default)]
pub(super) struct Races {
    order: Order<Arc<User>>,
    history: History<Use>,
    /// Indices of streams by their numbers.
    streams: HashMap<u64, usize>,
    /// Functions of the program that count for another stream than the one that calls them.
    calls: HashMap<u64, usize>,
    buffers: Buffers,
}

pub(super) static RACES: LazyLock<Mutex<Races>> = LazyLock::new(Mutex::default);

impl Races {
    fn stream(&mut self, number: u64) -> usize {
        *self
            .streams
            .entry(number)
            .or_insert_with(|| self.order.stream())
    }

    fn submit(&mut self, stream: u64, step: Step<Arc<User>>, made: Stack) {
        let counts_for = replays::counts_for(stream);
        let index = self.stream(counts_for);
        if let Step::Order(Edge::Call(call)) = step
            && counts_for != stream
        {
            self.calls.insert(call, index);
        }
        let Self { order, history, .. } = self;
        order.submit(index, step, made, &mut |judged| judge(history, judged));
    }

    /// Takes in a task of which it is not known when it runs, or on what.
    pub(super) fn submit_unsure(&mut self, stream: u64, description: &Description) {
        if !is_on(INIT | WASTE) {
            return;
        }
        let made = Stack::here();
        let user = User {
            name: description.name,
            stream,
            number: 0,
            made,
            parts: Vec::new(),
            description: Some(description.clone()),
            replay: Replay::of(description),
            judged: OnceLock::new(),
        };
        self.submit(stream, Step::Task(Arc::new(user)), made);
    }

    /// Notes that bytes are written by other means than a stream's writing of a word.
    fn overwritten(&mut self, parts: &[Part]) {
        for run in parts
            .iter()
            .filter(|part| part.writes)
            .flat_map(|part| &part.runs)
        {
            self.order.forget_words(run);
        }
    }
}

/// Compares a task with what was used before it, and notes what it uses.
fn judge(history: &mut History<Use>, judged: TaskOrder<Arc<User>>) {
    let TaskOrder {
        stream,
        number,
        clock,
        task,
    } = judged;
    // Once, as each task is judged.
    let _ = task.judged.set((stream, number));
    if let Some(description) = &task.description {
        match task.is_certain() {
            true => {
                if is_on(INIT) {
                    shadow::judged(description, task.made, task.replay);
                }
                if is_on(WASTE) {
                    waste::judged(description, task.made, task.replay);
                }
            }
            false => {
                shadow::may_be_written(description);
                waste::uncertain(description);
            }
        }
    }
    if !is_on(IN_FLIGHT) {
        return;
    }
    for part in task.parts.iter().filter(|_| is_on(RACE)) {
        let found = part.runs.iter().find_map(|run| {
            let conflict = history.conflict(run, part.writes, Some(stream), clock)?;
            Some((conflict, run))
        });
        if let Some((conflict, run)) = found {
            report_race(&conflict, run, part, &task);
        }
    }
    for (place, part) in task.parts.iter().enumerate() {
        let access = Access {
            stream,
            number,
            user: (task.clone(), place),
        };
        for run in &part.runs {
            history.note(run, part.writes, &access, clock);
        }
    }
}

fn report_race(conflict: &Conflict<Use>, run: &Range<usize>, part: &Part, task: &User) {
    let (user, place) = &conflict.with.user;
    let earlier = &user.parts[*place];
    let bytes = shared(conflict, run);
    let (rule, sentence) = if part.is_workspace && earlier.is_workspace {
        (
            "HN-WORKSPACE-SHARED",
            format!(
                "{} and {} use one workspace, and nothing orders them",
                user.name, task.name
            ),
        )
    } else {
        let (kind, did, does) = match (conflict.wrote, part.writes) {
            (true, true) => ("WAW", "writes", "writes"),
            (true, false) => ("RAW", "writes", "reads"),
            _ => ("WAR", "reads", "writes"),
        };
        (
            "HN-RACE",
            format!(
                "{kind}: {} {does} what {} {did}, and nothing orders them",
                task.name, user.name
            ),
        )
    };
    let report = Report::error(rule, sentence).fact("memory", bytes_text(&bytes));
    let report = used(report, "first", user_text(user, earlier), user);
    used(report, "second", user_text(task, part), task)
        .operator(user.name)
        .operator(task.name)
        .advice(match earlier.region != part.region {
            true => "The pool has given the same bytes to both streams. Let the second stream wait for an event of the first before it gets them.",
            false => "Record an event after the first task and let the second one's stream wait for it, or synchronise the first stream.",
        })
        .send();
}

/// Takes in a task of a stream.
pub(super) fn submitted(task: Task, description: &Description, replay: Option<Replay>) {
    let races = &mut *lock(&RACES);
    let stream = match replay {
        Some(replay) => replays::lane(task.stream, replay.of.lane),
        None => task.stream,
    };
    match task.kind {
        Kind::Callback => {
            let made = Stack::here();
            races.submit(task.stream, Step::Order(Edge::Call(call(task))), made);
            races.submit(task.stream, Step::Order(Edge::Return(call(task))), made);
        }
        Kind::Compute => {
            let made = replay.map_or_else(Stack::here, |replay| replay.of.made);
            let is_word = matches!(description.edge, Some(Edge::Write(..)));
            let parts = parts(description);
            let is_known = !parts.is_empty();
            if let Some(replay) = replay.filter(|replay| replay.of.known != Known::All) {
                races.submit_unsure(replays::lane(task.stream, replay.of.lane), description);
            } else if is_known {
                if !is_word {
                    races.overwritten(&parts);
                }
                let user = User {
                    name: description.name,
                    stream: task.stream,
                    number: task.number,
                    made,
                    parts,
                    description: is_on(INIT | WASTE).then(|| description.clone()),
                    replay,
                    judged: OnceLock::new(),
                };
                let user = Arc::new(user);
                races.buffers.queued(&user, task.key());
                races.submit(stream, Step::Task(user), made);
            }
            // Who waits for the word knows its writing to be over.
            if let Some(edge) = description.edge.filter(|_| is_known || !is_word) {
                races.submit(stream, Step::Order(edge), made);
            }
        }
        Kind::Wait => {}
    }
}

/// The number of a function of the program that a stream calls as a task.
fn call(task: Task) -> u64 {
    task.stream << 40 | task.number
}

/// Notes that a function of the program begins or ends.
pub(super) fn called(task: Task, has_ended: bool) {
    calls(task.stream, call(task), has_ended);
}

fn calls(stream: u64, call: u64, has_ended: bool) {
    let races = &mut *lock(&RACES);
    let other = match has_ended {
        false => races.calls.get(&call).copied(),
        true => races.calls.remove(&call),
    };
    let index = other.unwrap_or_else(|| races.stream(stream));
    let Races {
        order,
        history,
        buffers,
        ..
    } = races;
    let judge = &mut |judged: TaskOrder<Arc<User>>| judge(history, judged);
    match has_ended {
        false => order.call_begins(index, call, judge),
        true => order.call_ends(index, call, judge),
    }
    buffers.review(order.host());
}

/// Takes in what orders a stream.
#[cold]
#[inline(never)]
pub fn ordered(stream: u64, edge: Edge) {
    if !is_on(ORDER) {
        return;
    }
    lock(&RACES).submit(stream, Step::Order(edge), Stack::here());
}

/// Takes in that a stream may run a task of which it is not known when it runs, or on what: what it may write counts as written.
#[cold]
#[inline(never)]
pub fn may_run(stream: u64, description: &Description) {
    if is_on(INIT | WASTE) {
        lock(&RACES).submit_unsure(stream, description);
    }
}

/// Notes that a callback of another thread's begins or ends.
#[cold]
#[inline(never)]
pub fn called_back(stream: u64, call: u64, has_ended: bool) {
    if is_on(ORDER) {
        calls(stream, call, has_ended);
    }
}

/// Notes that the program has seen a stream idle.
#[cold]
#[inline(never)]
pub fn stream_finished(stream: u64) {
    if is_on(ORDER) {
        let races = &mut *lock(&RACES);
        let Races {
            order,
            history,
            streams,
            buffers,
            ..
        } = races;
        // Programs that make streams and give them nothing to do make many.
        let Some(&index) = streams.get(&stream) else {
            return;
        };
        order.finished(index, &mut |judged| judge(history, judged));
        buffers.review(order.host());
    }
}

/// Notes that the program has seen the last record of an event reached.
#[cold]
#[inline(never)]
pub fn event_reached(event: usize) {
    if is_on(ORDER) {
        let races = &mut *lock(&RACES);
        let Races {
            order,
            history,
            buffers,
            ..
        } = races;
        order.reached(event, &mut |judged| judge(history, judged));
        buffers.review(order.host());
    }
}

/// Compares what a call reads and writes now with what streams may still do.
pub(super) fn used_by_host(operands: &[Operand]) {
    let (name, here) = (hooks::current(), Stack::here());
    let races = &mut *lock(&RACES);
    let parts: Vec<Part> = operands.iter().filter_map(part).collect();
    races.overwritten(&parts);
    for part in parts {
        if let Some((conflict, run)) = races.conflict(&part, races.order.host()) {
            let (user, place) = &conflict.with.user;
            let earlier = user.name;
            let (rule, sentence, advice) = match part.writes {
                false => (
                    "HN-HOST-READ-EARLY",
                    format!("{name} reads what {earlier} may still write"),
                    "Synchronise the stream, or an event recorded after the task, before the copy.",
                ),
                true => (
                    "HN-HOST-WRITE-EARLY",
                    format!(
                        "{name} writes what {earlier} may still {}",
                        if conflict.wrote { "write" } else { "read" }
                    ),
                    "Synchronise the stream, or an event recorded after the task, before the copy.",
                ),
            };
            let report =
                Report::error(rule, sentence).fact("memory", bytes_text(&shared(&conflict, &run)));
            used(report, "used", user_text(user, &user.parts[*place]), user)
                .fact_at("now", format!("as {} by {name}", part.text()), here)
                .operator(earlier)
                .operator(name)
                .advice(advice)
                .send();
        }
        part.runs.iter().for_each(|run| races.buffers.open(run));
    }
}

impl Races {
    /// Forgets all of memory that begins or ends.
    fn forget(&mut self, bytes: &Range<usize>) {
        self.buffers.open(bytes);
        self.history.forget(bytes);
        self.order.forget_words(bytes);
    }

    /// The first use of the bytes of a part that is not over for the host.
    fn conflict(&self, part: &Part, host: &Clock) -> Option<(Conflict<Use>, Range<usize>)> {
        let known = part.runs.iter().find_map(|run| {
            let found = self.history.conflict(run, part.writes, None, host)?;
            Some((found, run.clone()))
        });
        known.or_else(|| self.conflict_with_held_up(part))
    }

    /// The same with tasks that wait for what is not submitted yet.
    fn conflict_with_held_up(&self, part: &Part) -> Option<(Conflict<Use>, Range<usize>)> {
        let held_up = self
            .order
            .held_up()
            .filter(|(stream, _)| !self.order.is_in_call(*stream));
        for (stream, user) in held_up {
            for (place, other) in user.parts.iter().enumerate() {
                if !(part.writes || other.writes) {
                    continue;
                }
                for run in &part.runs {
                    let shared = other
                        .runs
                        .iter()
                        .find(|own| own.start < run.end && run.start < own.end);
                    if let Some(own) = shared {
                        let conflict = Conflict {
                            with: Access {
                                stream,
                                number: u32::MAX,
                                user: (user.clone(), place),
                            },
                            wrote: other.writes,
                            bytes: own.start.max(run.start)..own.end.min(run.end),
                        };
                        return Some((conflict, run.clone()));
                    }
                }
            }
        }
        None
    }
}

/// Forgets the uses of memory that is new.
pub(super) fn allocated(bytes: &Range<usize>) {
    let races = &mut *lock(&RACES);
    races.forget(bytes);
}

/// Returns the list of [`Order::stuck`] for a stream that the host waits for, with the streams' numbers.
pub(super) fn stuck(stream: u64) -> (Vec<BlockedStream>, Option<usize>, HashMap<usize, u64>) {
    let races = &*lock(&RACES);
    let Some(&index) = races.streams.get(&stream) else {
        return (Vec::new(), None, HashMap::new());
    };
    let (list, ring) = races.order.stuck(index);
    let numbers = races
        .streams
        .iter()
        .map(|(&number, &index)| (index, replays::runs(number)));
    (list, ring, numbers.collect())
}

/// Notes that a task of a stream begins or ends on this thread.
pub(super) fn runs(task: Task, is_running: bool) {
    if is_on(HOST) && is_on(RACE) {
        lock(&RACES).buffers.runs(task.key(), is_running);
    }
}

/// Lets the program in everywhere for good.
pub(super) fn open_all() {
    lock(&RACES).buffers.open_all();
}
