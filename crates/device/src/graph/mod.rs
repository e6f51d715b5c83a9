//! Graphs: tasks that were captured from streams instead of being run, to be run together any number of times.
//!
//! A capture takes the tasks of all its streams in the order in which they were submitted. A wait can be submitted only behind the
//! record that it waits for, so that this order keeps every dependency between the streams: a replay runs the tasks one after the
//! other, each with all threads that it may use.

mod abort;
mod capture;
mod captured;
mod condition;
mod mode;
mod program;
mod watch;
mod watched;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

use abort::Replay;
pub(super) use capture::Clock;
pub use capture::{Capture, TaskGroup};
use condition::Place;
pub use condition::{Condition, Decision};
pub use mode::{Mode, check_unsafe, exchange_mode};
pub use program::{Jump, LabelIndex, Relation, Test};
pub use watch::{Ran, Watcher, is_live, unwatch, watch};

use watched::{CapturedTask, ReplayReporter};

use super::stream::{Step, subscribe};
use super::{Stream, Task, Work};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_base::sync::lock;
use hostnpu_diagnostics::hooks;

/// Action of a captured task when it is replayed.
#[derive(Clone)]
pub(super) enum Action {
    Work(Arc<dyn Work>),
    Step(Step),
    /// Jump of a graph that is built by hand.
    Jump(Jump),
    /// Nothing: it stood for an order of streams, which the order of tasks keeps.
    Order,
}

impl Action {
    /// Returns true if it uses some of this memory of the program. A step submits a task of its own, which says so itself.
    fn uses(&self, memory: &Range<usize>) -> bool {
        match self {
            Action::Work(work) => work.uses(memory),
            Action::Jump(jump) => jump.uses(memory),
            Action::Step(_) | Action::Order => false,
        }
    }
}

/// A captured task.
#[derive(Clone)]
pub(super) struct Node {
    /// The number of the stream to which it was submitted.
    pub(super) stream: i32,
    /// Name in reports.
    pub(super) name: &'static str,
    pub(super) action: Action,
    pub(super) small: bool,
    watched: CapturedTask,
}

/// A run of tasks that is submitted as one.
#[derive(Clone)]
enum Part {
    /// Work, and whether all of it is small.
    Work(Range<usize>, bool),
    Step(usize),
}

/// Small tasks that are run at once on the thread that replays them.
const AT_ONCE: usize = 64;

/// Tasks that can be replayed.
pub struct Graph {
    id: u32,
    device: i32,
    name: Mutex<Vec<u8>>,
    nodes: Mutex<Arc<Vec<Node>>>,
    /// The tasks of a graph that was built by hand, which runs as one.
    shown: Mutex<Option<Arc<Vec<Node>>>>,
    /// The parts, once it is complete.
    parts: Mutex<Option<Arc<Vec<Part>>>>,
    place: Place,
    /// The places of tasks that are left out after the next update.
    disabled: Mutex<Vec<usize>>,
    /// The graphs that its conditions run.
    bodies: Mutex<Vec<Arc<Graph>>>,
    /// True if it may run for ever.
    has_loop: AtomicBool,
    /// Number of times that its replays were ended.
    aborts: AtomicU64,
    /// Number of times that it was replayed, and the last replay of which was told.
    replays: AtomicU64,
    told: AtomicU64,
    /// Streams that its replays may have wait for something.
    waiting: Mutex<Vec<Weak<Stream>>>,
}

/// A task of a graph, for reports.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The number of the stream to which it was submitted.
    pub stream: i32,
    /// Name in reports.
    pub name: &'static str,
}

impl Graph {
    /// Creates a graph without tasks, to be filled.
    pub(super) fn new(device: i32) -> Arc<Self> {
        Self::at(device, Place::Root)
    }

    fn at(device: i32, place: Place) -> Arc<Self> {
        static NUMBERS: AtomicU32 = AtomicU32::new(0);
        let id = NUMBERS.fetch_add(1, Ordering::Relaxed);
        watch::begins(id);
        Arc::new(Self {
            id,
            device,
            name: Mutex::default(),
            nodes: Mutex::default(),
            shown: Mutex::default(),
            parts: Mutex::default(),
            place,
            disabled: Mutex::default(),
            bodies: Mutex::default(),
            has_loop: AtomicBool::default(),
            aborts: AtomicU64::default(),
            replays: AtomicU64::default(),
            told: AtomicU64::default(),
            waiting: Mutex::default(),
        })
    }

    /// Returns its number.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Returns the number of the device whose streams were captured.
    pub fn device(&self) -> i32 {
        self.device
    }

    /// Returns its name.
    pub fn name(&self) -> Vec<u8> {
        lock(&self.name).clone()
    }

    /// Sets its name.
    pub fn set_name(&self, name: &[u8]) {
        *lock(&self.name) = name.to_vec();
    }

    /// Returns true if its tasks are complete.
    pub fn is_complete(&self) -> bool {
        lock(&self.parts).is_some()
    }

    /// Returns its tasks in the order in which they run.
    pub fn tasks(&self) -> Vec<Description> {
        let describe = |node: &Node| Description {
            stream: node.stream,
            name: node.name,
        };
        let nodes = lock(&self.shown).clone();
        let nodes = nodes.unwrap_or_else(|| self.nodes());
        nodes.iter().map(describe).collect()
    }

    fn nodes(&self) -> Arc<Vec<Node>> {
        lock(&self.nodes).clone()
    }

    /// Appends a task; returns its place.
    fn push(&self, node: Node) -> usize {
        let mut nodes = lock(&self.nodes);
        let nodes = Arc::make_mut(&mut nodes);
        nodes.push(node);
        nodes.len() - 1
    }

    /// Puts other work in the place of tasks.
    fn replace(&self, places: &[usize], work: &[Node]) {
        let new = work.iter().map(|node| (node.action.clone(), &node.watched));
        self.change(places.iter().copied().zip(new));
    }

    /// Changes what tasks do.
    fn change<'a>(&self, changes: impl Iterator<Item = (usize, (Action, &'a CapturedTask))>) {
        let mut old = Vec::new();
        let mut nodes = lock(&self.nodes);
        let changed = Arc::make_mut(&mut nodes);
        for (place, (action, watched)) in changes {
            if let Some(node) = changed.get_mut(place) {
                old.push(std::mem::replace(&mut node.action, action));
                node.watched.change(watched);
            }
        }
        drop(nodes);
        // It may free memory, which looks into the tasks.
        drop(old);
    }

    /// Returns true if some of its tasks use some of this memory.
    fn part_uses(&self, part: Range<usize>, memory: &Range<usize>) -> bool {
        // Under the lock: the last to hold tasks frees memory, which must not happen under the lock of the stream that asks.
        let nodes = lock(&self.nodes);
        let part = nodes.get(part).unwrap_or_default();
        part.iter().any(|node| node.action.uses(memory))
    }

    /// Leaves a task out of the replays that are submitted after the next [`Graph::update`].
    pub fn disable(&self, place: usize) -> Result<()> {
        if lock(&self.shown).is_some() {
            return Err(Reason::NotSupported(
                "a task of a model instance that was built by hand cannot be disabled".into(),
            )
            .into());
        }
        lock(&self.disabled).push(place);
        Ok(())
    }

    /// Has its tasks be as was asked for since.
    pub fn update(&self) {
        let disabled = std::mem::take(&mut *lock(&self.disabled));
        let none = CapturedTask::default();
        let left_out = |place| (place, (Action::Order, &none));
        self.change(disabled.into_iter().map(left_out));
    }

    /// Says that it is complete.
    fn complete(&self) {
        let nodes = self.nodes();
        let mut parts: Vec<Part> = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            match (&node.action, parts.last_mut()) {
                (Action::Step(_), _) => parts.push(Part::Step(at)),
                (_, Some(Part::Work(range, small))) => {
                    range.end = at + 1;
                    *small = *small && node.small && range.len() <= AT_ONCE;
                }
                _ => parts.push(Part::Work(at..at + 1, node.small)),
            }
        }
        *lock(&self.parts) = Some(Arc::new(parts));
    }

    /// Submits all its tasks to a stream. The first one that fails ends the part of the replay up to the next wait.
    pub fn replay(self: &Arc<Self>, stream: &Arc<Stream>) -> Result<()> {
        let parts = lock(&self.parts).clone();
        let parts = parts.ok_or_else(|| {
            Error::from(Reason::State(
                "the model instance is still being captured".into(),
            ))
        })?;
        let number = self.replays.fetch_add(1, Ordering::Relaxed) + 1;
        let told = watched::Replay::begin(self, stream, number);
        let result = self.submit_parts(&parts, stream, told.as_ref());
        if let Some(told) = &told {
            told.end();
        }
        result
    }

    fn submit_parts(
        self: &Arc<Self>,
        parts: &[Part],
        stream: &Arc<Stream>,
        told: Option<&watched::Replay>,
    ) -> Result<()> {
        if let [Part::Work(range, true)] = parts {
            // It is over before it could be aborted.
            return self.submit_part(stream, (range, true), None, told);
        }
        let replay = Replay::new(self, stream);
        for part in parts {
            match part {
                Part::Work(range, small) => {
                    self.submit_part(stream, (range, *small), Some(&replay), told)?;
                }
                Part::Step(at) => {
                    let node = &self.nodes()[*at];
                    if let Action::Step(step) = &node.action {
                        subscribe(&mut lock(&self.waiting), stream);
                        let step = || replay.within(|| step(stream));
                        match told {
                            Some(told) => told.step(node, step)?,
                            None => step()?,
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Submits a part that is work, and whether all of it is small.
    fn submit_part(
        self: &Arc<Self>,
        stream: &Arc<Stream>,
        (range, small): (&Range<usize>, bool),
        replay: Option<&Arc<Replay>>,
        told: Option<&watched::Replay>,
    ) -> Result<()> {
        let work = Replayed {
            graph: self.clone(),
            range: range.clone(),
            replay: replay.cloned(),
            running: None,
        };
        let is_endless = replay.is_some() && self.has_loop.load(Ordering::Acquire);
        if let Some(told) = told {
            return told.submit(stream, work, small, is_endless);
        }
        if is_endless && stream.capture().is_none() {
            stream.submit(Task::Endless(Arc::new(work)), false)
        } else {
            stream.submit_work(small, work)
        }
    }

    fn run(&self, range: Range<usize>, running: Option<&ReplayReporter>) -> Result<()> {
        let nodes = self.nodes();
        let watcher = watch::of(self.id);
        for place in range {
            let node = &nodes[place];
            if let Action::Work(work) = &node.action {
                if !node.small {
                    abort::check()?;
                }
                let run = || watch::run(watcher.as_ref(), place, node.name, &**work);
                match running {
                    None => run()?,
                    Some(running) => running.run((self.id, place), node, &run)?,
                }
            }
        }
        Ok(())
    }

    /// Says that it may run for ever, and what runs it with it.
    fn set_loop(&self) {
        self.has_loop.store(true, Ordering::Release);
        if let Some(parent) = self.parent() {
            parent.set_loop();
        }
    }
}

/// The work of a part of a replay.
struct Replayed {
    graph: Arc<Graph>,
    range: Range<usize>,
    /// The replay that it is a part of, if that may be aborted.
    replay: Option<Arc<Replay>>,
    /// Reports to observers the tasks that run.
    running: Option<ReplayReporter>,
}

impl Work for Replayed {
    fn run(&self) -> Result<()> {
        let run = || match &self.running {
            // Where another graph has captured the replay, it tells of that one's.
            None => {
                ReplayReporter::of_this_thread(|within| self.graph.run(self.range.clone(), within))
            }
            Some(running) => running.within(|| self.graph.run(self.range.clone(), Some(running))),
        };
        match &self.replay {
            None => run(),
            Some(replay) => replay.within(|| abort::check().and_then(|()| run())),
        }
    }

    fn uses(&self, memory: &Range<usize>) -> bool {
        self.graph.part_uses(self.range.clone(), memory)
    }

    fn describe(&self, to: &mut dyn FnMut(hooks::Description)) {
        self.graph.describe(to);
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        watch::ends(self.id);
    }
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Graph")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}
