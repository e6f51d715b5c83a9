//! Reports of graphs to observers: each task of a replay is a task like others.
//!
//! The operands of a task are known from its capture, and reported when its replay is submitted, in the order of the capture; those of bodies of
//! conditions and of programs are reported when they run.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Action, Graph, Node, Replayed as Part};
use crate::{Stream, Task};
use hostnpu_base::error::{Reason, Result};
use hostnpu_diagnostics::check::{self, Edge, Stack};
use hostnpu_diagnostics::hooks::{self, Description, Kind, Known, Replayed};

/// The description of a captured task.
#[derive(Clone, Default)]
pub(super) struct CapturedTask {
    /// The stream of the capture that was given it.
    lane: u32,
    /// The task after whose record it comes, of a wait.
    after: Option<usize>,
    /// True if other work may take its place.
    may_change: bool,
    /// The description from its capture, and the stack of that.
    said: Option<(Arc<Description>, Stack)>,
}

impl CapturedTask {
    /// Describes a task that is captured now.
    #[inline]
    pub fn captured() -> Self {
        let said = if hooks::on() { Some(said()) } else { None };
        Self {
            said,
            ..Self::default()
        }
    }

    /// The same of a wait for what a task records.
    pub fn after(self, place: usize) -> Self {
        let after = Some(place);
        Self { after, ..self }
    }

    /// The same of a task of a stream of the capture.
    pub fn placed(self, lane: usize, may_change: bool) -> Self {
        let lane = lane as u32;
        Self {
            lane,
            may_change,
            ..self
        }
    }

    /// Takes in that other work has taken its place.
    pub fn change(&mut self, new: &Self) {
        self.said.clone_from(&new.said);
    }
}

#[cold]
#[inline(never)]
fn said() -> (Arc<Description>, Stack) {
    let description = hooks::captured();
    let made = check::captured(&description);
    (Arc::new(description), made)
}

impl Node {
    /// Says what it works on; of what runs other tasks, what these may.
    pub(super) fn describe(&self, graph: u32, to: &mut dyn FnMut(Description)) {
        let (own, within) = self.said(graph, 0);
        own.into_iter().chain(within).for_each(|mut description| {
            if let Some(of) = &mut description.replayed {
                of.known = Known::Nothing;
            }
            to(description);
        });
    }

    /// Describes it as the task of a graph at a place, and the tasks that it may run.
    #[cold]
    #[inline(never)]
    fn said(&self, graph: u32, place: usize) -> (Option<Description>, Vec<Description>) {
        let Action::Work(work) = &self.action else {
            return (None, Vec::new());
        };
        let watched = &self.watched;
        let (mut own, made) = match &watched.said {
            Some((description, made)) => (Description::clone(description), *made),
            None => <_>::default(),
        };
        let mut within = Vec::new();
        if own.operands.is_empty() {
            work.describe(&mut |description| match description.replayed {
                Some(_) => within.push(description),
                None => {
                    (own.operands, own.workspace) = (description.operands, description.workspace)
                }
            });
        }
        if own.name.is_empty() {
            own.name = self.name;
        }
        own.replayed = Some(Replayed {
            graph,
            replay: 0,
            place,
            lane: watched.lane,
            known: match watched.may_change {
                true => Known::Runs,
                false => Known::All,
            },
            made,
        });
        // A program's work has no name: its tasks are told of alone.
        ((!self.name.is_empty()).then_some(own), within)
    }
}

impl Graph {
    /// Says what its tasks may work on, which others run.
    pub(super) fn describe(&self, to: &mut dyn FnMut(Description)) {
        let nodes = self.nodes();
        nodes.iter().for_each(|node| node.describe(self.id, to));
    }
}

/// Tells that a stream is to put other work in the place of tasks of a graph: what it writes counts as written from there on.
pub(super) fn replaced(stream: &Stream, new: &[Node], graph: u32) {
    if hooks::on() {
        for node in new {
            node.describe(graph, &mut |description| {
                check::may_run(stream.number(), &description);
            });
        }
    }
}

/// A report on a part of a replay.
enum ReplayReport {
    Task(Description),
    /// An order of a stream of the capture and others.
    Order(u32, Edge),
    /// The operands of a task that device memory may let run.
    May(u32, Description),
}

/// A replay that is told of.
pub(super) struct Replay {
    device: i32,
    stream: u64,
    graph: u32,
    number: u64,
}

impl Replay {
    /// Begins to tell of a replay, if something watches and its tasks go to the stream.
    #[inline]
    pub fn begin(graph: &Graph, stream: &Stream, number: u64) -> Option<Self> {
        match hooks::on() {
            true => Self::begin_watched(graph, stream, number),
            false => None,
        }
    }

    #[cold]
    #[inline(never)]
    fn begin_watched(graph: &Graph, stream: &Stream, number: u64) -> Option<Self> {
        if stream.capture().is_some() {
            return None;
        }
        let replay = Self {
            device: stream.device().id(),
            stream: stream.number(),
            graph: graph.id,
            number,
        };
        let before = graph.told.swap(number, Ordering::AcqRel);
        if before > 0 {
            // A model instance has one set of streams, which run one replay after the other.
            let end = check::event_key(graph.id, None);
            check::ordered(replay.stream, Edge::Wait(end, before));
        }
        Some(replay)
    }

    /// Tells that all of it was submitted.
    pub fn end(&self) {
        let end = check::event_key(self.graph, None);
        check::ordered(self.stream, Edge::Record(end, self.number));
    }

    /// Submits what a task submits, which counts for its stream of the capture.
    pub fn step(&self, node: &Node, step: impl FnOnce() -> Result<()>) -> Result<()> {
        check::within(self.stream, node.watched.lane, step)
    }

    /// Submits a part of the replay.
    #[cold]
    #[inline(never)]
    pub fn submit(
        &self,
        stream: &Arc<Stream>,
        mut work: Part,
        small: bool,
        is_endless: bool,
    ) -> Result<()> {
        // Not under the stream's lock: it looks for memory.
        let tasks = self.tasks(&work.graph.nodes(), &work.range);
        stream.submit_with(small && !is_endless, |number| {
            work.running = Some(self.submitted(tasks, number));
            match is_endless {
                true => Task::Endless(Arc::new(work)),
                false => Task::work(work),
            }
        })
    }

    /// Returns the reports on some tasks.
    #[cold]
    #[inline(never)]
    fn tasks(&self, nodes: &[Node], range: &Range<usize>) -> Vec<ReplayReport> {
        let mut told = Vec::new();
        for place in range.clone() {
            let node = &nodes[place];
            let lane = node.watched.lane;
            match &node.action {
                Action::Work(_) => {
                    let (own, within) = node.said(self.graph, place);
                    told.extend(own.map(|own| ReplayReport::Task(self.in_this(own))));
                    told.extend(within.into_iter().map(|may| ReplayReport::May(lane, may)));
                }
                Action::Order => {
                    let key = |place| check::event_key(self.graph, Some(place));
                    let edge = match node.watched.after {
                        Some(record) => Edge::Wait(key(record), self.number),
                        None => Edge::Record(key(place), self.number),
                    };
                    told.push(ReplayReport::Order(lane, edge));
                }
                Action::Jump(_) | Action::Step(_) => {}
            }
        }
        told
    }

    fn in_this(&self, mut description: Description) -> Description {
        if let Some(of) = &mut description.replayed {
            of.replay = self.number;
        }
        description
    }

    /// Tells that a task of the stream has these. Returns what tells that they run.
    #[cold]
    #[inline(never)]
    fn submitted(&self, told: Vec<ReplayReport>, number: u64) -> ReplayReporter {
        let running = ReplayReporter {
            device: self.device,
            stream: self.stream,
            number,
            graph: Some(self.graph),
            replay: self.number,
            inner: Arc::new(AtomicU32::new(INNER)),
        };
        for told in told {
            match told {
                ReplayReport::Task(description) => {
                    let place = description.replayed.map_or(0, |of| of.place);
                    hooks::submitted_as(running.task(place as u32 + 1), description);
                }
                ReplayReport::Order(lane, edge) => {
                    check::ordered(check::lane(self.stream, lane), edge)
                }
                ReplayReport::May(lane, may) => {
                    check::may_run(check::lane(self.stream, lane), &may)
                }
            }
        }
        running
    }
}

/// The first number of tasks that are told of when they run.
const INNER: u32 = 1 << 24;

/// The reporter of the tasks of a replay that run.
#[derive(Clone)]
pub(super) struct ReplayReporter {
    device: i32,
    stream: u64,
    /// The stream's task that runs them.
    number: u64,
    /// The graph whose tasks were told of when the replay was submitted.
    graph: Option<u32>,
    replay: u64,
    /// The number of the next task that is told of when it runs.
    inner: Arc<AtomicU32>,
}

thread_local! {
    /// The replay that runs on this thread.
    static RUNNING: RefCell<Option<ReplayReporter>> = const { RefCell::new(None) };
}

impl ReplayReporter {
    /// Shows what runs on this thread, for tasks of another graph that it runs, or of a program.
    pub fn of_this_thread<R>(run: impl FnOnce(Option<&Self>) -> R) -> R {
        let running = match hooks::on() {
            true => RUNNING.with_borrow(Clone::clone),
            false => None,
        };
        let inner = running.map(|running| Self {
            graph: None,
            ..running
        });
        run(inner.as_ref())
    }

    /// Runs tasks, so that others that they run are told of as parts of the same replay.
    pub fn within<R>(&self, run: impl FnOnce() -> R) -> R {
        /// Puts back what was before, however the work ends.
        struct Before(Option<ReplayReporter>);
        impl Drop for Before {
            fn drop(&mut self) {
                let before = self.0.take();
                // At the end of a thread there is nothing to put back.
                let _ = RUNNING.try_with(|running| running.replace(before));
            }
        }
        let _before = Before(RUNNING.replace(Some(self.clone())));
        run()
    }

    fn task(&self, part: u32) -> hooks::Task {
        hooks::Task {
            device: self.device,
            stream: self.stream,
            number: self.number,
            kind: Kind::Compute,
            part,
        }
    }

    /// Runs a task of a graph, and tells of it.
    #[cold]
    #[inline(never)]
    pub fn run(
        &self,
        (graph, place): (u32, usize),
        node: &Node,
        run: &dyn Fn() -> Result<()>,
    ) -> Result<()> {
        /// Tells of the end, however the work ends: what computes is stopped by a panic.
        struct End(hooks::Task, Option<Result<()>>);
        impl Drop for End {
            fn drop(&mut self) {
                let stopped = || Err(Reason::Aborted.into());
                hooks::ends(self.0, &self.1.take().unwrap_or_else(stopped));
            }
        }
        let is_own = self.graph == Some(graph);
        let part = match is_own {
            true => place as u32 + 1,
            false => self.inner.fetch_add(1, Ordering::Relaxed),
        };
        let task = self.task(part);
        if !is_own || node.watched.may_change {
            let (Some(mut own), _) = node.said(graph, place) else {
                return run();
            };
            if let Some(of) = &mut own.replayed {
                of.replay = self.replay;
                if !is_own {
                    of.known = Known::Nothing;
                }
            }
            match is_own {
                true => hooks::changed(task, &own),
                false => hooks::submitted_as(task, own),
            }
        } else if node.name.is_empty() {
            return run();
        }
        let mut end = End(task, None);
        let result = hooks::begins(task).and_then(|()| run());
        end.1 = Some(result.clone());
        result
    }
}
