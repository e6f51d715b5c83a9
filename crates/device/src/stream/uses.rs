//! Tasks of a stream that use memory of the program, and releases that have to wait for them.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use super::task::{Condition, Work};
use super::{State, Stream, Task};
use hostnpu_base::sync::lock;

/// The task that runs, where it may last for as long as others want: of what only computes nothing is kept, for it ends by itself.
pub(super) enum Current {
    Work(Arc<dyn Work>),
    Wait(Arc<dyn Condition>),
}

/// An action for the drop: by the last stream that comes to the end of the tasks that it waits for.
pub(crate) struct Release(Mutex<Option<Box<dyn FnOnce() + Send>>>);

impl Release {
    pub(crate) fn new(release: impl FnOnce() + Send + 'static) -> Self {
        Self(Mutex::new(Some(Box::new(release))))
    }
}

impl Drop for Release {
    fn drop(&mut self) {
        let release = lock(&self.0).take();
        if let Some(release) = release {
            release();
        }
    }
}

/// A release that waits for the end of the task of this number.
pub(super) type Waiting = (u64, Arc<Release>);

impl Task {
    /// Returns true if it reads or writes some of this memory.
    fn uses(&self, memory: &Range<usize>) -> bool {
        match self {
            Task::Compute(_) | Task::OnWorker(_) => false,
            Task::Work(work) => work.uses(memory),
            Task::Blocking(work) | Task::Endless(work) => work.uses(memory),
            Task::Await { condition, .. } => condition.uses(memory),
        }
    }
}

impl State {
    /// The number of the last task that has not ended and uses this memory.
    fn last_user(&self, memory: &Range<usize>) -> Option<u64> {
        let first = self.finished + u64::from(self.running) + 1;
        let queued = self.queue.iter().rposition(|task| task.uses(memory));
        let running = || {
            let may_use = match &self.current {
                Some(Current::Work(work)) => work.uses(memory),
                Some(Current::Wait(condition)) => condition.uses(memory),
                None => true,
            };
            (self.running && may_use).then_some(self.finished + 1)
        };
        queued
            .map(|place| first + place as u64)
            .or_else(running)
            .map(|user| user.min(self.issued))
    }

    /// Takes out what waited for tasks that have ended.
    pub(super) fn take_released(&mut self) -> Vec<Waiting> {
        let finished = self.finished;
        let is_over = |&mut (until, _): &mut Waiting| until <= finished;
        self.releases.extract_if(.., is_over).collect()
    }

    /// Has what waits for tasks wait for the one that runs: those before it in the queue were dropped, and numbers of tasks count them.
    pub(super) fn wait_for_running(&mut self) {
        if self.running {
            let last = self.issued;
            self.releases
                .iter_mut()
                .for_each(|(until, _)| *until = last);
        }
    }
}

impl Stream {
    /// Has something wait for the tasks of this stream that use some memory, if there are any. `release` makes it where that is so.
    pub(crate) fn release_after(
        &self,
        memory: &Range<usize>,
        release: &mut dyn FnMut() -> Arc<Release>,
    ) {
        let mut state = lock(&self.state);
        if let Some(until) = state.last_user(memory) {
            state.releases.push((until, release()));
        }
    }
}
