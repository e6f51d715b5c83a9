//! Streams: queues of tasks that run in order, asynchronously to whoever fills them.
//!
//! Whoever holds the right to run (`State::running`) takes tasks from the front, one at a time: the stream's own worker
//! thread, which starts when it is first needed, or a thread that synchronises and so has nothing better to do. A
//! small task on an idle stream runs at once on the thread that submits it: cheaper than waking another.

use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::Device;
use crate::error::{Error, Result};
use crate::numeric::environment;
use crate::sync::{lock, panic_text};

/// Something that a stream can wait for.
pub trait Condition: Send + Sync {
    /// Whether the wait is over.
    fn is_ready(&self) -> bool;
    /// Asks for [`Stream::poke`] when the answer of `is_ready` may have changed.
    fn subscribe(&self, stream: &Arc<Stream>);
    /// How often to look, for what cannot tell: memory that anyone may write.
    fn poll_interval(&self) -> Option<Duration> {
        None
    }
    /// What is waited for, in an error text.
    fn name(&self) -> &'static str;
}

/// One entry of a stream's queue.
pub enum Task {
    /// Work that any thread may do.
    Compute(Box<dyn FnOnce() -> Result<()> + Send>),
    /// Work that must not run on a thread of the program, such as its own callbacks.
    OnWorker(Box<dyn FnOnce() -> Result<()> + Send>),
    /// A wait, with a limit.
    Await {
        /// What to wait for.
        condition: Arc<dyn Condition>,
        /// How long at most.
        limit: Option<Duration>,
        /// When the wait began.
        since: Option<Instant>,
    },
}

impl Task {
    /// Work that any thread may do.
    pub fn compute(work: impl FnOnce() -> Result<()> + Send + 'static) -> Self {
        Task::Compute(Box::new(work))
    }

    /// A wait without a limit.
    pub fn wait(condition: Arc<dyn Condition>, limit: Option<Duration>) -> Self {
        Task::Await {
            condition,
            limit,
            since: None,
        }
    }
}

/// What happens to the rest of a stream when a task fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FailureMode {
    /// It runs.
    #[default]
    Continue,
    /// It is dropped.
    Stop,
}

/// Told of each task that fails, on the thread that ran it: the stream, the task's number in it, why.
pub type FailureObserver = fn(&Stream, u64, &Error);

static OBSERVER: OnceLock<FailureObserver> = OnceLock::new();

/// Has every failing task told to `observer`. There is one; later ones are not told.
pub fn observe_failures(observer: FailureObserver) {
    // Whoever came first stays.
    let _ = OBSERVER.set(observer);
}

/// A queue of tasks on one device.
pub struct Stream {
    id: i32,
    device: Arc<Device>,
    context: u64,
    priority: u32,
    flags: u32,
    key: OnceLock<usize>,
    state: Mutex<State>,
    /// A task finished, the right to run was given back, or a condition changed.
    progress: Condvar,
    /// For the worker: there are tasks that nobody runs, or the stream is closed.
    work: Condvar,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Task>,
    running: bool,
    issued: u64,
    finished: u64,
    /// Threads that wait for `progress`.
    waiting: usize,
    has_worker: bool,
    closed: bool,
    aborted: bool,
    /// Counts cancellations, so that a wait sees that it was cancelled.
    cancellations: u64,
    failure_mode: FailureMode,
    attributes: Vec<(i32, u32)>,
    error: Option<Error>,
}

/// Whether a drain came to its end.
#[derive(PartialEq, Eq)]
enum Drained {
    Yes,
    TimedOut,
}

impl Stream {
    /// A new stream. `context` is the number of the context that it belongs to.
    pub fn new(device: &Arc<Device>, context: u64, priority: u32, flags: u32) -> Result<Arc<Self>> {
        let id = device.new_stream_id()?;
        let stream = Arc::new(Self {
            id,
            device: device.clone(),
            context,
            priority,
            flags,
            key: OnceLock::new(),
            state: Mutex::default(),
            progress: Condvar::new(),
            work: Condvar::new(),
        });
        Ok(stream)
    }

    /// Its number, unique among the live streams of its device.
    pub fn id(&self) -> i32 {
        self.id
    }

    /// The key by which programs know it; a place for the entry points to keep it.
    pub fn key(&self) -> &OnceLock<usize> {
        &self.key
    }

    /// Its device.
    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }

    /// The number of its context.
    pub fn context(&self) -> u64 {
        self.context
    }

    /// The priority that it was created with; smaller is more urgent. Remembered, not acted upon.
    pub fn priority(&self) -> u32 {
        self.priority
    }

    /// The flags that it was created with.
    pub fn flags(&self) -> u32 {
        self.flags
    }

    /// What happens after a failure.
    pub fn failure_mode(&self) -> FailureMode {
        lock(&self.state).failure_mode
    }

    /// Sets what happens after a failure.
    pub fn set_failure_mode(&self, mode: FailureMode) {
        lock(&self.state).failure_mode = mode;
    }

    /// An attribute that the stream only has to remember.
    pub fn attribute(&self, key: i32) -> Option<u32> {
        let state = lock(&self.state);
        state
            .attributes
            .iter()
            .find(|(known, _)| *known == key)
            .map(|&(_, value)| value)
    }

    /// Stores an attribute.
    pub fn set_attribute(&self, key: i32, value: u32) {
        let attributes = &mut lock(&self.state).attributes;
        attributes.retain(|(known, _)| *known != key);
        attributes.push((key, value));
    }

    /// Appends a task. If `small`, it may run at once on the calling thread.
    pub fn submit(self: &Arc<Self>, task: Task, small: bool) -> Result<()> {
        let mut state = lock(&self.state);
        if state.closed {
            return Err(Error::State("the stream has been destroyed".into()));
        }
        if state.aborted {
            return Err(Error::Aborted);
        }
        state.issued += 1;
        let idle = state.queue.is_empty() && !state.running;
        state.queue.push_back(task);
        if idle {
            let at_once = match state.queue.front() {
                Some(Task::Compute(_)) => small,
                Some(Task::Await { condition, .. }) => condition.is_ready(),
                _ => false,
            };
            if at_once {
                state.running = true;
                let until = state.issued;
                (state, _) = self.run_tasks(state, until, None, false);
                self.give_back(state);
            } else {
                self.wake_worker(state);
            }
        }
        Ok(())
    }

    /// Waits until all tasks issued so far have finished, helping to run them. Gives the first error of a task that no
    /// synchronisation has given yet.
    pub fn synchronize(self: &Arc<Self>, limit: Option<Duration>) -> Result<()> {
        let until = lock(&self.state).issued;
        self.drain(until, limit)?;
        self.take_error()
    }

    /// The number of the task that was issued last.
    pub fn issued(&self) -> u64 {
        lock(&self.state).issued
    }

    /// Whether the stream has been destroyed.
    pub fn is_closed(&self) -> bool {
        lock(&self.state).closed
    }

    /// Whether all tasks have finished.
    pub fn is_idle(&self) -> bool {
        let state = lock(&self.state);
        state.finished == state.issued
    }

    /// The first error of a task that nobody has seen yet; clears it.
    pub fn take_error(&self) -> Result<()> {
        let mut state = lock(&self.state);
        if state.aborted {
            return Err(Error::Aborted);
        }
        state.error.take().map_or(Ok(()), Err)
    }

    /// Waits until the task numbered `until` has finished, helping to run tasks.
    pub fn drain(self: &Arc<Self>, until: u64, limit: Option<Duration>) -> Result<()> {
        let deadline = limit.map(|limit| Instant::now() + limit);
        let mut state = lock(&self.state);
        while state.finished < until {
            let worker_needed = matches!(state.queue.front(), Some(Task::OnWorker(_)));
            let outcome;
            if state.running || worker_needed {
                if !state.running {
                    self.wake_worker(state);
                    state = lock(&self.state);
                    if state.finished >= until {
                        break;
                    }
                }
                (state, outcome) = self.wait(state, deadline);
            } else {
                state.running = true;
                (state, outcome) = self.run_tasks(state, until, deadline, false);
                self.give_back(state);
                state = lock(&self.state);
            }
            if outcome == Drained::TimedOut && state.finished < until {
                let limit = limit.unwrap_or_default();
                return Err(Error::Timeout {
                    what: "the stream's work",
                    limit: format!("{limit:?}"),
                });
            }
        }
        Ok(())
    }

    /// Drops all queued tasks and cancels a wait that is under way; what computes is let finish. Later
    /// synchronisations say that the stream was aborted.
    pub fn abort(&self) {
        let mut state = lock(&self.state);
        state.aborted = true;
        self.cancel(state, true);
    }

    /// Cancels a wait that is under way. Computing tasks cannot be stopped.
    pub fn stop_current(&self) {
        let state = lock(&self.state);
        self.cancel(state, false);
    }

    fn cancel(&self, mut state: MutexGuard<'_, State>, drop_queue: bool) {
        state.cancellations += 1;
        let dropped = if drop_queue {
            std::mem::take(&mut state.queue)
        } else {
            VecDeque::new()
        };
        state.finished += dropped.len() as u64;
        self.progress.notify_all();
        drop(state);
        // Tasks may wake other streams when they are dropped: not under this stream's lock.
        drop(dropped);
    }

    /// Ends the stream after its tasks.
    pub fn close(self: &Arc<Self>) {
        let until = {
            let mut state = lock(&self.state);
            state.closed = true;
            state.issued
        };
        // Cannot time out.
        let _ = self.drain(until, None);
        self.end();
    }

    /// Ends the stream after its tasks, without waiting for them.
    pub fn close_later(self: &Arc<Self>) {
        if !self.is_idle() {
            let pending = self.clone();
            let waiter = std::thread::Builder::new().name("hostnpu-stream-end".into());
            if waiter.spawn(move || pending.close()).is_ok() {
                return;
            }
        }
        self.close();
    }

    /// Ends the stream at once; its tasks are dropped.
    pub fn close_now(&self) {
        let mut state = lock(&self.state);
        state.closed = true;
        self.cancel(state, true);
        self.end();
    }

    fn end(&self) {
        self.work.notify_all();
        self.progress.notify_all();
        self.device.drop_stream_id(self.id);
    }

    /// Tells the stream that a condition it may wait for has changed.
    pub fn poke(&self) {
        // The lock makes sure that a waiter is either before its look at the condition or asleep.
        drop(lock(&self.state));
        self.progress.notify_all();
    }

    /// Runs tasks until the one numbered `until` has finished, the queue is empty, or the deadline is past. The caller
    /// holds the right to run.
    fn run_tasks<'a>(
        self: &'a Arc<Self>,
        mut state: MutexGuard<'a, State>,
        until: u64,
        deadline: Option<Instant>,
        is_worker: bool,
    ) -> (MutexGuard<'a, State>, Drained) {
        while state.finished < until {
            let Some(task) = state.queue.pop_front() else {
                break;
            };
            match task {
                Task::OnWorker(_) if !is_worker => {
                    state.queue.push_front(task);
                    break;
                }
                Task::Compute(work) | Task::OnWorker(work) => {
                    drop(state);
                    let result = environment::known(|| catch_unwind(AssertUnwindSafe(work)))
                        .unwrap_or_else(|panic| Err(Error::Internal(panic_text(&*panic).into())));
                    state = lock(&self.state);
                    state = self.finish(state, result);
                }
                Task::Await {
                    condition,
                    limit,
                    since,
                } => {
                    let since = since.unwrap_or_else(Instant::now);
                    condition.subscribe(self);
                    let cancellations = state.cancellations;
                    let end = limit.map(|limit| since + limit);
                    loop {
                        let now = Instant::now();
                        if condition.is_ready() || state.cancellations != cancellations {
                            state = self.finish(state, Ok(()));
                            break;
                        }
                        if end.is_some_and(|end| now >= end) {
                            let limit = format!("{:?}", limit.unwrap_or_default());
                            let error = Error::Timeout {
                                what: condition.name(),
                                limit,
                            };
                            state = self.finish(state, Err(error));
                            break;
                        }
                        if deadline.is_some_and(|deadline| now >= deadline) {
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
                }
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) && state.finished < until
            {
                return (state, Drained::TimedOut);
            }
        }
        (state, Drained::Yes)
    }

    /// Books the end of a task.
    fn finish<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        result: Result<()>,
    ) -> MutexGuard<'a, State> {
        if let (Err(error), Some(observer)) = (&result, OBSERVER.get()) {
            let task = state.finished + 1;
            // The observer may call back into the stream: not under its lock. The right to run is still held.
            drop(state);
            observer(self, task, error);
            state = lock(&self.state);
        }
        state.finished += 1;
        if let Err(error) = result {
            let task = state.finished;
            log::error!("task {task} of stream {}: {error}", self.id);
            let error = match error {
                Error::Timeout { .. } => error,
                error => Error::Task {
                    stream: self.id,
                    task,
                    reason: error.to_string(),
                },
            };
            state.error.get_or_insert(error);
            if state.failure_mode == FailureMode::Stop {
                let dropped = std::mem::take(&mut state.queue);
                state.finished += dropped.len() as u64;
                drop(state);
                drop(dropped);
                state = lock(&self.state);
            }
        }
        if state.waiting > 0 {
            self.progress.notify_all();
        }
        state
    }

    fn wait<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        deadline: Option<Instant>,
    ) -> (MutexGuard<'a, State>, Drained) {
        state.waiting += 1;
        let (mut state, outcome) = match deadline {
            None => {
                let state = self
                    .progress
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
                (state, Drained::Yes)
            }
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                let (state, _) = self
                    .progress
                    .wait_timeout(state, left)
                    .unwrap_or_else(PoisonError::into_inner);
                let past = Instant::now() >= deadline;
                (
                    state,
                    if past {
                        Drained::TimedOut
                    } else {
                        Drained::Yes
                    },
                )
            }
        };
        state.waiting -= 1;
        (state, outcome)
    }

    /// Releases the right to run; what is left is the worker's.
    fn give_back<'a>(self: &'a Arc<Self>, mut state: MutexGuard<'a, State>) {
        state.running = false;
        if state.waiting > 0 {
            self.progress.notify_all();
        }
        if !state.queue.is_empty() {
            self.wake_worker(state);
        }
    }

    fn wake_worker<'a>(self: &'a Arc<Self>, mut state: MutexGuard<'a, State>) {
        if state.has_worker {
            self.work.notify_one();
            return;
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
                    (state, _) = self.run_tasks(state, u64::MAX, None, true);
                    state.running = false;
                }
            }
        }
    }

    /// The worker thread.
    fn work(self: Arc<Self>) {
        let mut state = lock(&self.state);
        loop {
            if state.queue.is_empty() || state.running {
                if state.closed && state.queue.is_empty() {
                    return;
                }
                state = self
                    .work
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            state.running = true;
            (state, _) = self.run_tasks(state, u64::MAX, None, true);
            state.running = false;
            if state.waiting > 0 {
                self.progress.notify_all();
            }
        }
    }
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
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::*;
    use crate::device::devices;

    fn stream() -> Arc<Stream> {
        Stream::new(&devices()[0], 0, 0, 0).unwrap()
    }

    /// A condition that a test opens.
    #[derive(Default)]
    struct Gate {
        open: AtomicBool,
        streams: Mutex<Vec<Arc<Stream>>>,
    }

    impl Gate {
        fn open(&self) {
            self.open.store(true, Ordering::SeqCst);
            lock(&self.streams).iter().for_each(|stream| stream.poke());
        }
    }

    impl Condition for Gate {
        fn is_ready(&self) -> bool {
            self.open.load(Ordering::SeqCst)
        }
        fn subscribe(&self, stream: &Arc<Stream>) {
            lock(&self.streams).push(stream.clone());
        }
        fn name(&self) -> &'static str {
            "the gate"
        }
    }

    #[test]
    fn tasks_run_in_the_order_of_their_submission() {
        let stream = stream();
        let seen = Arc::new(Mutex::new(Vec::new()));
        for i in 0..1000 {
            let seen = seen.clone();
            let task = Task::compute(move || {
                lock(&seen).push(i);
                Ok(())
            });
            stream.submit(task, i % 3 == 0).unwrap();
        }
        stream.synchronize(None).unwrap();
        assert_eq!(*lock(&seen), (0..1000).collect::<Vec<_>>());
        stream.close();
    }

    #[test]
    fn work_goes_on_without_anyone_who_synchronises() {
        let stream = stream();
        let done = Arc::new(AtomicBool::new(false));
        let flag = done.clone();
        let task = Task::compute(move || {
            flag.store(true, Ordering::SeqCst);
            Ok(())
        });
        stream.submit(task, false).unwrap();
        let start = Instant::now();
        while !done.load(Ordering::SeqCst) {
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "the worker never ran the task"
            );
            std::thread::yield_now();
        }
        stream.close();
    }

    #[test]
    fn a_panic_is_an_error_of_the_stream_and_the_next_task_runs() {
        let stream = stream();
        let after = Arc::new(AtomicUsize::new(0));
        let counter = after.clone();
        stream
            .submit(Task::compute(|| panic!("kernel fell over")), false)
            .unwrap();
        let task = Task::compute(move || {
            counter.fetch_add(1, Ordering::SeqCst);
            Ok(())
        });
        stream.submit(task, false).unwrap();
        let error = stream.synchronize(None).unwrap_err();
        assert!(error.to_string().contains("kernel fell over"), "{error}");
        assert_eq!(after.load(Ordering::SeqCst), 1);
        assert_eq!(stream.synchronize(None), Ok(()), "an error is given once");
        stream.close();
    }

    #[test]
    fn stop_on_failure_drops_the_rest() {
        let stream = stream();
        stream.set_failure_mode(FailureMode::Stop);
        let gate = Arc::new(Gate::default());
        let after = Arc::new(AtomicUsize::new(0));
        let counter = after.clone();
        stream
            .submit(Task::wait(gate.clone(), None), false)
            .unwrap();
        stream
            .submit(Task::compute(|| Err(Error::Internal("x".into()))), false)
            .unwrap();
        let task = Task::compute(move || {
            counter.fetch_add(1, Ordering::SeqCst);
            Ok(())
        });
        stream.submit(task, false).unwrap();
        gate.open();
        assert!(stream.synchronize(None).is_err());
        assert_eq!(after.load(Ordering::SeqCst), 0);
        stream.close();
    }

    #[test]
    fn a_wait_that_takes_too_long_is_left_to_the_worker() {
        let stream = stream();
        let gate = Arc::new(Gate::default());
        stream
            .submit(Task::wait(gate.clone(), None), false)
            .unwrap();
        let error = stream
            .synchronize(Some(Duration::from_millis(20)))
            .unwrap_err();
        assert!(matches!(error, Error::Timeout { .. }), "{error}");
        assert!(!stream.is_idle());
        gate.open();
        stream.synchronize(None).unwrap();
        assert!(stream.is_idle());
        stream.close();
    }

    #[test]
    fn a_limited_wait_fails_the_stream() {
        let stream = stream();
        let gate = Arc::new(Gate::default());
        stream
            .submit(Task::wait(gate, Some(Duration::from_millis(5))), false)
            .unwrap();
        let error = stream.synchronize(None).unwrap_err();
        assert_eq!(error.to_string(), "the gate took longer than 5ms");
        stream.close();
    }

    #[test]
    fn abort_drops_what_waits() {
        let stream = stream();
        stream
            .submit(Task::wait(Arc::new(Gate::default()), None), false)
            .unwrap();
        stream
            .submit(Task::compute(|| panic!("dropped")), false)
            .unwrap();
        stream.abort();
        assert_eq!(stream.synchronize(None), Err(Error::Aborted));
        assert_eq!(
            stream.submit(Task::compute(|| Ok(())), true),
            Err(Error::Aborted)
        );
        stream.close_now();
    }

    #[test]
    fn callbacks_never_run_on_the_synchronising_thread() {
        let stream = stream();
        let own = std::thread::current().id();
        let other = Arc::new(AtomicBool::new(false));
        let flag = other.clone();
        let work = move || {
            flag.store(std::thread::current().id() != own, Ordering::SeqCst);
            Ok(())
        };
        stream.submit(Task::OnWorker(Box::new(work)), true).unwrap();
        stream.synchronize(None).unwrap();
        assert!(other.load(Ordering::SeqCst));
        stream.close();
    }

    #[test]
    fn many_threads_may_fill_and_drain_one_stream() {
        let stream = stream();
        let count = Arc::new(AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for i in 0..2000 {
                        let count = count.clone();
                        let task = Task::compute(move || {
                            count.fetch_add(1, Ordering::SeqCst);
                            Ok(())
                        });
                        stream.submit(task, i % 2 == 0).unwrap();
                        if i % 16 == 0 {
                            stream.synchronize(None).unwrap();
                        }
                    }
                });
            }
        });
        stream.synchronize(None).unwrap();
        assert_eq!(count.load(Ordering::SeqCst), 8000);
        stream.close();
    }
}
