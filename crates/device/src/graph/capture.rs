//! Captures: streams whose tasks go into a graph.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};

use super::mode::{self, Mode};
use super::watched::{self, CapturedTask};
use super::{Action, Graph, Jump, Node};
use crate::{Stream, Task};
use hostnpu_base::error::{Capturing, Error, Reason, Result};
use hostnpu_base::sync::lock;

/// A point of a capture.
#[derive(Clone, Default)]
pub(crate) struct Clock {
    /// The position that each stream of the capture had reached, by its place among them.
    reached: Vec<usize>,
    /// The task that it is behind.
    place: usize,
}

/// Tasks of a graph that can be replaced together.
pub struct TaskGroup {
    graph: Weak<Graph>,
    places: Vec<usize>,
}

/// A capture of one stream, and of those that join it.
pub struct Capture {
    graph: Arc<Graph>,
    mode: Mode,
    thread: std::thread::ThreadId,
    /// The number of the stream that began it.
    origin: u64,
    is_active: AtomicBool,
    purpose: Purpose,
    state: Mutex<State>,
}

/// Purpose of a capture.
enum Purpose {
    /// A graph.
    Capture,
    /// The new tasks of a group.
    Update(Arc<TaskGroup>),
    /// A graph that a condition of another one runs.
    Body,
    /// A graph that is built by hand.
    Build,
}

#[derive(Default)]
struct State {
    /// The streams that begin, of a graph that is built by hand; and whether its end was given.
    heads: Vec<i32>,
    has_end: bool,
    /// The operation that it could not take.
    invalid: Option<&'static str>,
    lanes: Vec<Lane>,
    /// The stream in which a group of tasks is open, and the places of its tasks.
    group: Option<(u64, Vec<usize>)>,
}

/// A stream of a capture.
struct Lane {
    stream: Arc<Stream>,
    clock: Vec<usize>,
    /// The place of its last task in the graph.
    last: usize,
}

impl Lane {
    fn merge(&mut self, other: &[usize]) {
        if self.clock.len() < other.len() {
            self.clock.resize(other.len(), 0);
        }
        for (own, &other) in self.clock.iter_mut().zip(other) {
            *own = (*own).max(other);
        }
    }
}

fn refused(why: Capturing) -> Error {
    Error::from(Reason::Capture(why))
}

impl Capture {
    /// Begins a capture of a stream, on the calling thread.
    pub fn begin(stream: &Arc<Stream>, mode: Mode) -> Result<Arc<Self>> {
        Self::start(stream, mode, Purpose::Capture)
    }

    /// Begins to take what replaces the tasks of a group from a stream.
    pub fn begin_update(stream: &Arc<Stream>, group: Arc<TaskGroup>) -> Result<Arc<Self>> {
        Self::start(stream, Mode::Relaxed, Purpose::Update(group))
    }

    /// Begins to capture what a condition of another graph runs.
    pub fn begin_body(stream: &Arc<Stream>, graph: &Arc<Graph>, mode: Mode) -> Result<Arc<Self>> {
        graph.begin_body()?;
        let capture = Self::of(graph.clone(), mode, stream.number(), Purpose::Body);
        Self::enter(stream, &capture).inspect_err(|_| graph.give_up_body())?;
        Ok(capture)
    }

    fn start(stream: &Arc<Stream>, mode: Mode, purpose: Purpose) -> Result<Arc<Self>> {
        let capture = Self::new(stream.device().id(), mode, stream.number(), purpose);
        Self::enter(stream, &capture)?;
        Ok(capture)
    }

    fn enter(stream: &Arc<Stream>, capture: &Arc<Self>) -> Result<()> {
        stream.set_recorder(capture.clone())?;
        lock(&capture.state).lanes.push(Lane {
            stream: stream.clone(),
            clock: vec![0],
            last: 0,
        });
        mode::begin(capture);
        Ok(())
    }

    fn new(device: i32, mode: Mode, origin: u64, purpose: Purpose) -> Arc<Self> {
        Self::of(Graph::new(device), mode, origin, purpose)
    }

    fn of(graph: Arc<Graph>, mode: Mode, origin: u64, purpose: Purpose) -> Arc<Self> {
        Arc::new(Self {
            graph,
            mode,
            thread: std::thread::current().id(),
            origin,
            is_active: AtomicBool::new(true),
            purpose,
            state: Mutex::default(),
        })
    }

    /// Begins to build a graph by hand, of streams that [`Capture::bind`] names.
    pub fn build(device: i32) -> Arc<Self> {
        Self::new(device, Mode::Relaxed, 0, Purpose::Build)
    }

    /// Has a stream's tasks go into a graph that is built; it begins with the graph, or when another stream activates it.
    pub fn bind(self: &Arc<Self>, stream: &Arc<Stream>, is_head: bool) -> Result<()> {
        if !self.is_active() {
            return Err(refused(Capturing::Built));
        }
        stream.set_recorder(self.clone())?;
        let mut state = lock(&self.state);
        state.lanes.push(Lane {
            stream: stream.clone(),
            clock: Vec::new(),
            last: 0,
        });
        if is_head {
            state.heads.push(stream.id());
        }
        Ok(())
    }

    /// Returns true if a stream is bound to the graph that is built.
    pub fn is_bound(&self, stream: &Stream) -> bool {
        lock(&self.state).lane_of(stream.number()).is_some()
    }

    /// Lets a stream of a built graph go. Says whether it was bound.
    pub fn unbind(&self, stream: &Stream) -> bool {
        let mut state = lock(&self.state);
        let Some(at) = state.lane_of(stream.number()) else {
            return false;
        };
        let lane = state.lanes.remove(at);
        drop(state);
        lane.stream.leave_recorder(self);
        true
    }

    /// Appends to a stream of a graph that is built what it goes on with.
    pub fn jump(&self, stream: &Stream, name: &'static str, jump: Jump) -> Result<()> {
        let is_end = matches!(jump, Jump::End);
        if is_end && std::mem::replace(&mut lock(&self.state).has_end, true) {
            return Err(
                Reason::State("the end of the model instance was given already".into()).into(),
            );
        }
        self.push(stream, name, Action::Jump(jump), true)
    }

    /// Completes a graph that is built. Its streams take no more tasks.
    pub fn end_build(&self) -> Result<()> {
        let state = lock(&self.state);
        if !self.is_active() {
            return Err(refused(Capturing::Built));
        }
        state.check_valid()?;
        if !state.has_end || state.heads.is_empty() {
            return Err(Reason::State(
                "a model instance needs a stream that begins, and the end of its tasks in one of its streams".into(),
            ).into());
        }
        let streams: Vec<i32> = state.lanes.iter().map(|lane| lane.stream.id()).collect();
        self.graph.complete_program(&streams, &state.heads)?;
        self.is_active.store(false, Ordering::Release);
        Ok(())
    }

    /// Lets all streams of a graph that was built go.
    pub fn unbind_all(&self) {
        self.leave();
    }

    /// Returns the graph that it fills.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    pub(super) fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns true if it has begun and not ended.
    pub fn is_active(&self) -> bool {
        self.is_active.load(Ordering::Acquire)
    }

    /// Returns true if it takes what replaces the tasks of a group.
    pub fn is_update(&self) -> bool {
        matches!(self.purpose, Purpose::Update(_))
    }

    /// Returns true if a graph is built by hand.
    pub fn is_build(&self) -> bool {
        matches!(self.purpose, Purpose::Build)
    }

    /// Returns true if something happened that it could not take: it must be ended, and gives nothing.
    pub fn is_invalid(&self) -> bool {
        lock(&self.state).invalid.is_some()
    }

    /// Says that something happened that it cannot take; the first of these is told.
    pub fn invalidate(&self, why: &'static str) {
        lock(&self.state).invalid.get_or_insert(why);
    }

    /// Takes a task of a stream.
    pub(crate) fn push(
        &self,
        stream: &Stream,
        name: &'static str,
        action: Action,
        small: bool,
    ) -> Result<()> {
        let watched = CapturedTask::captured();
        self.push_watched(stream, name, (action, small), watched)
    }

    fn push_watched(
        &self,
        stream: &Stream,
        name: &'static str,
        (action, small): (Action, bool),
        watched: CapturedTask,
    ) -> Result<()> {
        let mut state = lock(&self.state);
        if self.is_build() && !self.is_active() {
            return Err(refused(Capturing::Built));
        }
        if self.is_build() && matches!(action, Action::Step(_) | Action::Order) {
            return Err(refused(Capturing::Task));
        }
        state.check_valid()?;
        if !self.is_active() {
            return Err(refused(Capturing::Invalidated(ENDED)));
        }
        if matches!(self.purpose, Purpose::Body) && matches!(action, Action::Step(_)) {
            state
                .invalid
                .get_or_insert("a condition was given a task that it cannot run");
            return Err(refused(Capturing::Body));
        }
        let number = stream.number();
        let is_work = matches!(action, Action::Work(_));
        let group = state.group.as_ref();
        let is_grouped = group.is_some_and(|(grouped, _)| *grouped == number);
        if (self.is_update() || is_grouped) && !is_work {
            return Err(refused(Capturing::GroupTask));
        }
        let lane = state.lane_of(number);
        let place = self.graph.push(Node {
            stream: stream.id(),
            name,
            action,
            small,
            watched: watched.placed(lane.unwrap_or(0), is_grouped),
        });
        if let Some((grouped, places)) = &mut state.group
            && *grouped == number
        {
            places.push(place);
        }
        if let Some(at) = lane {
            let lane = &mut state.lanes[at];
            lane.last = place;
            if let Some(count) = lane.clock.get_mut(at) {
                *count += 1;
            }
        }
        Ok(())
    }

    /// The position that a stream of it has reached.
    pub(crate) fn clock(&self, stream: &Stream) -> Clock {
        let state = lock(&self.state);
        let lane = state.lane_of(stream.number());
        lane.map_or_else(Clock::default, |at| Clock {
            reached: state.lanes[at].clock.clone(),
            place: state.lanes[at].last,
        })
    }

    /// Lets a stream wait for a point of the capture: it joins if it is no part of it.
    pub(crate) fn wait(self: &Arc<Self>, stream: &Arc<Stream>, clock: &Clock) -> Result<()> {
        if !self.is_active() {
            return Err(refused(Capturing::Invalidated(ENDED)));
        }
        let is_part = lock(&self.state).lane_of(stream.number()).is_some();
        if !is_part {
            stream.set_recorder(self.clone())?;
            let mut state = lock(&self.state);
            let lanes = state.lanes.len() + 1;
            state.lanes.push(Lane {
                stream: stream.clone(),
                clock: vec![0; lanes],
                last: 0,
            });
        }
        let watched = CapturedTask::captured().after(clock.place);
        self.push_watched(stream, "event wait", (Action::Order, true), watched)?;
        let mut state = lock(&self.state);
        if let Some(at) = state.lane_of(stream.number()) {
            state.lanes[at].merge(&clock.reached);
        }
        Ok(())
    }

    /// Opens a group of tasks in a stream.
    pub fn begin_group(&self, stream: &Stream) -> Result<()> {
        let mut state = lock(&self.state);
        state.check_valid()?;
        if state.group.is_some() {
            return Err(refused(Capturing::Group));
        }
        state.group = Some((stream.number(), Vec::new()));
        Ok(())
    }

    /// Closes the group that is open in a stream.
    pub fn end_group(&self, stream: &Stream) -> Result<Arc<TaskGroup>> {
        let mut state = lock(&self.state);
        state.check_valid()?;
        let open = state
            .group
            .take_if(|(number, _)| *number == stream.number());
        let (_, places) = open.ok_or_else(|| refused(Capturing::Group))?;
        Ok(Arc::new(TaskGroup {
            graph: Arc::downgrade(&self.graph),
            places,
        }))
    }

    /// Ends the capture; returns its graph. A capture that is refused with "wrong stream" or "wrong thread" goes on.
    pub fn end(&self, stream: &Stream) -> Result<Arc<Graph>> {
        if stream.number() != self.origin {
            return Err(refused(Capturing::Unmatched));
        }
        if self.mode != Mode::Relaxed && self.thread != std::thread::current().id() {
            return Err(refused(Capturing::WrongThread));
        }
        let state = self.leave();
        self.check_end(&state)
            .inspect_err(|_| self.graph.give_up_body())?;
        self.graph.complete();
        Ok(self.graph.clone())
    }

    /// Refuses to end what is not whole.
    fn check_end(&self, state: &State) -> Result<()> {
        state.check_valid()?;
        if state.group.is_some() {
            return Err(refused(Capturing::Group));
        }
        let joined = state.lanes.first().map(|lane| lane.clock.as_slice());
        let joined = joined.unwrap_or_default();
        for (at, lane) in state.lanes.iter().enumerate() {
            if joined.get(at).copied().unwrap_or(0) < lane.clock[at] {
                return Err(refused(Capturing::Unjoined));
            }
        }
        if !self.graph.has_all_bodies() {
            return Err(refused(Capturing::MissingBody));
        }
        Ok(())
    }

    /// Ends the taking of what replaces the tasks of a group: the stream replaces them when it gets there.
    pub fn end_update(&self, stream: &Arc<Stream>) -> Result<()> {
        let state = self.leave();
        let Purpose::Update(group) = &self.purpose else {
            return Err(refused(Capturing::Group));
        };
        state.check_valid()?;
        let new = self.graph.nodes();
        if new.len() != group.places.len() {
            return Err(Reason::State(format!(
                "{} tasks were given to replace the {} of the group",
                new.len(),
                group.places.len()
            ))
            .into());
        }
        watched::replaced(stream, &new, self.graph.id());
        let group = group.clone();
        let replace = move || {
            if let Some(graph) = group.graph.upgrade() {
                graph.replace(&group.places, &new);
            }
            Ok(())
        };
        stream.submit(Task::compute(replace), true)
    }

    /// Lets all streams go, which take tasks to run again.
    fn leave(&self) -> State {
        if self.is_active.swap(false, Ordering::AcqRel) {
            mode::end(self);
        }
        let state = std::mem::take(&mut *lock(&self.state));
        for lane in &state.lanes {
            lane.stream.leave_recorder(self);
        }
        state
    }

    /// Ends it without a graph: one of its streams ends.
    pub(crate) fn abandon(&self) {
        self.leave();
        self.graph.give_up_body();
        self.invalidate(ENDED);
    }
}

/// Reason why a capture of which a stream was destroyed, or that was ended, takes nothing any more.
const ENDED: &str = "it has ended, or one of its streams was destroyed";

impl State {
    fn check_valid(&self) -> Result<()> {
        match self.invalid {
            Some(why) => Err(refused(Capturing::Invalidated(why))),
            None => Ok(()),
        }
    }

    fn lane_of(&self, number: u64) -> Option<usize> {
        let mut lanes = self.lanes.iter();
        lanes.position(|lane| lane.stream.number() == number)
    }
}

impl std::fmt::Debug for Capture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Capture")
            .field("graph", &self.graph)
            .field("mode", &self.mode)
            .finish_non_exhaustive()
    }
}
