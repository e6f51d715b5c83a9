//! Streams: queues of tasks that run in order, asynchronously to the threads that fill them.
//!
//! One thread at a time has the right to run a stream's tasks (`State::running`), and takes them from the front: the
//! stream's own worker thread, which starts when it is first needed and ends when it was idle for a while, or a thread
//! that synchronises and would only wait. A small task on an idle stream runs at once on the thread that submits it:
//! cheaper than waking another.

mod life;
mod queue;
mod recorded;
mod schedule;
mod task;
mod uses;

use std::cell::Cell;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

pub use life::Ending;
pub(super) use queue::State;
use queue::{Drained, Runner};
pub(super) use recorded::{Recorded, Recorder, Step, Submitter, replace_submitter};
pub(super) use task::subscribe;
pub use task::{
    Condition, FailureMode, FailureObserver, Task, Work, WorkOn, observe_failures, share,
};
pub(super) use uses::Release;

use super::{Device, Settings};
use hostnpu_base::error::{Awaited, Capturing, Error, Reason, Result};
use hostnpu_base::sync::lock;
use hostnpu_diagnostics::{check, hooks};

/// The least urgent priority; 0 is the most urgent one.
pub const LEAST_PRIORITY: u32 = 7;

thread_local! {
    /// The number of the last task that this thread has submitted.
    static LAST: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Returns the number that the last task of this thread has in its stream.
pub fn last_task() -> Option<u64> {
    LAST.get()
}

/// State of work after its submission to a stream.
enum Submission {
    /// It has run.
    Done,
    /// It waits for its turn.
    Queued,
    /// The stream is captured.
    Recorded(Arc<dyn Recorder>),
}

/// A queue of tasks on one device.
pub struct Stream {
    id: i32,
    number: u64,
    device: Arc<Device>,
    context: u64,
    is_default: bool,
    priority: u32,
    flags: u32,
    settings: Settings,
    state: Mutex<State>,
    /// True if the task that computes is to stop.
    is_cut: AtomicBool,
    /// A task finished, the right to run was released, or a condition changed.
    progress: Condvar,
    /// For the worker: there are tasks that no thread runs, or the stream is closed.
    work: Condvar,
}

impl Stream {
    /// Creates a stream outside any context, which tests of the layers above may use.
    pub fn new(device: &Arc<Device>) -> Result<Arc<Self>> {
        Self::create(device, 0, false, 0, 0, || Ok(()))
    }

    /// Creates a stream of the context numbered `context`, and registers it with the device, unless `is_allowed`, called
    /// under the lock of the registry, refuses.
    pub(super) fn create(
        device: &Arc<Device>,
        context: u64,
        is_default: bool,
        priority: u32,
        flags: u32,
        is_allowed: impl FnOnce() -> Result<()>,
    ) -> Result<Arc<Self>> {
        static NUMBERS: AtomicU64 = AtomicU64::new(1);
        device.register(is_allowed, |id| {
            Arc::new(Self {
                id,
                number: NUMBERS.fetch_add(1, Ordering::Relaxed),
                device: device.clone(),
                context,
                is_default,
                priority,
                flags,
                settings: Settings::default(),
                state: Mutex::default(),
                is_cut: AtomicBool::default(),
                progress: Condvar::new(),
                work: Condvar::new(),
            })
        })
    }

    /// Returns its number, unique among the live streams of its device.
    pub fn id(&self) -> i32 {
        self.id
    }

    /// Returns a number that no other stream of the process ever has.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns its device.
    #[inline]
    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// Returns the number of its context.
    pub fn context(&self) -> u64 {
        self.context
    }

    /// Returns true if it is its context's default stream, which ends with the context only.
    pub fn is_default(&self) -> bool {
        self.is_default
    }

    /// Returns the priority that it was created with; smaller is more urgent. Remembered, not acted upon.
    pub fn priority(&self) -> u32 {
        self.priority
    }

    /// Returns the flags that it was created with.
    pub fn flags(&self) -> u32 {
        self.flags
    }

    /// Settings that the entry points keep with it.
    #[inline]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns what happens after a failure.
    pub fn failure_mode(&self) -> FailureMode {
        lock(&self.state).failure_mode
    }

    /// Sets what happens after a failure.
    pub fn set_failure_mode(&self, mode: FailureMode) {
        lock(&self.state).failure_mode = mode;
    }

    /// Appends a task. If `small`, it may run at once on the calling thread.
    pub fn submit(self: &Arc<Self>, task: Task, small: bool) -> Result<()> {
        self.submit_with(small, |_| task)
    }

    /// Appends work that computes. If `small` and the stream is idle, it runs at once on the calling thread, without becoming a task. Where
    /// the stream is captured, each replay runs it.
    pub fn submit_work(self: &Arc<Self>, small: bool, work: impl Work + 'static) -> Result<()> {
        self.submit_named("work", small, work)
    }

    /// As [`Stream::submit_work`], of work that reports of captured tasks name.
    pub fn submit_named(
        self: &Arc<Self>,
        name: &'static str,
        small: bool,
        work: impl Work + 'static,
    ) -> Result<()> {
        let mut work = Some(work);
        let mut run = || match work.take() {
            // What it holds is gone before the stream has finished it.
            Some(work) => work.run(),
            None => Ok(()),
        };
        let submission = self.submit_at_once(small, &mut run)?;
        let Some(work) = work else {
            return Ok(());
        };
        match submission {
            Submission::Recorded(recorder) => {
                recorder.record(self, name, Recorded::Work(Arc::new(work)), small)
            }
            Submission::Queued | Submission::Done => self.submit(Task::work(work), small),
        }
    }

    /// Has small work run at once on an idle stream, of which no task is recorded; says what is to be done with other work. One copy for all kinds of work.
    fn submit_at_once(
        self: &Arc<Self>,
        small: bool,
        run: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Submission> {
        let mut state = lock(&self.state);
        if let Some(recorder) = state.recorder.clone() {
            return Ok(Submission::Recorded(recorder));
        }
        if !small || state.running || !state.queue.is_empty() || hooks::on() {
            return Ok(Submission::Queued);
        }
        if let Some(refusal) = state.refusal() {
            return Err(refusal);
        }
        state.issued += 1;
        LAST.set(Some(state.issued));
        state.running = true;
        state.began = state.cancellations;
        drop(state);
        let result = queue::run(run);
        drop(self.release_runner(self.finish(lock(&self.state), result)));
        Ok(Submission::Done)
    }

    /// Appends the task that `make` returns for its number in the stream. `make` is called under the stream's lock, once the
    /// stream has accepted the task: what it changes stays unchanged where the task is refused.
    pub fn submit_with(
        self: &Arc<Self>,
        small: bool,
        make: impl FnOnce(u64) -> Task,
    ) -> Result<()> {
        let mut state = lock(&self.state);
        if let Some(refusal) = state.refusal() {
            return Err(refusal);
        }
        if let Some(recorder) = &state.recorder {
            recorder.invalidate("a stream of it was given a task that cannot be captured");
            return Err(Reason::Capture(Capturing::Task).into());
        }
        state.issued += 1;
        let until = state.issued;
        LAST.set(Some(until));
        let task = make(until);
        if hooks::on() {
            hooks::submitted(self.watched(until, task.kind()));
        }
        let idle = state.queue.is_empty() && !state.running;
        let at_once = idle
            && match &task {
                Task::Compute(_) | Task::Work(_) => small && !schedule::is_deferred(),
                Task::Await { condition, .. } => condition.is_ready(),
                Task::OnWorker(_) | Task::Blocking(_) | Task::Endless(_) => false,
            };
        state.queue.push_back(task);
        if at_once {
            state.running = true;
            (state, _) = self.run_tasks(state, until, None, Runner::Helper);
            drop(self.release_runner(state));
        } else if !state.running && (idle || !state.has_worker) {
            drop(self.wake_worker(state));
        }
        Ok(())
    }

    /// Runs `work` in the stream's order, and returns when it is done: for memory that may be gone when the call has returned.
    /// An error that `work` returns is the stream's, as that of any task.
    pub fn run_now(self: &Arc<Self>, work: impl Work + 'static) -> Result<()> {
        {
            let state = lock(&self.state);
            self.may_wait(&state)?;
            state.check_runs()?;
        }
        let mut number = 0;
        let has_run = Arc::new(AtomicBool::new(false));
        let has_begun = has_run.clone();
        self.submit_with(true, |issued| {
            number = issued;
            Task::work(StartNotice { has_begun, work })
        })?;
        self.drain(number, None)?;
        self.was_seen();
        if has_run.load(Ordering::Acquire) {
            Ok(())
        } else {
            Err(Reason::Aborted.into())
        }
    }

    /// Waits until all tasks issued so far have finished, helping to run them. Returns the first error of a task that no
    /// synchronisation has returned yet.
    pub fn synchronize(self: &Arc<Self>, limit: Option<Duration>) -> Result<()> {
        let state = lock(&self.state);
        state.check_runs()?;
        let until = state.issued;
        let mut state = self.drain_from(state, until, limit)?;
        self.was_seen();
        if state.aborted {
            return Err(Reason::Aborted.into());
        }
        if state.orphaned {
            return Err(orphaned());
        }
        self.give_error(&mut state)
    }

    /// As [`Stream::synchronize`], for a wait that is for many streams: what only concerns users of this one, that it was aborted,
    /// destroyed, or lost its work in a fork, stays with it.
    pub(super) fn synchronize_among_others(
        self: &Arc<Self>,
        limit: Option<Duration>,
    ) -> Result<()> {
        let state = lock(&self.state);
        let until = state.issued;
        let mut state = self.drain_from(state, until, limit)?;
        self.was_seen();
        if state.refusal().is_some() || state.error == Some(Error::from(Reason::Aborted)) {
            return Ok(());
        }
        self.give_error(&mut state)
    }

    /// Returns the first error of a task that was not returned yet, once.
    fn give_error(&self, state: &mut State) -> Result<()> {
        let error = state.error.take();
        if error.is_some() && hooks::on() {
            check::error_seen(self.number);
        }
        error.map_or(Ok(()), Err)
    }

    /// For a program that looks for its mistake: waits for all tasks issued so far, at most as long as `limit`, and returns the first error of one that
    /// was not returned yet, where the stream is not captured. Says whether it has waited long enough. To checks it is as if nothing had waited.
    #[cold]
    pub fn error_at_once(self: &Arc<Self>, limit: Duration) -> Result<bool> {
        let state = lock(&self.state);
        if state.recorder.is_some() || state.calls_this_thread() {
            return Ok(true);
        }
        let until = state.issued;
        match self.drain_from(state, until, Some(limit)) {
            Ok(mut state) => self.give_error(&mut state).map(|()| true),
            Err(_) => Ok(false),
        }
    }

    /// Waits until all tasks issued so far have finished, helping to run them. Errors of tasks stay with the stream.
    pub fn drain_all(self: &Arc<Self>) -> Result<()> {
        let state = lock(&self.state);
        let until = state.issued;
        drop(self.drain_from(state, until, None)?);
        self.was_seen();
        Ok(())
    }

    /// Waits until the task numbered `until` has finished, helping to run tasks.
    pub fn drain(self: &Arc<Self>, until: u64, limit: Option<Duration>) -> Result<()> {
        self.drain_from(lock(&self.state), until, limit).map(drop)
    }

    /// Refuses a wait for this stream on a thread that runs one of its functions: it would never end.
    pub fn check_wait(&self) -> Result<()> {
        self.may_wait(&lock(&self.state))
    }

    /// Locks its state, for a fork.
    pub(super) fn lock_state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Returns true if the stream has been destroyed.
    pub fn is_closed(&self) -> bool {
        lock(&self.state).closed
    }

    /// Returns true if all tasks have finished.
    pub fn is_idle(&self) -> bool {
        let state = lock(&self.state);
        state.finished == state.issued
    }

    /// As [`Stream::is_idle`], for a program that asks.
    pub fn query_idle(&self) -> bool {
        let state = lock(&self.state);
        let is_idle = state.finished == state.issued;
        if is_idle {
            self.was_seen();
        }
        is_idle
    }

    /// Has the stream look again at the condition that it waits for.
    pub fn notify(self: &Arc<Self>) {
        let state = lock(&self.state);
        self.progress.notify_all();
        // Where no thread could be created, the queue rests at a wait.
        if !state.running && !state.has_worker && !state.queue.is_empty() {
            drop(self.wake_worker(state));
        }
    }

    /// Calls a function of the program that the stream waits for: until it returns, this thread may not wait for the stream.
    pub fn call_out<R>(&self, function: impl FnOnce() -> R) -> R {
        /// Takes the thread out of the list, however the function ends.
        struct Leave<'a>(&'a Stream, usize);
        impl Drop for Leave<'_> {
            fn drop(&mut self) {
                self.0.end_call(self.1);
            }
        }
        let _leave = Leave(self, self.begin_call());
        function()
    }

    /// Says that this thread is in a function that the stream waits for, until [`Stream::end_call`] is called with what this returns.
    pub fn begin_call(&self) -> usize {
        let thread = this_thread();
        lock(&self.state).callers.push(thread);
        thread
    }

    /// Undoes [`Stream::begin_call`].
    pub fn end_call(&self, thread: usize) {
        let callers = &mut lock(&self.state).callers;
        if let Some(at) = callers.iter().position(|&known| known == thread) {
            callers.swap_remove(at);
        }
    }

    /// [`Stream::check_wait`] under the stream's lock.
    fn may_wait(&self, state: &State) -> Result<()> {
        if !state.calls_this_thread() {
            return Ok(());
        }
        Err(Reason::State(format!(
            "stream {} would wait for itself: this thread runs a function that the stream waits for",
            self.id
        ))
        .into())
    }

    /// [`Stream::drain`] under the stream's lock.
    fn drain_from<'a>(
        self: &'a Arc<Self>,
        mut state: MutexGuard<'a, State>,
        until: u64,
        limit: Option<Duration>,
    ) -> Result<MutexGuard<'a, State>> {
        if state.finished >= until {
            return Ok(state);
        }
        self.may_wait(&state)?;
        let deadline = limit.map(|limit| Instant::now() + limit);
        let mut hang = if hooks::on() { check::hangs_at() } else { None };
        while state.finished < until {
            let outcome;
            let wake = [deadline, hang].into_iter().flatten().min();
            if !state.running && state.needs_worker(wake) {
                state = self.wake_worker(state);
                if state.finished >= until {
                    break;
                }
            }
            if state.running || state.needs_worker(wake) {
                (state, outcome) = self.wait(state, wake);
            } else {
                state.running = true;
                (state, outcome) = self.run_tasks(state, until, wake, Runner::Helper);
                state = self.release_runner(state);
            }
            if hang.is_some_and(|hang| Instant::now() >= hang) {
                hang = None;
                check::hangs(self.number);
            }
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if outcome == Drained::TimedOut && is_late && state.finished < until {
                return Err(Reason::Timeout {
                    what: Awaited::Stream,
                    limit: format!("{:?}", limit.unwrap_or_default()),
                }
                .into());
            }
        }
        Ok(state)
    }

    /// Tells checks that the program has waited for all of the stream.
    pub(super) fn was_seen(&self) {
        if hooks::on() {
            check::stream_finished(self.number);
        }
    }
}

/// Work that says that it has begun.
struct StartNotice<W> {
    has_begun: Arc<AtomicBool>,
    work: W,
}

impl<W: Work> Work for StartNotice<W> {
    fn run(&self) -> Result<()> {
        self.has_begun.store(true, Ordering::Release);
        self.work.run()
    }

    fn uses(&self, memory: &Range<usize>) -> bool {
        self.work.uses(memory)
    }
}

/// The refusal of a stream that was at work when the process was forked: what it waited for is in the other process.
fn orphaned() -> Error {
    Error::from(Reason::State(
        "the stream was at work when this process was forked, and its work stayed with the parent; create another stream"
            .into(),
    ))
}

/// A number that the calling thread shares with no other live thread; known until the very end of the thread.
fn this_thread() -> usize {
    // SAFETY: it has no preconditions.
    unsafe { libc::pthread_self() as usize }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("id", &self.id)
            .field("device", &self.device.id())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
