//! One rank's end of a communicator.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

use super::cancel::{Cut, destroyed, wait};
use super::operation::STEP_BITS;
use super::origin::Origin;
use super::{Cancel, Engine, Message, Number, Operation, Span, Window, Windows, Work};
use hostnpu_base::error::{Error, Reason, Result, Trouble};
use hostnpu_base::sync::{lock, stop};
use hostnpu_device::{self, Stream, Task, WorkOn};
use hostnpu_diagnostics::{check, hooks};

/// Bytes that are moved at once on an idle stream where there is no other rank to wait for.
const SMALL: usize = 64 << 10;

/// Time between two looks of a rank that waits for a word of memory.
const PAUSE: Duration = Duration::from_micros(50);

/// One rank of a communicator.
pub struct Group {
    rank: u32,
    size: u32,
    name: String,
    limit: Option<Duration>,
    engine: Box<dyn Engine>,
    origin: Origin,
    /// Collective operations called so far.
    operations: AtomicU64,
    /// Messages called so far, by direction (whether sent) and peer.
    messages: Mutex<HashMap<(bool, u32), u64>>,
    destroyed: AtomicBool,
    moving: AtomicU32,
    /// The error of the last operation that failed because of another rank.
    trouble: OnceLock<Error>,
}

impl Group {
    pub(super) fn new(
        rank: u32,
        size: u32,
        name: String,
        limit: Option<Duration>,
        engine: Box<dyn Engine>,
        origin: Origin,
    ) -> Arc<Self> {
        Arc::new(Self {
            rank,
            size,
            name,
            limit,
            engine,
            origin,
            operations: AtomicU64::new(0),
            messages: Mutex::default(),
            destroyed: AtomicBool::new(false),
            moving: AtomicU32::new(0),
            trouble: OnceLock::new(),
        })
    }

    /// Returns its number among the ranks.
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// Returns the number of ranks.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Returns the name of the communicator.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Returns why the ranks can no longer come together, if that is so.
    pub fn failure(&self) -> Option<Error> {
        let own = self.trouble.get().cloned();
        own.or_else(|| self.engine.failure())
    }

    /// Returns why the communicator is broken, if it is. Ranks end at different times: one that has left in order breaks nothing.
    pub fn broken(&self) -> Option<Error> {
        let own = self.trouble.get().cloned();
        own.or_else(|| self.engine.broken())
    }

    /// Appends this rank's part in an operation to a stream.
    ///
    /// # Safety
    /// The memory of the operation must be there, and be used by nothing else, until the stream has done it. It must be aligned to the
    /// element, and what it reads and what it writes must not overlap but where a rank's own part stays in place.
    pub unsafe fn queue(
        self: &Arc<Self>,
        stream: &Arc<Stream>,
        operation: Operation,
    ) -> Result<()> {
        if let Some(failure) = self.failure() {
            return Err(failure);
        }
        if hooks::on() {
            let checks = check::RACE | check::INIT | check::HOST;
            check::give_up(checks, "a collective operation");
        }
        let (group, operation) = (self.clone(), Arc::new(operation));
        if self.size == 1 {
            let (reads, writes) = operation.memory(self.rank);
            let bytes: usize = reads.iter().chain(&writes).map(|span| span.bytes).sum();
            let memory: Vec<_> = reads
                .iter()
                .chain(&writes)
                .map(|span| span.range())
                .collect();
            let work = move || group.run(&group.draw(&operation), &operation, None);
            return stream.submit_work(bytes <= SMALL, WorkOn { memory, work });
        }
        stream.submit_step("collective operation", move |stream| {
            stream.submit_with(false, |_| {
                let number = group.draw(&operation);
                let (group, operation) = (group.clone(), operation.clone());
                let stream: Weak<Stream> = Arc::downgrade(stream);
                Task::Blocking(Arc::new(Part {
                    group,
                    number,
                    operation,
                    stream,
                }))
            })
        })
    }

    /// Gives the operation its number.
    fn draw(&self, operation: &Operation) -> Number {
        match (&operation.signature, &operation.work) {
            (None, Work::Exchange { sends, receives }) => {
                let mut counts = lock(&self.messages);
                let mut draw = |is_send: bool, messages: &[Message]| {
                    let numbers = messages.iter().map(|message| {
                        let count = counts.entry((is_send, message.peer)).or_default();
                        *count += 1;
                        *count - 1
                    });
                    numbers.collect()
                };
                Number::Messages {
                    sends: draw(true, sends),
                    receives: draw(false, receives),
                }
            }
            _ => Number::Collective(self.draw_collective()),
        }
    }

    /// The number of the next collective operation, or call of several: that of its first step.
    pub(super) fn draw_collective(&self) -> u64 {
        self.operations.fetch_add(1, Ordering::Relaxed) << STEP_BITS
    }

    pub(super) fn run(
        &self,
        number: &Number,
        operation: &Operation,
        stream: Option<&Stream>,
    ) -> Result<()> {
        if self.destroyed.load(Ordering::Acquire) {
            return Err(destroyed());
        }
        let cancel = Cancel::new(stream, &self.destroyed, &self.moving, self.limit);
        let result = self.engine.run(number, operation, &cancel);
        if let Err(error) = &result
            && let Reason::Ranks {
                trouble: Trouble::Gone,
                ..
            } = error.reason()
        {
            self.trouble.get_or_init(|| error.clone());
        }
        result
    }

    /// The memory of the ranks to which others write.
    fn windows(&self) -> Result<&Windows> {
        if self.destroyed.load(Ordering::Acquire) {
            return Err(destroyed());
        }
        self.engine.windows().ok_or_else(|| {
            let text = format!(
                "writing to the memory of ranks of `{}` in other processes",
                self.name
            );
            Reason::NotSupported(text).into()
        })
    }

    /// Refuses communicators whose ranks do not write to each other's memory.
    pub fn check_windows(&self) -> Result<()> {
        self.windows().map(drop)
    }

    /// Registers memory of this rank, to which other ranks may write after [`Group::exchange_window`]; returns its number. The program frees it after [`Group::deregister`] only.
    pub fn register(&self, memory: Span) -> Result<usize> {
        Ok(self.windows()?.register(self.rank, memory))
    }

    /// Forgets registered memory of this rank.
    pub fn deregister(&self, number: usize) -> Result<()> {
        self.windows()?.deregister(self.rank, number)
    }

    /// Shows registered memory to other ranks, and waits until these have shown theirs.
    pub fn exchange_window(&self, number: usize, peers: &[u32], limit: Duration) -> Result<()> {
        let windows = self.windows()?;
        windows.show(self.rank, number, peers)?;
        let limit = Some(limit);
        for &peer in peers.iter().filter(|&&peer| peer != self.rank) {
            let what = || format!("memory is to be shown to rank {}", self.rank);
            self.wait_within(limit, peer, &what, &mut || {
                windows.has_shown(peer, self.rank)
            })?;
        }
        Ok(())
    }

    /// Returns the memory of a rank to which this one may write: what that rank has shown, where this one has shown some too, else a buffer of the communicator.
    pub fn window(&self, rank: u32) -> Result<Window> {
        self.windows()?.of(self.rank, rank)
    }

    /// Waits until a rank has done something, which `is_over` sees, within the time that operations have; `what` says what it should do.
    pub fn wait_for(
        &self,
        peer: u32,
        what: &dyn Fn() -> String,
        is_over: &mut dyn FnMut() -> bool,
    ) -> Result<()> {
        self.wait_within(self.limit, peer, what, is_over)
    }

    fn wait_within(
        &self,
        limit: Option<Duration>,
        peer: u32,
        what: &dyn Fn() -> String,
        is_over: &mut dyn FnMut() -> bool,
    ) -> Result<()> {
        let windows = self.windows()?;
        let cancel = Cancel::new(None, &self.destroyed, &self.moving, limit);
        let gone = || windows.gone(peer);
        let waited = wait(&cancel, &mut || is_over() || gone().is_some(), &mut || {
            stop::check();
            std::thread::sleep(PAUSE);
        });
        match waited {
            Ok(()) if is_over() => Ok(()),
            Ok(()) => gone().map_or(Ok(()), Err),
            Err(Cut::Ended(error)) => Err(error),
            Err(Cut::Late) => {
                let text = format!(
                    "`{}`: {}: rank {peer} did not do so in time",
                    self.name,
                    what()
                );
                Err(Error::ranks(Trouble::Late, text))
            }
        }
    }

    /// Ends this rank: operations that wait for other ranks fail. Refused while data move.
    pub fn destroy(&self) -> Result<()> {
        if self.moving.load(Ordering::Acquire) > 0 {
            let text = format!(
                "an operation of `{}` moves data; synchronise its stream first",
                self.name
            );
            return Err(Error::ranks(Trouble::Busy, text));
        }
        if !self.destroyed.swap(true, Ordering::AcqRel) {
            self.engine.leave(&destroyed());
        }
        Ok(())
    }
}

/// The work of this rank in an operation of several.
struct Part {
    group: Arc<Group>,
    number: Number,
    operation: Arc<Operation>,
    stream: Weak<Stream>,
}

impl hostnpu_device::Work for Part {
    fn run(&self) -> Result<()> {
        let stream = self.stream.upgrade();
        self.group
            .run(&self.number, &self.operation, stream.as_deref())
    }

    fn uses(&self, memory: &Range<usize>) -> bool {
        let (reads, writes) = self.operation.memory(self.group.rank);
        let mut spans = reads.iter().chain(&writes);
        spans.any(|span| hostnpu_device::share(&span.range(), memory))
    }
}

impl std::fmt::Debug for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Group")
            .field("rank", &self.rank)
            .field("size", &self.size)
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
