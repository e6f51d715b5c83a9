//! The queue of a stream, and the threads that run it.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::task::observer;
use super::uses::{Current, Waiting};
use super::{FailureMode, Recorder, Stream, Task, Work, orphaned, schedule, this_thread};
use hostnpu_base::error::{Awaited, Error, Reason, Result};
use hostnpu_base::sync::{lock, panic_text, stop};
use hostnpu_diagnostics::{console, hooks};
use hostnpu_numeric::environment;

/// Time for which a worker waits for more work before it ends: a program whose main thread ends first ends after that time.
const IDLE: Duration = Duration::from_millis(500);

/// Time for which a worker at first leaves tasks to a thread that keeps synchronising, which then need not wake it for each of them; and at
/// most, where that thread has left it none.
const NAP: Duration = Duration::from_micros(200);
const LONGEST_NAP: Duration = Duration::from_micros(1600);

#[derive(Default)]
pub(crate) struct State {
    pub(super) queue: VecDeque<Task>,
    pub(super) running: bool,
    /// Threads in functions of the program that the stream waits for.
    pub(super) callers: Vec<usize>,
    pub(super) issued: u64,
    pub(super) finished: u64,
    /// Threads that wait for `progress`.
    pub(super) waiting: usize,
    pub(super) has_worker: bool,
    /// True if the worker looks at the queue soon, without being woken.
    pub(super) naps: bool,
    /// True if a thread that synchronised did work that waits since the worker looked last: it is likely to do so again.
    pub(super) was_helped: bool,
    pub(super) closed: bool,
    pub(super) aborted: bool,
    /// True if its work was lost in a fork.
    pub(super) orphaned: bool,
    /// True if it left the device's registry.
    pub(super) retired: bool,
    /// Counts cancellations, so that a wait sees that it was cancelled.
    pub(super) cancellations: u64,
    /// Number of tasks before the one that runs.
    pub(super) began: u64,
    /// The task that runs, if it is one that may last.
    pub(super) current: Option<Current>,
    /// Releases that wait for tasks to end.
    pub(super) releases: Vec<Waiting>,
    pub(super) failure_mode: FailureMode,
    pub(super) error: Option<Error>,
    /// The recorder that takes the tasks, while the stream is captured.
    pub(super) recorder: Option<Arc<dyn Recorder>>,
}

impl State {
    /// The reason why the stream takes no task, if it takes none.
    pub(super) fn refusal(&self) -> Option<Error> {
        if !(self.closed | self.aborted | self.orphaned) {
            None
        } else if self.closed {
            Some(Error::from(Reason::State(
                "the stream has been destroyed".into(),
            )))
        } else if self.aborted {
            Some(Error::from(Reason::Aborted))
        } else {
            Some(orphaned())
        }
    }

    /// Returns true if the next task may only run on the worker, for a thread that waits until `deadline`.
    pub(super) fn needs_worker(&self, deadline: Option<Instant>) -> bool {
        match self.queue.front() {
            Some(Task::Blocking(_)) => deadline.is_some(),
            Some(Task::OnWorker(_) | Task::Endless(_)) => true,
            _ => false,
        }
    }

    /// Returns true if the calling thread is in a function that the stream waits for.
    pub(super) fn calls_this_thread(&self) -> bool {
        !self.callers.is_empty() && self.callers.contains(&this_thread())
    }

    /// Makes the copy of a stream in a forked child usable, or at least harmless: the threads that ran it, or waited for it,
    /// are in the parent only.
    pub(crate) fn after_fork(&mut self) {
        if self.running || !self.queue.is_empty() {
            self.orphaned = true;
        }
        self.running = false;
        self.has_worker = false;
        self.naps = false;
        self.waiting = 0;
        self.finished = self.issued;
        self.callers.clear();
        // Dropping tasks runs code that may want any lock: they are left alone.
        std::mem::forget(std::mem::take(&mut self.queue));
        std::mem::forget(self.recorder.take());
        std::mem::forget(self.current.take());
        // The memory stays: only the parent's threads could say that nothing uses it.
        std::mem::forget(std::mem::take(&mut self.releases));
    }
}

/// Result of a drain.
#[derive(PartialEq, Eq)]
pub(super) enum Drained {
    Yes,
    TimedOut,
}

/// Thread that runs tasks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Runner {
    /// The stream's own: it runs everything.
    Worker,
    /// One that synchronises or submits: it runs no functions of the program.
    Helper,
    /// One that takes the worker's place where no thread could be created: it waits for nothing.
    Substitute,
}

impl Stream {
    /// Runs tasks until the one numbered `until` has finished, the queue is empty, or the deadline is past. The caller
    /// holds the right to run.
    pub(super) fn run_tasks<'a>(
        self: &'a Arc<Self>,
        mut state: MutexGuard<'a, State>,
        until: u64,
        deadline: Option<Instant>,
        runner: Runner,
    ) -> (MutexGuard<'a, State>, Drained) {
        while state.finished < until {
            if runner == Runner::Helper && state.needs_worker(deadline) {
                break;
            }
            state.began = state.cancellations;
            self.is_cut.store(false, Ordering::Relaxed);
            match state.queue.pop_front() {
                None => break,
                Some(Task::Compute(work)) => {
                    let number = state.finished + 1;
                    drop(state);
                    let result = self.run_watched(number, hooks::Kind::Compute, work);
                    state = self.finish(lock(&self.state), result);
                }
                Some(Task::Work(work)) => {
                    let number = state.finished + 1;
                    drop(state);
                    let result = self.run_watched(number, hooks::Kind::Compute, || work.run());
                    drop(work);
                    state = self.finish(lock(&self.state), result);
                }
                Some(Task::Blocking(work)) => {
                    state.was_helped |= runner == Runner::Helper;
                    state = self.run_lasting(state, hooks::Kind::Callback, work);
                }
                Some(Task::Endless(work)) => {
                    state = self.run_lasting(state, hooks::Kind::Compute, work);
                }
                Some(Task::OnWorker(function)) => {
                    let number = state.finished + 1;
                    drop(state);
                    let kind = hooks::Kind::Callback;
                    let result = self.call_out(|| self.run_watched(number, kind, function));
                    state = self.finish(lock(&self.state), result);
                }
                Some(Task::Await {
                    condition,
                    limit,
                    since,
                }) => {
                    let task = self.watched(state.finished + 1, hooks::Kind::Wait);
                    if hooks::on() && since.is_none() {
                        // A wait begins whatever is said.
                        let _ = hooks::begins(task);
                    }
                    let since = since.unwrap_or_else(Instant::now);
                    let cancellations = state.cancellations;
                    state.current = Some(Current::Wait(condition.clone()));
                    let end = limit.map(|limit| since + limit);
                    loop {
                        // Each time: a notification clears the list, and it may have been for another change.
                        condition.subscribe(self);
                        let now = Instant::now();
                        if condition.is_ready() || state.cancellations != cancellations {
                            if hooks::on() {
                                hooks::ends(task, &Ok(()));
                            }
                            state = self.finish(state, Ok(()));
                            break;
                        }
                        let timeout = end.filter(|&end| now >= end).map(|_| {
                            Error::from(Reason::Timeout {
                                what: Awaited::Other(condition.name()),
                                limit: format!("{:?}", limit.unwrap_or_default()),
                            })
                        });
                        if let Some(error) = timeout.or_else(|| condition.failure()) {
                            let result = Err(error);
                            if hooks::on() {
                                hooks::ends(task, &result);
                            }
                            state = self.finish(state, result);
                            break;
                        }
                        let is_late = deadline.is_some_and(|deadline| now >= deadline);
                        if is_late || runner == Runner::Substitute {
                            state.current = None;
                            state.queue.push_front(Task::Await {
                                condition,
                                limit,
                                since: Some(since),
                            });
                            return (state, Drained::TimedOut);
                        }
                        let poll = condition.poll_interval().map(|interval| now + interval);
                        let wake = [end, deadline, poll].into_iter().flatten().min();
                        (state, _) = self.wait(state, wake);
                    }
                    // It may hold the last of a graph, whose memory is freed under no lock.
                    drop(state);
                    drop(condition);
                    state = lock(&self.state);
                }
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) && state.finished < until
            {
                return (state, Drained::TimedOut);
            }
        }
        (state, Drained::Yes)
    }

    /// A task of the stream, for what watches.
    pub(super) fn watched(&self, number: u64, kind: hooks::Kind) -> hooks::Task {
        hooks::Task {
            device: self.device.id(),
            stream: self.number,
            number,
            kind,
            part: 0,
        }
    }

    /// Runs a task's work; what watches is told.
    fn run_watched(
        &self,
        number: u64,
        kind: hooks::Kind,
        work: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        if !hooks::on() {
            return self.run_stoppable(kind, work);
        }
        let task = self.watched(number, kind);
        let result = hooks::begins(task).and_then(|()| self.run_stoppable(kind, work));
        hooks::ends(task, &result);
        result
    }

    /// Runs a task's work; what computes stops where the stream's tasks are dropped.
    fn run_stoppable(&self, kind: hooks::Kind, work: impl FnOnce() -> Result<()>) -> Result<()> {
        match kind {
            hooks::Kind::Compute => run(|| stop::with(&self.is_cut, work)),
            // Others wait for its part in what they do together, or it is the program's.
            hooks::Kind::Callback | hooks::Kind::Wait => run(work),
        }
    }

    /// Runs work that may last, and counts it as finished.
    fn run_lasting<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        kind: hooks::Kind,
        work: Arc<dyn Work>,
    ) -> MutexGuard<'a, State> {
        let number = state.finished + 1;
        state.current = Some(Current::Work(work.clone()));
        drop(state);
        let result = self.run_watched(number, kind, || work.run());
        lock(&self.state).current = None;
        // Not under the lock: what it holds may want it.
        drop(work);
        self.finish(lock(&self.state), result)
    }

    /// Counts a finished task, and keeps its error.
    pub(super) fn finish<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        result: Result<()>,
    ) -> MutexGuard<'a, State> {
        let task = state.finished + 1;
        // What `synchronize` returns: a failure of the work names the task.
        let error = result.err().map(|error| match error.reason() {
            Reason::Timeout { .. } | Reason::Aborted => (error.clone(), error),
            _ => {
                let reason = error.to_string();
                let stream = self.id;
                (
                    error,
                    Error::from(Reason::Task {
                        stream,
                        task,
                        reason,
                    }),
                )
            }
        });
        let failed = error
            .as_ref()
            .filter(|(error, _)| *error.reason() != Reason::Aborted);
        if let Some((error, of_task)) = failed {
            // Neither the standard error stream, which may block, nor the observer, which may call back into the stream, is used under
            // the stream's lock. The right to run is still held.
            drop(state);
            console::failure(&of_task.to_string());
            if let Some(observer) = observer() {
                self.call_out(|| observer(self, task, error));
            }
            state = lock(&self.state);
        }
        state.finished += 1;
        state.current = None;
        if let Some((error, of_task)) = error {
            log::error!("task {task} of stream {}: {error}", self.id);
            state.error.get_or_insert(of_task);
            if state.failure_mode == FailureMode::Stop {
                let dropped = std::mem::take(&mut state.queue);
                state.finished += dropped.len() as u64;
                drop(state);
                drop(dropped);
                state = lock(&self.state);
            }
        }
        if !state.releases.is_empty() {
            let released = state.take_released();
            drop(state);
            drop(released);
            state = lock(&self.state);
        }
        if state.waiting > 0 {
            self.progress.notify_all();
        }
        state
    }

    /// Waits for progress, until the deadline at most.
    pub(super) fn wait<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        deadline: Option<Instant>,
    ) -> (MutexGuard<'a, State>, Drained) {
        state.waiting += 1;
        let (mut state, outcome) = match deadline {
            None => {
                let state = self.progress.wait(state);
                (state.unwrap_or_else(PoisonError::into_inner), Drained::Yes)
            }
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                let waited = self.progress.wait_timeout(state, left);
                let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
                let outcome = if Instant::now() >= deadline {
                    Drained::TimedOut
                } else {
                    Drained::Yes
                };
                (state, outcome)
            }
        };
        state.waiting -= 1;
        (state, outcome)
    }

    /// Releases the right to run; what is left is the worker's.
    pub(super) fn release_runner<'a>(
        self: &'a Arc<Self>,
        mut state: MutexGuard<'a, State>,
    ) -> MutexGuard<'a, State> {
        state.running = false;
        if state.waiting > 0 {
            self.progress.notify_all();
        }
        if state.queue.is_empty() {
            self.retire_if_over(&mut state);
            state
        } else {
            self.wake_worker(state)
        }
    }

    /// Has the worker run the queue. Where no thread can be created, this one runs it as far as it needs no waiting.
    pub(super) fn wake_worker<'a>(
        self: &'a Arc<Self>,
        mut state: MutexGuard<'a, State>,
    ) -> MutexGuard<'a, State> {
        if state.has_worker {
            if !state.naps {
                self.work.notify_one();
            }
            return state;
        }
        let stream = self.clone();
        let spawned = std::thread::Builder::new()
            .name(format!("hostnpu-stream-{}", self.id))
            .spawn(move || stream.work());
        match spawned {
            Ok(_) => state.has_worker = true,
            Err(error) => {
                // Without threads there is no asynchrony, but there is still a device.
                log::warn!("stream {} runs on its callers' threads: {error}", self.id);
                if !state.running {
                    state.running = true;
                    (state, _) = self.run_tasks(state, u64::MAX, None, Runner::Substitute);
                    state.running = false;
                    if state.waiting > 0 {
                        self.progress.notify_all();
                    }
                    if state.queue.is_empty() {
                        self.retire_if_over(&mut state);
                    }
                }
            }
        }
        state
    }

    /// The worker thread.
    fn work(self: Arc<Self>) {
        let mut nap = NAP;
        let mut state = lock(&self.state);
        loop {
            if !state.queue.is_empty() && !state.running {
                if let Some(delay) = schedule::delay_worker() {
                    drop(state);
                    std::thread::sleep(delay);
                    state = lock(&self.state);
                    if state.queue.is_empty() || state.running {
                        continue;
                    }
                }
                nap = NAP;
                state.running = true;
                (state, _) = self.run_tasks(state, u64::MAX, None, Runner::Worker);
                state.running = false;
                if state.waiting > 0 {
                    self.progress.notify_all();
                }
                continue;
            }
            if state.queue.is_empty() && !state.running {
                self.retire_if_over(&mut state);
            }
            let is_over = state.retired;
            let is_idle = if is_over {
                true
            } else {
                let naps = std::mem::take(&mut state.was_helped);
                state.naps = naps;
                let limit = if naps { nap } else { IDLE };
                nap = (nap * 2).min(LONGEST_NAP);
                let waited = self.work.wait_timeout(state, limit);
                let timeout;
                (state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
                state.naps = false;
                timeout.timed_out() && !naps && state.queue.is_empty() && !state.running
            };
            if is_idle {
                state.has_worker = false;
                return;
            }
        }
    }
}

/// Runs a task's work in a known floating-point environment; a panic is an error, and so is a stop.
pub(super) fn run(work: impl FnOnce() -> Result<()>) -> Result<()> {
    environment::known(|| catch_unwind(AssertUnwindSafe(work))).unwrap_or_else(|panic| {
        match stop::is_stop(&*panic) {
            true => Err(Reason::Aborted.into()),
            false => Err(Reason::Internal(panic_text(&*panic).into()).into()),
        }
    })
}
