//! Ranks in several processes, on one host or several: messages of UCX.
//!
//! UCX moves bytes; what is added is added here, in the order of the ranks. An operation that fails for another rank's sake ends the
//! communicator on all of them: what is under way cannot be taken back.

mod direct;
mod header;
mod library;
mod meet;
mod messages;
mod patience;
mod pulled;
mod rounds;
mod together;
mod worker;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::available_parallelism as processors;
use std::time::Instant;

use self::patience::Patience;
use self::worker::Worker;
use super::board::{Board, Boards};
use super::cancel::{Cut, LOOK, SPIN};
use super::control::Control;
use super::{Cancel, Engine, Number, Operation, Work};
use hostnpu_base::error::{Error, Reason, Result, Trouble};
use hostnpu_base::sync::lock;

/// Bytes before an address of UCX: where the process is, and the key of the rank's board, 0 without one.
const PREFIX: usize = direct::BYTES + size_of::<u64>();

/// A rank's end of UCX before it knows the other ranks, and its board.
pub(super) struct Opened {
    worker: Worker,
    board: Option<Board>,
}

/// Opens UCX for a rank of `size`, or says why it cannot be used.
pub(super) fn open(size: u32) -> Result<Opened, String> {
    let worker = Worker::new()?;
    let board = match direct::is_allowed() && size > 1 {
        true => Board::new(size, header::LONGEST),
        false => None,
    };
    Ok(Opened { worker, board })
}

/// Returns what other ranks need to reach this one.
pub(super) fn address(opened: &Opened) -> Result<Vec<u8>, String> {
    let mut bytes = direct::prefix().to_vec();
    let key = opened.board.as_ref().map_or(0, |board| board.key);
    bytes.extend(key.to_le_bytes());
    bytes.extend(opened.worker.address()?);
    Ok(bytes)
}

/// Returns the key of the board of the rank with this address, if it has one on this host.
fn key_of(address: &[u8]) -> Option<u64> {
    let key = address.get(direct::BYTES..)?.first_chunk()?;
    let key = u64::from_le_bytes(*key);
    (key != 0 && direct::is_here(address)).then_some(key)
}

/// One rank of a communicator whose ranks are in several processes.
pub(super) struct Ucx {
    name: String,
    rank: u32,
    size: u32,
    /// Nothing after a failure.
    worker: Mutex<Option<Worker>>,
    control: Arc<Control>,
    /// Threads that wait for the worker.
    waiting: AtomicU32,
    /// The process of each rank whose memory this one can read.
    processes: Vec<Option<u32>>,
    /// What the ranks of this host say first, unless this rank cannot map the boards of all others.
    boards: Option<Arc<Boards>>,
    /// Whether all ranks have mapped all boards, once it is known.
    are_common: OnceLock<bool>,
    /// How long this rank looks for the others before it sleeps.
    patience: Patience,
    /// The process in which this rank came to the communicator: a child has its memory, but is not the rank.
    process: u32,
}

/// What a message is: its sender, whether it is of a collective operation, the step in it, and its number.
fn tag(sender: u32, is_message: bool, step: u8, number: u64) -> u64 {
    let number = number & ((1 << 40) - 1);
    u64::from(sender) << 48 | u64::from(is_message) << 47 | u64::from(step) << 40 | number
}

impl Ucx {
    pub(super) fn new(
        name: &str,
        rank: u32,
        size: u32,
        opened: Opened,
        table: Vec<Vec<u8>>,
        control: Arc<Control>,
    ) -> Self {
        let processes = table.iter().map(|address| direct::readable(address));
        let processes = processes.collect();
        let boards = opened.board.and_then(|own| {
            let keys: Vec<Option<u64>> = table.iter().map(|address| key_of(address)).collect();
            Boards::map(own, rank, &keys).map(Arc::new)
        });
        if let Some(boards) = &boards {
            let boards = boards.clone();
            control.at_failure(move || boards.ring());
        }
        let mut worker = opened.worker;
        worker.connect(table);
        Self {
            name: name.into(),
            rank,
            size,
            worker: Mutex::new(Some(worker)),
            control,
            waiting: AtomicU32::new(0),
            processes,
            boards,
            are_common: OnceLock::new(),
            patience: Patience::new(processors().is_ok_and(|count| count.get() >= size as usize)),
            process: std::process::id(),
        }
    }

    /// The ranks but this one, the next one first, so that not all begin with the same.
    fn peers(&self) -> impl Iterator<Item = u32> + use<> {
        let (rank, size) = (self.rank, self.size);
        (1..size).map(move |i| (rank + i) % size)
    }

    /// Whether this process is a child of the rank's.
    fn is_elsewhere(&self) -> bool {
        std::process::id() != self.process
    }

    /// Works with the worker. After an error it is gone: what is under way must not touch memory that its owner takes back.
    fn with<R>(&self, work: impl FnOnce(&mut Worker) -> Result<R>) -> Result<R> {
        let mut guard = lock(&self.worker);
        let result = match guard.as_mut() {
            Some(worker) => work(worker),
            None => Err(self.over()),
        };
        if result.is_err() {
            *guard = None;
        }
        result
    }

    /// Why there is no worker.
    fn over(&self) -> Error {
        let text = format!("the ranks of `{}` can no longer come together", self.name);
        self.control
            .failure()
            .unwrap_or_else(|| Error::ranks(Trouble::Gone, text))
    }

    /// Has the worker move data until `step` says that it is over: for a short time by asking again and again, then asleep.
    fn drive(
        &self,
        cancel: Option<&Cancel<'_>>,
        mut step: impl FnMut(&mut Worker) -> Result<bool>,
    ) -> Result<(), Cut> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let result = self.drive_on(cancel, &mut step);
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        if result.is_err() {
            // What is under way must not touch memory that its owner takes back.
            drop(lock(&self.worker).take());
        }
        result
    }

    fn drive_on(
        &self,
        cancel: Option<&Cancel<'_>>,
        step: &mut impl FnMut(&mut Worker) -> Result<bool>,
    ) -> Result<(), Cut> {
        let mut idle_since = None;
        loop {
            let mut guard = lock(&self.worker);
            let Some(worker) = guard.as_mut() else {
                return Err(Cut::Ended(self.over()));
            };
            let moved = worker.progress();
            if step(worker).map_err(Cut::Ended)? {
                return Ok(());
            }
            if moved {
                idle_since = None;
                continue;
            }
            let since = *idle_since.get_or_insert_with(Instant::now);
            let is_asleep = since.elapsed() >= SPIN;
            let descriptor = worker.descriptor();
            let may_sleep = is_asleep && worker.arm();
            drop(guard);
            if !is_asleep {
                std::thread::yield_now();
                continue;
            }
            if let Some(failure) = self.control.failure() {
                return Err(Cut::Ended(failure));
            }
            if let Some(cancel) = cancel {
                cancel.check()?;
            }
            if may_sleep {
                // Another thread may take what has come for this one.
                let is_alone = self.waiting.load(Ordering::Relaxed) == 1;
                let limit = if is_alone { LOOK.as_millis() as i32 } else { 1 };
                let mut poll = libc::pollfd {
                    fd: descriptor,
                    events: libc::POLLIN,
                    revents: 0,
                };
                // SAFETY: one descriptor of ours.
                unsafe { libc::poll(&mut poll, 1, limit) };
            }
        }
    }

    /// Ends the communicator, here and on all ranks: no memory of an operation is touched after this.
    fn break_up(&self, own: Error, others: String) -> Error {
        let before = self.control.failure();
        if before.is_none() {
            self.control.report(others);
        }
        // All that is under way ends with the worker.
        drop(lock(&self.worker).take());
        own
    }

    /// UCX notices a process that has ended, too, but cannot say which: the process in which the ranks met tells it a little later.
    fn reason_of(&self, error: Error) -> Error {
        let is_of_ucx = matches!(
            error.reason(),
            Reason::Ranks {
                trouble: Trouble::Gone,
                ..
            }
        );
        let begin = Instant::now();
        while is_of_ucx && begin.elapsed() < LOOK {
            if let Some(failure) = self.control.failure() {
                return failure;
            }
            std::thread::sleep(LOOK / 20);
        }
        error
    }

    /// An operation that ended before its time.
    fn cut(&self, what: &str, missing: &[u32], cut: Cut) -> Error {
        match cut {
            Cut::Late => {
                let text = format!(
                    "{what}: {} did not come in time",
                    super::local::ranks(missing)
                );
                self.break_up(Error::ranks(Trouble::Late, text.clone()), text)
            }
            Cut::Ended(error) => {
                let error = self.reason_of(error);
                let text = format!("{what}: rank {} gave up ({error})", self.rank);
                self.break_up(error, text)
            }
        }
    }
}

impl Engine for Ucx {
    fn run(&self, number: &Number, operation: &Operation, cancel: &Cancel<'_>) -> Result<()> {
        if self.is_elsewhere() {
            let text = format!(
                "`{}` was formed before this process was forked; it is its parent's",
                self.name
            );
            return Err(Reason::State(text).into());
        }
        match (number, &operation.work) {
            (Number::Collective(number), _) => self.together(*number, operation, cancel),
            (
                Number::Messages { sends, receives },
                Work::Exchange {
                    sends: gives,
                    receives: takes,
                },
            ) => self.messages((sends, gives), (receives, takes), cancel),
            _ => Err(Reason::Internal("a reduction among pairs".into()).into()),
        }
    }

    fn leave(&self, _: &Error) {
        if !self.is_elsewhere() {
            self.control.goodbye();
        }
    }

    fn failure(&self) -> Option<Error> {
        self.control.failure()
    }

    fn broken(&self) -> Option<Error> {
        self.control.broken()
    }
}

impl Drop for Ucx {
    fn drop(&mut self) {
        if self.is_elsewhere() {
            // What UCX would take apart is its parent's, too.
            std::mem::forget(lock(&self.worker).take());
        } else {
            // The boards are not mapped any more once the communicator is gone.
            self.control.silence();
            self.control.goodbye();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_apart() {
        let mut seen = std::collections::HashSet::new();
        for sender in [0, 1, 32767] {
            for is_message in [false, true] {
                for step in [0, 1, 3] {
                    for number in [0, 1, (1 << 40) - 1] {
                        assert!(seen.insert(tag(sender, is_message, step, number)));
                    }
                }
            }
        }
    }
}
