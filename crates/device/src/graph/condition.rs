//! Conditions: words of device memory by which a task of a graph runs other graphs.

use std::ops::Range;
use std::ptr::with_exposed_provenance;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

use super::watched::{CapturedTask, ReplayReporter};
use super::{Action, Capture, Graph, Node, abort};
use crate::allocations::Kind;
use crate::memory::{self, NO_CONTEXT, Policy};
use crate::{Stream, Work};
use hostnpu_base::error::{Capturing, Reason, Result};
use hostnpu_base::sync::lock;
use hostnpu_diagnostics::hooks;

/// Decision of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The first body runs if the word is not 0, otherwise the second one, if there is one.
    If,
    /// The body runs as long as the word is not 0.
    While,
    /// The body runs whose number the word is, if there is one.
    Switch,
}

/// A word of device memory, which belongs to a graph that is captured.
#[derive(Debug)]
pub struct Condition {
    graph: Weak<Graph>,
    word: usize,
    is_used: AtomicBool,
}

impl Condition {
    /// Creates a condition of a graph that is being captured. With a default, each run of the graph begins with that value.
    pub fn new(graph: &Arc<Graph>, default: u32, begins_with_default: bool) -> Result<Arc<Self>> {
        if graph.is_complete() {
            return Err(Reason::State("the model instance is not being captured".into()).into());
        }
        let kind = Kind::Device(graph.device());
        let word = memory::allocate_for(kind, NO_CONTEXT, size_of::<u64>(), Policy::Normal)?;
        let condition = Arc::new(Self {
            graph: Arc::downgrade(graph),
            word,
            is_used: AtomicBool::new(false),
        });
        condition.cell().store(default.into(), Ordering::Release);
        if begins_with_default {
            // What is captured before does not know the word yet.
            let begin = condition.clone();
            graph.push(Node {
                stream: 0,
                name: "condition default",
                action: Action::Work(Arc::new(move || {
                    begin.cell().store(default.into(), Ordering::Release);
                    Ok(())
                })),
                small: true,
                watched: CapturedTask::default(),
            });
        }
        Ok(condition)
    }

    /// Returns the address of its word.
    pub fn word(&self) -> usize {
        self.word
    }

    fn cell(&self) -> &AtomicU64 {
        // SAFETY: the word is this condition's, aligned, and is freed when it is dropped.
        unsafe { &*with_exposed_provenance(self.word) }
    }

    /// Appends to a captured stream of its graph the task that decides by it. Returns the graphs that it runs, which are to be captured.
    pub fn decide(
        self: &Arc<Self>,
        capture: &Capture,
        stream: &Stream,
        decision: Decision,
        bodies: usize,
    ) -> Result<Vec<Arc<Graph>>> {
        let graph = capture.graph();
        if !std::ptr::eq(self.graph.as_ptr(), Arc::as_ptr(graph)) {
            return Err(Reason::State(
                "the condition belongs to another model instance than the stream's".into(),
            )
            .into());
        }
        if self.is_used.swap(true, Ordering::AcqRel) {
            return Err(Reason::State("the condition has a task already".into()).into());
        }
        let made: Vec<_> = (0..bodies).map(|_| Graph::new_body(graph)).collect();
        let (condition, run) = (self.clone(), made.clone());
        let work = Decide {
            condition,
            decision,
            bodies: run,
        };
        capture.push(stream, "condition", Action::Work(Arc::new(work)), false)?;
        lock(&graph.bodies).extend(made.iter().cloned());
        if decision == Decision::While {
            graph.set_loop();
        }
        Ok(made)
    }

    fn run(&self, decision: Decision, bodies: &[Arc<Graph>]) -> Result<()> {
        let value = || self.cell().load(Ordering::Acquire);
        match decision {
            Decision::If => bodies
                .get(usize::from(value() == 0))
                .map_or(Ok(()), |body| body.run_all()),
            Decision::While => {
                while value() != 0 {
                    abort::check()?;
                    bodies.iter().try_for_each(|body| body.run_all())?;
                }
                Ok(())
            }
            Decision::Switch => {
                let chosen = usize::try_from(value()).ok().and_then(|at| bodies.get(at));
                chosen.map_or(Ok(()), |body| body.run_all())
            }
        }
    }
}

/// The work of a condition's task.
struct Decide {
    condition: Arc<Condition>,
    decision: Decision,
    bodies: Vec<Arc<Graph>>,
}

impl Work for Decide {
    fn run(&self) -> Result<()> {
        self.condition.run(self.decision, &self.bodies)
    }

    fn uses(&self, memory: &Range<usize>) -> bool {
        self.bodies.iter().any(|body| body.uses(memory))
    }

    fn describe(&self, to: &mut dyn FnMut(hooks::Description)) {
        self.bodies.iter().for_each(|body| body.describe(to));
    }
}

impl Drop for Condition {
    fn drop(&mut self) {
        // It was allocated for this condition alone.
        let _ = memory::free("condition", self.word, |kind| {
            matches!(kind, Kind::Device(_))
        });
    }
}

/// Starter of a graph: the program, or a condition of another graph.
#[derive(Debug, Default)]
pub(super) enum Place {
    #[default]
    Root,
    /// The graph whose condition runs it, and whether its capture has begun.
    Body(Weak<Graph>, Mutex<bool>),
}

impl Graph {
    fn new_body(parent: &Arc<Self>) -> Arc<Self> {
        let place = Place::Body(Arc::downgrade(parent), Mutex::default());
        Self::at(parent.device(), place)
    }

    /// Returns the graph whose condition runs it.
    pub(super) fn parent(&self) -> Option<Arc<Self>> {
        match &self.place {
            Place::Root => None,
            Place::Body(parent, _) => parent.upgrade(),
        }
    }

    /// Returns true if a condition of another graph runs it.
    pub fn is_body(&self) -> bool {
        matches!(self.place, Place::Body(..))
    }

    /// Returns the graphs that its conditions run, and theirs.
    pub fn all_bodies(&self) -> Vec<Arc<Self>> {
        let mut all = lock(&self.bodies).clone();
        let deeper: Vec<_> = all.iter().flat_map(|body| body.all_bodies()).collect();
        all.extend(deeper);
        all
    }

    /// Claims a body for the capture that begins.
    pub(super) fn begin_body(&self) -> Result<()> {
        let Place::Body(parent, is_begun) = &self.place else {
            return Err(
                Reason::State("the model instance was not made for a condition".into()).into(),
            );
        };
        if parent.upgrade().is_none_or(|parent| parent.is_complete()) {
            return Err(Reason::State(
                "the capture of the model instance whose condition runs it has ended".into(),
            )
            .into());
        }
        if std::mem::replace(&mut *lock(is_begun), true) {
            return Err(Reason::Capture(Capturing::Conflict).into());
        }
        Ok(())
    }

    /// Lets a body be captured again, whose capture came to nothing.
    pub(super) fn give_up_body(&self) {
        if let Place::Body(_, is_begun) = &self.place {
            *lock(&self.nodes) = Arc::default();
            *lock(is_begun) = false;
        }
    }

    /// Returns true if all that its conditions run has been captured.
    pub(super) fn has_all_bodies(&self) -> bool {
        lock(&self.bodies).iter().all(|body| body.is_complete())
    }

    /// Returns true if its tasks use some of this memory.
    fn uses(&self, memory: &Range<usize>) -> bool {
        let all = 0..lock(&self.nodes).len();
        self.part_uses(all, memory)
    }

    /// Runs all its tasks, which are work.
    fn run_all(&self) -> Result<()> {
        ReplayReporter::of_this_thread(|within| self.run(0..self.nodes().len(), within))
    }
}
