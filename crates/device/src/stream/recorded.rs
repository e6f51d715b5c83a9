//! Streams whose tasks are recorded instead of run: what captures graphs implements [`Recorder`].

use std::any::Any;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use super::{Condition, State, Stream, Task, Work};
use hostnpu_base::error::{Capturing, Error, Reason, Result};
use hostnpu_base::sync::lock;

/// Submission of a task that is no work of its own.
pub(crate) type Step = Arc<dyn Fn(&Arc<Stream>) -> Result<()> + Send + Sync>;

/// A task for a recorder.
pub(crate) enum Recorded {
    /// Work that computes.
    Work(Arc<dyn Work>),
    /// Submission of other tasks.
    Step(Step),
    /// An order of streams.
    Order,
}

/// Takes the tasks of a stream in its place.
pub(crate) trait Recorder: Any + Send + Sync {
    /// Takes a task.
    fn record(
        &self,
        stream: &Stream,
        name: &'static str,
        task: Recorded,
        small: bool,
    ) -> Result<()>;
    /// Ends the use of what was recorded, for something that it could not take.
    fn invalidate(&self, why: &'static str);
    /// Ends the recording with a stream of it.
    fn abandon(self: Arc<Self>);
    /// The same object as one of its own type.
    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
}

impl Stream {
    /// Returns what takes its tasks, if something does.
    pub(crate) fn recorder(&self) -> Option<Arc<dyn Recorder>> {
        lock(&self.state).recorder.clone()
    }

    /// Refuses what a captured stream cannot do. The capture goes on.
    pub fn check_not_captured(&self) -> Result<()> {
        match lock(&self.state).recorder {
            Some(_) => Err(Reason::Capture(Capturing::Stream).into()),
            None => Ok(()),
        }
    }

    /// Has a recorder take the tasks from now on.
    pub(crate) fn set_recorder(&self, recorder: Arc<dyn Recorder>) -> Result<()> {
        let mut state = lock(&self.state);
        if let Some(refusal) = state.refusal() {
            return Err(refusal);
        }
        if state.recorder.is_some() {
            return Err(Reason::Capture(Capturing::Conflict).into());
        }
        state.recorder = Some(recorder);
        Ok(())
    }

    /// Has a recorder take tasks no more, if it is this one.
    pub(crate) fn leave_recorder<R>(&self, recorder: &R) {
        let mut state = lock(&self.state);
        let own = state.recorder.as_ref();
        if own.is_some_and(|own| Arc::as_ptr(own).addr() == std::ptr::from_ref(recorder).addr()) {
            let left = state.recorder.take();
            drop(state);
            drop(left);
        }
    }

    /// Submits what `step` submits; where the stream is captured, each replay does.
    pub fn submit_step(
        self: &Arc<Self>,
        name: &'static str,
        step: impl Fn(&Arc<Self>) -> Result<()> + Send + Sync + 'static,
    ) -> Result<()> {
        match self.recorder() {
            Some(recorder) => recorder.record(self, name, Recorded::Step(Arc::new(step)), false),
            None => step(self),
        }
    }

    /// Appends a task that stands for an order of streams, if the stream is captured. Returns true if it is.
    pub(crate) fn record_order(&self, name: &'static str) -> Result<bool> {
        match self.recorder() {
            Some(recorder) => recorder
                .record(self, name, Recorded::Order, true)
                .map(|()| true),
            None => Ok(false),
        }
    }
}

impl State {
    /// Refuses to wait for a captured stream, whose tasks do not run: that ends the use of the capture.
    pub(super) fn check_runs(&self) -> Result<()> {
        match &self.recorder {
            Some(recorder) => {
                recorder
                    .invalidate("the host was to wait for a stream of it, whose tasks do not run");
                Err(Reason::Capture(Capturing::Stream).into())
            }
            None => Ok(()),
        }
    }
}

/// Submitter of tasks that may be aborted with the waits that it has submitted.
pub(crate) trait Submitter: Send + Sync {
    /// Returns true if its waits are to end.
    fn is_aborted(&self) -> bool;
}

thread_local! {
    /// The submitter that runs on this thread, or submits its tasks from it.
    static SUBMITTER: RefCell<Option<Arc<dyn Submitter>>> = const { RefCell::new(None) };
}

/// Sets the submitter of this thread, and returns the one before. At the end of a thread there is none.
pub(crate) fn replace_submitter(
    submitter: Option<Arc<dyn Submitter>>,
) -> Option<Arc<dyn Submitter>> {
    let replaced = SUBMITTER.try_with(|current| current.replace(submitter));
    replaced.ok().flatten()
}

/// A wait of a submitter, which ends with it.
struct Abortable {
    condition: Arc<dyn Condition>,
    submitter: Arc<dyn Submitter>,
}

impl Condition for Abortable {
    fn is_ready(&self) -> bool {
        self.condition.is_ready()
    }

    fn subscribe(&self, stream: &Arc<Stream>) {
        self.condition.subscribe(stream);
    }

    fn poll_interval(&self) -> Option<Duration> {
        self.condition.poll_interval()
    }

    fn failure(&self) -> Option<Error> {
        if self.submitter.is_aborted() {
            return Some(Error::from(Reason::Aborted));
        }
        self.condition.failure()
    }

    fn name(&self) -> &'static str {
        self.condition.name()
    }

    fn uses(&self, memory: &Range<usize>) -> bool {
        self.condition.uses(memory)
    }
}

/// Has a wait end when the submitter of this thread is aborted.
fn abortable(condition: Arc<dyn Condition>) -> Arc<dyn Condition> {
    match SUBMITTER.with_borrow(Clone::clone) {
        Some(submitter) => Arc::new(Abortable {
            condition,
            submitter,
        }),
        None => condition,
    }
}

impl Task {
    /// A wait for at most `limit`. Where a replay of a graph submits it, it ends with that.
    pub fn wait(condition: Arc<dyn Condition>, limit: Option<Duration>) -> Self {
        Task::Await {
            condition: abortable(condition),
            limit,
            since: None,
        }
    }
}
