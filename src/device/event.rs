//! Events: marks in streams that other streams and the host wait for.

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::shared_counts::SharedCounts;
use super::{Condition, Stream, Task, epoch};
use crate::error::{Awaited, Error, Result};
use crate::sync::lock;

/// Flag of events that keep the time at which they were reached.
pub const TIME_LINE: u32 = 8;

/// How often a wait looks at an event that another process may record.
const POLL: Duration = Duration::from_micros(200);

/// How an event that was never recorded behaves.
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
    /// The counts of an event that processes share, which stand for those of the state.
    shared: Option<SharedCounts>,
    state: Mutex<State>,
    reached: Condvar,
}

#[derive(Default)]
struct State {
    /// Records issued, and the last one that was reached.
    issued: u64,
    completed: u64,
    /// Whether the last call was a reset: a wait issued now is for the next record.
    reset: bool,
    /// When the last record was reached.
    stamp: Option<Instant>,
    /// Where the last record was issued, and its task number.
    origin: Option<(Weak<Stream>, u64)>,
    /// Streams that asked to be told.
    subscribers: Vec<Weak<Stream>>,
    /// Waits issued that are not over.
    waits: u64,
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

    /// The last record that was reached.
    fn completed(&self, state: &State) -> u64 {
        self.shared
            .as_ref()
            .map_or(state.completed, SharedCounts::completed)
    }

    /// Why its last record will never be reached, if that is so.
    fn failure(&self) -> Option<Error> {
        let process = self.shared.as_ref()?.dead_recorder()?;
        Some(Error::State(format!(
            "process {process} ended before it reached the event that it had recorded"
        )))
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// How it behaves before its first record.
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

    /// Appends a record to `stream`: the event then stands for all tasks issued there so far.
    pub fn record(self: &Arc<Self>, stream: &Arc<Stream>) -> Result<()> {
        stream.submit_with(true, |task| {
            let ticket = {
                let mut state = lock(&self.state);
                state.issued = match &self.shared {
                    Some(shared) => shared.issue(),
                    None => state.issued + 1,
                };
                state.reset = false;
                state.origin = Some((Arc::downgrade(stream), task));
                state.issued
            };
            // Reached when it is dropped: by running, or with the stream.
            let mark = Mark {
                event: self.clone(),
                ticket,
            };
            Task::compute(move || {
                drop(mark);
                Ok(())
            })
        })
    }

    /// Appends to `stream` the return of the event to "not recorded".
    pub fn reset(self: &Arc<Self>, stream: &Arc<Stream>) -> Result<()> {
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
            let wait = Reached {
                event: self.clone(),
                ticket,
            };
            Task::wait(Arc::new(wait), limit)
        })
    }

    /// Waits until the last record is reached, helping the stream that it is in.
    pub fn synchronize(&self, limit: Option<Duration>) -> Result<()> {
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
        while self.completed(&state) < ticket {
            if let Some(failure) = self.failure() {
                return Err(failure);
            }
            let poll = self.shared.is_some().then(|| Instant::now() + POLL);
            let wake = [deadline, poll].into_iter().flatten().min();
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(Error::Timeout {
                    what: Awaited::Event,
                    limit: format!("{:?}", limit.unwrap_or_default()),
                });
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
        Ok(())
    }

    /// Whether it was recorded (and not reset since).
    pub fn is_recorded(&self) -> bool {
        let state = lock(&self.state);
        self.issued(&state) > 0 && !state.reset
    }

    /// Whether the last record was reached. Without a record: whether a wait would go on.
    pub fn is_complete(&self) -> bool {
        let state = lock(&self.state);
        let issued = self.issued(&state);
        if issued == 0 || state.reset {
            self.kind == EventKind::Repeatable
        } else {
            self.completed(&state) >= issued
        }
    }

    /// Whether every wait that was issued for it is over.
    pub fn waits_are_over(&self) -> bool {
        lock(&self.state).waits == 0
    }

    /// When the last record was reached, if it was and the event keeps time.
    pub fn stamp(&self) -> Option<Instant> {
        let state = lock(&self.state);
        state
            .stamp
            .filter(|_| self.flags & TIME_LINE != 0 && state.completed >= state.issued)
    }

    /// [`Event::stamp`] since the devices started.
    pub fn timestamp(&self) -> Option<Duration> {
        self.stamp()
            .map(|stamp| stamp.saturating_duration_since(epoch()))
    }

    fn complete(&self, ticket: u64) {
        let subscribers = {
            let mut state = lock(&self.state);
            state.completed = state.completed.max(ticket);
            if let Some(shared) = &self.shared {
                shared.complete(ticket);
            }
            state.stamp = Some(Instant::now());
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

/// A record in a queue.
struct Mark {
    event: Arc<Event>,
    ticket: u64,
}

impl Drop for Mark {
    fn drop(&mut self) {
        self.event.complete(self.ticket);
    }
}

/// A wait in a queue.
struct Reached {
    event: Arc<Event>,
    ticket: u64,
}

impl Condition for Reached {
    fn is_ready(&self) -> bool {
        let state = lock(&self.event.state);
        self.event.completed(&state) >= self.ticket
    }

    fn failure(&self) -> Option<Error> {
        self.event.failure()
    }

    fn poll_interval(&self) -> Option<Duration> {
        self.event.shared.is_some().then_some(POLL)
    }

    fn subscribe(&self, stream: &Arc<Stream>) {
        super::stream::subscribe(&mut lock(&self.event.state).subscribers, stream);
    }

    fn name(&self) -> &'static str {
        "the wait for an event"
    }
}

impl Drop for Reached {
    fn drop(&mut self) {
        lock(&self.event.state).waits -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::device::{Ending, devices};

    fn stream() -> Arc<Stream> {
        Stream::new(&devices()[0]).unwrap()
    }

    #[test]
    fn events_order_streams_among_each_other() {
        for round in 0..300 {
            let (first, second) = (stream(), stream());
            let event = Event::new(1, EventKind::Repeatable, TIME_LINE, 0);
            let value = Arc::new(AtomicU32::new(0));
            let (writer, reader) = (value.clone(), value.clone());
            let seen = Arc::new(AtomicU32::new(99));
            let result = seen.clone();
            let write = move || {
                if round % 2 == 0 {
                    std::thread::yield_now();
                }
                writer.store(1, Ordering::SeqCst);
                Ok(())
            };
            first.submit(Task::compute(write), false).unwrap();
            event.record(&first).unwrap();
            event.stream_wait(&second, None).unwrap();
            let read = move || {
                result.store(reader.load(Ordering::SeqCst), Ordering::SeqCst);
                Ok(())
            };
            second.submit(Task::compute(read), false).unwrap();
            second.synchronize(None).unwrap();
            assert_eq!(seen.load(Ordering::SeqCst), 1, "round {round}");
            assert!(event.is_complete() && event.waits_are_over());
            first.close(Ending::Finish).unwrap();
            second.close(Ending::Finish).unwrap();
        }
    }

    #[test]
    fn streams_wait_for_a_plain_event_until_its_first_record_and_again_after_a_reset() {
        let (first, second) = (stream(), stream());
        let event = Event::new(1, EventKind::Plain, 1, 0);
        assert!(!event.is_complete());
        event.stream_wait(&first, None).unwrap();
        assert!(!first.is_idle() && !event.waits_are_over());
        event.record(&second).unwrap();
        first.synchronize(None).unwrap();
        event.reset(&second).unwrap();
        assert!(!event.is_complete());
        event.stream_wait(&first, None).unwrap();
        assert!(first.synchronize(Some(Duration::from_millis(5))).is_err());
        event.record(&second).unwrap();
        first.synchronize(None).unwrap();
        first.close(Ending::Finish).unwrap();
        second.close(Ending::Finish).unwrap();
    }

    #[test]
    fn no_stream_waits_for_a_repeatable_event_without_a_record() {
        let stream = stream();
        let event = Event::new(1, EventKind::Repeatable, 1, 0);
        event.stream_wait(&stream, None).unwrap();
        assert!(stream.is_idle() && event.is_complete());
        stream.close(Ending::Finish).unwrap();
    }

    #[test]
    fn a_record_in_a_stream_that_is_dropped_counts_as_reached() {
        let (first, second) = (stream(), stream());
        let never = Event::new(1, EventKind::Plain, 1, 0);
        let event = Event::new(2, EventKind::Plain, 1, 0);
        never.stream_wait(&first, None).unwrap();
        event.record(&first).unwrap();
        event.stream_wait(&second, None).unwrap();
        assert!(!event.is_complete());
        first.close(Ending::Drop).unwrap();
        second.synchronize(None).unwrap();
        event.synchronize(None).unwrap();
        second.close(Ending::Finish).unwrap();
    }

    #[test]
    fn what_a_stream_refuses_leaves_the_event_as_it_was() {
        let (aborted, other) = (stream(), stream());
        let event = Event::new(1, EventKind::Plain, 1, 0);
        aborted.abort();
        assert_eq!(event.record(&aborted), Err(Error::Aborted));
        assert!(!event.is_recorded() && !event.is_complete());
        event.record(&other).unwrap();
        assert_eq!(event.reset(&aborted), Err(Error::Aborted));
        assert!(event.is_recorded());
        assert_eq!(event.stream_wait(&aborted, None), Err(Error::Aborted));
        assert!(event.waits_are_over());
        aborted.close(Ending::Finish).unwrap();
        other.close(Ending::Finish).unwrap();
    }

    #[test]
    fn time_stamps_are_kept_only_if_asked_for() {
        let stream = stream();
        let (timed, untimed) = (
            Event::new(1, EventKind::Plain, TIME_LINE, 0),
            Event::new(2, EventKind::Plain, 1, 0),
        );
        assert_eq!(timed.stamp(), None);
        timed.record(&stream).unwrap();
        untimed.record(&stream).unwrap();
        stream.synchronize(None).unwrap();
        assert!(timed.stamp().is_some() && timed.timestamp().is_some());
        assert_eq!(untimed.stamp(), None);
        stream.close(Ending::Finish).unwrap();
    }
}
