//! The end of streams: after their tasks, without waiting for them, or at once.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard};

use super::{State, Stream};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_base::sync::lock;

/// Treatment of the tasks of streams that end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// They run.
    Finish,
    /// Those that have not begun are dropped, and waits are cancelled.
    Drop,
}

impl Stream {
    /// Drops all queued tasks, cancels a wait that is under way, and stops a task that computes. Later
    /// synchronisations say that the stream was aborted.
    pub fn abort(&self) {
        let mut state = lock(&self.state);
        state.aborted = true;
        self.cancel(state, true);
    }

    /// Cancels a wait that is under way, or stops a task that computes.
    pub fn stop_current(&self) {
        let state = lock(&self.state);
        self.cancel(state, false);
    }

    /// Drops all queued tasks, cancels a wait that is under way, and stops a task that computes. The stream stays open;
    /// if it had work, the next synchronisation returns that it was aborted.
    pub fn clear(self: &Arc<Self>) -> Result<()> {
        self.check_wait()?;
        let mut state = lock(&self.state);
        // A wait that is under way is dropped too, though it has left the queue.
        if state.running || !state.queue.is_empty() {
            state.error.get_or_insert(Error::from(Reason::Aborted));
        }
        self.cancel(state, true);
        drop(self.wait_for_runner(lock(&self.state)));
        Ok(())
    }

    /// Returns the number of times that waits of the stream were cancelled: a task that waits for anything else ends when the number changes.
    pub fn cancellations(&self) -> u64 {
        lock(&self.state).cancellations
    }

    /// Returns true if the work that runs is to end: it was cancelled after it began.
    pub(crate) fn is_cut(&self) -> bool {
        let state = lock(&self.state);
        state.cancellations != state.began
    }

    fn cancel(&self, mut state: MutexGuard<'_, State>, drop_queue: bool) {
        state.cancellations += 1;
        self.is_cut.store(true, Ordering::Relaxed);
        let dropped = if drop_queue {
            std::mem::take(&mut state.queue)
        } else {
            VecDeque::new()
        };
        state.finished += dropped.len() as u64;
        state.wait_for_running();
        let released = state.take_released();
        self.progress.notify_all();
        drop(state);
        // Tasks may wake other streams when they are dropped: not under this stream's lock.
        drop(dropped);
        drop(released);
    }

    fn wait_for_runner<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        while state.running {
            (state, _) = self.wait(state, None);
        }
        state
    }

    /// Ends the stream, and returns when no task of it runs any more.
    pub fn close(self: &Arc<Self>, ending: Ending) -> Result<()> {
        self.check_wait()?;
        if let Some(recorder) = self.recorder() {
            recorder.abandon();
        }
        let mut state = lock(&self.state);
        state.closed = true;
        if ending == Ending::Drop {
            self.cancel(state, true);
            state = lock(&self.state);
        }
        let until = state.issued;
        let state = self.drain_from(state, until, None)?;
        self.was_seen();
        let mut state = self.wait_for_runner(state);
        self.retire_if_over(&mut state);
        Ok(())
    }

    /// Ends the stream after its tasks, without waiting for them.
    pub fn close_later(self: &Arc<Self>) {
        let mut state = lock(&self.state);
        state.closed = true;
        if state.running {
            // The thread that runs it ends it.
        } else if state.queue.is_empty() {
            self.retire_if_over(&mut state);
        } else {
            drop(self.wake_worker(state));
        }
    }

    /// Takes a stream that is closed and has nothing left to run out of the device's registry, once.
    pub(super) fn retire_if_over(&self, state: &mut State) {
        let is_over = state.closed && !state.running && state.queue.is_empty();
        if is_over && !state.retired {
            state.retired = true;
            self.device.unregister(self.id);
            self.work.notify_all();
            self.progress.notify_all();
        }
    }
}
