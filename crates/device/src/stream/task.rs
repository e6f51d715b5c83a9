//! Entries of a stream's queue: work, and waits for conditions.

use std::ops::Range;
use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, Instant};

use super::Stream;
use hostnpu_base::error::{Error, Result};
use hostnpu_diagnostics::hooks;

/// Something that a stream can wait for.
pub trait Condition: Send + Sync {
    /// Returns true if the wait is over.
    fn is_ready(&self) -> bool;
    /// Asks for [`Stream::notify`] when the answer of `is_ready` may have changed. The stream's lock is held: a thread that notifies holds no lock that this takes.
    fn subscribe(&self, stream: &Arc<Stream>);
    /// Polling interval for conditions without notification.
    fn poll_interval(&self) -> Option<Duration> {
        None
    }
    /// Returns the reason why the wait will never be over, if that is so.
    fn failure(&self) -> Option<Error> {
        None
    }
    /// The condition's name in an error text.
    fn name(&self) -> &'static str;

    /// Returns true if it reads some of this memory of the program.
    fn uses(&self, _: &Range<usize>) -> bool {
        false
    }
}

/// The work of a task, which runs any number of times. Memory of the program that it uses is not given back before it has ended.
pub trait Work: Send + Sync {
    /// Does it.
    fn run(&self) -> Result<()>;

    /// Returns true if it reads or writes some of this memory of the program.
    fn uses(&self, memory: &Range<usize>) -> bool;

    /// Says what it works on, where it is known: of the task of a graph, what each task may that it runs.
    fn describe(&self, _: &mut dyn FnMut(hooks::Description)) {}
}

/// Work that uses no memory of the program.
impl<F: Fn() -> Result<()> + Send + Sync> Work for F {
    fn run(&self) -> Result<()> {
        self()
    }

    fn uses(&self, _: &Range<usize>) -> bool {
        false
    }
}

/// Work on these ranges of the program's memory.
pub struct WorkOn<R, F> {
    /// The memory.
    pub memory: R,
    /// The work.
    pub work: F,
}

impl<R, F> Work for WorkOn<R, F>
where
    R: AsRef<[Range<usize>]> + Send + Sync,
    F: Fn() -> Result<()> + Send + Sync,
{
    fn run(&self) -> Result<()> {
        (self.work)()
    }

    fn uses(&self, memory: &Range<usize>) -> bool {
        self.memory.as_ref().iter().any(|used| share(used, memory))
    }
}

/// Returns true if two ranges share a byte.
pub fn share(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start.max(b.start) < a.end.min(b.end)
}

/// Adds a stream to those that a condition notifies of its change, once.
pub(crate) fn subscribe(subscribers: &mut Vec<Weak<Stream>>, stream: &Arc<Stream>) {
    subscribers.retain(|known| {
        known.strong_count() > 0 && !std::ptr::eq(known.as_ptr(), Arc::as_ptr(stream))
    });
    subscribers.push(Arc::downgrade(stream));
}

/// One entry of a stream's queue.
pub enum Task {
    /// Work that any thread may do.
    Compute(Box<dyn FnOnce() -> Result<()> + Send>),
    /// The same, of work that uses memory of the program.
    Work(Box<dyn Work>),
    /// A function of the program: it runs on the stream's worker thread, and may not wait for its own stream.
    OnWorker(Box<dyn FnOnce() -> Result<()> + Send>),
    /// Work that waits for other threads or processes: it runs on the stream's worker thread, or on one that synchronises without a
    /// limit and would only wait for it.
    Blocking(Arc<dyn Work>),
    /// Work that may never end by itself: it runs on the stream's worker thread, so that a thread that synchronises can give up.
    Endless(Arc<dyn Work>),
    /// A wait, with a limit.
    Await {
        /// The condition to wait for.
        condition: Arc<dyn Condition>,
        /// Longest time to wait.
        limit: Option<Duration>,
        /// Time at which the wait began.
        since: Option<Instant>,
    },
}

impl Task {
    /// Work that any thread may do.
    pub fn compute(work: impl FnOnce() -> Result<()> + Send + 'static) -> Self {
        Task::Compute(Box::new(work))
    }

    /// Work that any thread may do, with the memory that it uses.
    pub fn work(work: impl Work + 'static) -> Self {
        Task::Work(Box::new(work))
    }

    /// The kind of task, for observers.
    pub(super) fn kind(&self) -> hooks::Kind {
        match self {
            Task::Compute(_) | Task::Work(_) | Task::Endless(_) => hooks::Kind::Compute,
            Task::OnWorker(_) | Task::Blocking(_) => hooks::Kind::Callback,
            Task::Await { .. } => hooks::Kind::Wait,
        }
    }
}

/// Treatment of the rest of a stream when a task fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FailureMode {
    /// It runs.
    #[default]
    Continue,
    /// It is dropped.
    Stop,
}

/// Called for each task that fails, on the thread that ran it, with the stream, the task's number in it, and the error.
pub type FailureObserver = fn(&Stream, u64, &Error);

static OBSERVER: OnceLock<FailureObserver> = OnceLock::new();

/// Has `observer` called for each task that fails. There is one observer: the first stays.
pub fn observe_failures(observer: FailureObserver) {
    // A second call names the same function or is ignored.
    let _ = OBSERVER.set(observer);
}

pub(super) fn observer() -> Option<FailureObserver> {
    OBSERVER.get().copied()
}
