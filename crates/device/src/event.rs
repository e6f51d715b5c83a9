//! Events: marks in streams that other streams and the host wait for.

mod marks;

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use smallvec::SmallVec;

use self::marks::{EventWait, GraphEventWait, Mark};
use super::graph::{Capture, Clock};
use super::shared_counts::SharedCounts;
use super::{Stream, Task, epoch};
use hostnpu_base::error::{Awaited, Capturing, Error, Reason, Result};
use hostnpu_base::sync::lock;
use hostnpu_diagnostics::check::{self, Edge};
use hostnpu_diagnostics::{fault, hooks};

/// Flag of events that graphs record and wait for when they run.
const EXTERNAL: u32 = 0x20;

/// Flag of events that keep the time at which they were reached.
pub const TIME_LINE: u32 = 8;

/// Time between two looks at an event that another process may record.
const POLL: Duration = Duration::from_micros(200);

/// Behaviour of an event that was never recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Waits stand still until the first record; the event can be reset.
    Plain,
    /// Waits go on at once; each wait is for the record before it.
    Repeatable,
}

/// A mark that is recorded in a stream and reached when the stream gets there.
pub struct Event {
    id: u32,
    kind: EventKind,
    flags: u32,
    context: u64,
    /// Number by which checks know it.
    key: usize,
    /// The counts of an event that processes share, which stand for those of the state.
    shared: Option<SharedCounts>,
    state: Mutex<State>,
    reached: Condvar,
}

#[derive(Default)]
struct State {
    /// Records issued, and the last one of those that were reached.
    issued: u64,
    completed: u64,
    /// Records that were not reached yet, and the numbers of their streams: those of different streams are reached in any order.
    pending: SmallVec<[(u64, u64); 4]>,
    /// True if the last call was a reset: a wait issued now is for the next record.
    reset: bool,
    /// Time at which the last record was reached.
    stamp: Option<Instant>,
    /// Stream of the last record, and its task number.
    origin: Option<(Weak<Stream>, u64)>,
    /// Streams that asked to be told.
    subscribers: Vec<Weak<Stream>>,
    /// Waits issued that are not over.
    waits: u64,
    /// Up to which record graphs have taken it back.
    consumed: u64,
    /// The capture in which it was recorded last, and how far its stream had come.
    captured: Option<(Weak<Capture>, Clock)>,
}

impl Event {
    /// A new event of the context numbered `context`.
    pub fn new(id: u32, kind: EventKind, flags: u32, context: u64) -> Arc<Self> {
        Self::with_counts(id, kind, flags, context, None)
    }

    /// A new event that processes share.
    pub fn new_shared(id: u32, flags: u32, context: u64) -> Result<Arc<Self>> {
        let counts = SharedCounts::create()?;
        let kind = EventKind::Repeatable;
        Ok(Self::with_counts(id, kind, flags, context, Some(counts)))
    }

    /// The event that another process shares under a key.
    pub fn open_shared(id: u32, flags: u32, context: u64, key: u64) -> Result<Arc<Self>> {
        let counts = SharedCounts::open(key)?;
        let kind = EventKind::Repeatable;
        Ok(Self::with_counts(id, kind, flags, context, Some(counts)))
    }

    fn with_counts(
        id: u32,
        kind: EventKind,
        flags: u32,
        context: u64,
        shared: Option<SharedCounts>,
    ) -> Arc<Self> {
        Arc::new(Self {
            id,
            kind,
            flags,
            context,
            key: check::new_key(),
            shared,
            state: Mutex::default(),
            reached: Condvar::new(),
        })
    }

    /// Returns the key under which other processes open it, if it can be shared.
    pub fn share(&self) -> Option<Result<u64>> {
        self.shared.as_ref().map(SharedCounts::share)
    }

    /// Records issued so far.
    fn issued(&self, state: &State) -> u64 {
        self.shared
            .as_ref()
            .map_or(state.issued, SharedCounts::issued)
    }

    /// Returns true if a record was issued and reached.
    fn is_reached(&self, state: &State, ticket: u64) -> bool {
        match &self.shared {
            Some(shared) => shared.completed() >= ticket,
            None => {
                let is_pending = state.pending.iter().any(|&(pending, _)| pending == ticket);
                ticket <= state.issued && !is_pending
            }
        }
    }

    /// The reason why its last record will never be reached, if that is so.
    fn failure(&self) -> Option<Error> {
        let process = self.shared.as_ref()?.dead_recorder()?;
        Some(Error::from(Reason::State(format!(
            "process {process} ended before it reached the event that it had recorded"
        ))))
    }

    /// Tells checks that the program has seen the last record reached.
    fn was_seen(&self) {
        if hooks::on() {
            check::event_reached(self.key);
        }
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The behaviour before its first record.
    pub fn kind(&self) -> EventKind {
        self.kind
    }

    /// The flags that it was created with.
    pub fn flags(&self) -> u32 {
        self.flags
    }

    /// The number of its context.
    pub fn context(&self) -> u64 {
        self.context
    }

    /// Returns true if graphs record it and wait for it when they run.
    fn is_external(&self) -> bool {
        self.flags & EXTERNAL != 0
    }

    /// The active capture in which it was recorded last, and how far its stream had come.
    fn captured(&self) -> Option<(Arc<Capture>, Clock)> {
        let state = lock(&self.state);
        let (capture, clock) = state.captured.as_ref()?;
        let capture = capture.upgrade().filter(|capture| capture.is_active())?;
        Some((capture, clock.clone()))
    }

    /// Refuses a call that captured events do not allow.
    pub fn check_not_captured(&self) -> Result<()> {
        match self.captured() {
            Some(_) => Err(Reason::Capture(Capturing::Event).into()),
            None => Ok(()),
        }
    }

    /// Appends a record to a captured stream that each replay makes.
    pub fn record_in_graphs(self: &Arc<Self>, stream: &Arc<Stream>) -> Result<()> {
        let event = self.clone();
        stream.submit_step("event record", move |stream| event.record(stream))
    }

    /// Appends a wait to a captured stream that each replay makes, for the last record before it.
    pub fn wait_in_graphs(self: &Arc<Self>, stream: &Arc<Stream>) -> Result<()> {
        let event = self.clone();
        stream.submit_step("event wait", move |stream| event.stream_wait(stream, None))
    }

    /// Appends a record to `stream`: the event then stands for all tasks issued there so far.
    pub fn record(self: &Arc<Self>, stream: &Arc<Stream>) -> Result<()> {
        if let Some(capture) = stream.capture() {
            if self.is_external() {
                return self.record_in_graphs(stream);
            }
            stream.record_order("event record")?;
            let clock = capture.clock(stream);
            lock(&self.state).captured = Some((Arc::downgrade(&capture), clock));
            return Ok(());
        }
        lock(&self.state).captured = None;
        stream.submit_with(true, |task| {
            let ticket = {
                let mut state = lock(&self.state);
                state.issued = match &self.shared {
                    Some(shared) => shared.issue(),
                    None => state.issued + 1,
                };
                let ticket = state.issued;
                state.pending.push((ticket, stream.number()));
                state.reset = false;
                state.origin = Some((Arc::downgrade(stream), task));
                state.issued
            };
            if hooks::on() {
                check::ordered(stream.number(), Edge::Record(self.key, ticket));
                if self.is_external() {
                    // Graphs wait for any record, and take it back.
                    check::ordered(stream.number(), Edge::Notify(self.key));
                }
            }
            // Reached when it is dropped: by running, or with the stream.
            let mark = Mark {
                event: self.clone(),
                ticket,
            };
            if hooks::on() && fault::record_is_lost() {
                std::mem::forget(mark);
                return Task::compute(|| Ok(()));
            }
            Task::compute(move || {
                drop(mark);
                Ok(())
            })
        })
    }

    /// Appends to `stream` the return of the event to "not recorded".
    pub fn reset(self: &Arc<Self>, stream: &Arc<Stream>) -> Result<()> {
        if stream.capture().is_some() {
            if !self.is_external() {
                stream.record_order("event reset")?;
                return Ok(());
            }
            let event = self.clone();
            return stream.submit_named("event reset", true, move || {
                let mut state = lock(&event.state);
                state.consumed = state.completed;
                Ok(())
            });
        }
        stream.submit_with(true, |_| {
            lock(&self.state).reset = true;
            Task::compute(|| Ok(()))
        })
    }

    /// Appends to `stream` a wait for the last record; nothing if there is none to wait for.
    pub fn stream_wait(
        self: &Arc<Self>,
        stream: &Arc<Stream>,
        limit: Option<Duration>,
    ) -> Result<()> {
        if let Some((capture, clock)) = self.captured() {
            return match stream.capture() {
                Some(other) if !Arc::ptr_eq(&capture, &other) => {
                    let why =
                        "a stream of it and one of another capture were to wait for each other";
                    capture.invalidate(why);
                    other.invalidate(why);
                    Err(Reason::Capture(Capturing::Conflict).into())
                }
                _ => capture.wait(stream, &clock),
            };
        }
        if let Some(capture) = stream.capture() {
            if self.is_external() {
                let event = self.clone();
                return stream.submit_step("event wait", move |stream| {
                    if hooks::on() {
                        check::ordered(stream.number(), Edge::Take(event.key));
                    }
                    let wait = GraphEventWait {
                        event: event.clone(),
                    };
                    stream.submit(Task::wait(Arc::new(wait), limit), true)
                });
            }
            capture.invalidate(
                "a stream of it was to wait for an event that was recorded outside the capture",
            );
            return Err(Reason::Capture(Capturing::Dependency).into());
        }
        if self.kind == EventKind::Repeatable && !self.is_recorded() {
            return Ok(());
        }
        stream.submit_with(true, |_| {
            let ticket = {
                let mut state = lock(&self.state);
                state.waits += 1;
                let issued = self.issued(&state);
                if issued == 0 || state.reset {
                    issued + 1
                } else {
                    issued
                }
            };
            if hooks::on() {
                check::ordered(stream.number(), Edge::Wait(self.key, ticket));
            }
            let wait = EventWait {
                event: self.clone(),
                ticket,
            };
            Task::wait(Arc::new(wait), limit)
        })
    }

    /// Waits until the last record is reached, helping the stream that it is in.
    pub fn synchronize(&self, limit: Option<Duration>) -> Result<()> {
        if let Some((capture, _)) = self.captured() {
            capture.invalidate("the host was to wait for an event that was recorded in it");
            return Err(Reason::Capture(Capturing::Event).into());
        }
        let deadline = limit.map(|limit| Instant::now() + limit);
        let (ticket, origin) = {
            let state = lock(&self.state);
            (self.issued(&state), state.origin.clone())
        };
        if let Some((stream, task)) = origin
            && let Some(stream) = stream.upgrade()
        {
            stream.drain(task, limit)?;
        }
        let mut state = lock(&self.state);
        while !self.is_reached(&state, ticket) {
            if let Some(failure) = self.failure() {
                return Err(failure);
            }
            let poll = self.shared.is_some().then(|| Instant::now() + POLL);
            let wake = [deadline, poll].into_iter().flatten().min();
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(Reason::Timeout {
                    what: Awaited::Event,
                    limit: format!("{:?}", limit.unwrap_or_default()),
                }
                .into());
            }
            state = match wake {
                None => self
                    .reached
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(wake) => {
                    let left = wake.saturating_duration_since(Instant::now());
                    self.reached
                        .wait_timeout(state, left)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
            };
        }
        drop(state);
        self.was_seen();
        Ok(())
    }

    /// Returns true if it was recorded (and not reset since).
    pub fn is_recorded(&self) -> bool {
        let state = lock(&self.state);
        self.issued(&state) > 0 && !state.reset
    }

    /// Returns true if the last record was reached. Without a record: whether a wait would go on.
    pub fn is_complete(&self) -> bool {
        let state = lock(&self.state);
        let issued = self.issued(&state);
        if issued == 0 || state.reset {
            self.kind == EventKind::Repeatable
        } else {
            let is_complete = self.is_reached(&state, issued);
            drop(state);
            if is_complete {
                self.was_seen();
            }
            is_complete
        }
    }

    /// Returns true if every wait that was issued for it is over.
    pub fn waits_are_over(&self) -> bool {
        lock(&self.state).waits == 0
    }

    /// Returns the time at which the last record was reached, if it was and the event keeps time.
    pub fn stamp(&self) -> Option<Instant> {
        let state = lock(&self.state);
        let stamp = state
            .stamp
            .filter(|_| self.flags & TIME_LINE != 0 && state.completed >= state.issued);
        drop(state);
        if stamp.is_some() {
            self.was_seen();
        }
        stamp
    }

    /// [`Event::stamp`] since the devices started.
    pub fn timestamp(&self) -> Option<Duration> {
        self.stamp()
            .map(|stamp| stamp.saturating_duration_since(epoch()))
    }

    fn complete(&self, ticket: u64) {
        let subscribers = {
            let mut state = lock(&self.state);
            // A stream reaches its records in their order: one that was lost is behind it, too.
            let own = state.pending.iter().find(|pending| pending.0 == ticket);
            if let Some(&(_, stream)) = own {
                state
                    .pending
                    .retain(|pending| pending.0 > ticket || pending.1 != stream);
            }
            if let Some(shared) = &self.shared {
                shared.complete(ticket);
            }
            if ticket > state.completed {
                (state.completed, state.stamp) = (ticket, Some(Instant::now()));
            }
            std::mem::take(&mut state.subscribers)
        };
        self.reached.notify_all();
        for stream in subscribers.iter().filter_map(Weak::upgrade) {
            stream.notify();
        }
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Event")
            .field("id", &self.id)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
