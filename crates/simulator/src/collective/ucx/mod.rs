//! Ranks in several processes, on one host or several: messages of UCX.
//!
//! UCX moves bytes; what is added is added here, in the order of the ranks. An operation that fails for another rank's sake ends the
//! communicator on all of them: what is under way cannot be taken back.

mod direct;
mod header;
mod library;
mod messages;
mod pulled;
mod rounds;
mod together;
mod worker;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use self::worker::Worker;
use super::cancel::{Cut, LOOK, SPIN};
use super::control::Control;
use super::{Cancel, Engine, Number, Operation, Work};
use crate::error::{Error, Reason, Result, Trouble};
use crate::sync::lock;

/// Opens UCX, or says why it cannot be used.
pub(super) fn open() -> Result<Worker, String> {
    Worker::new()
}

/// Returns what other ranks need to reach this one.
pub(super) fn address(worker: &Worker) -> Result<Vec<u8>, String> {
    let mut bytes = direct::prefix().to_vec();
    bytes.extend(worker.address()?);
    Ok(bytes)
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
        worker: Option<Worker>,
        table: &[Vec<u8>],
        control: Arc<Control>,
    ) -> Self {
        let readable = |address: &Vec<u8>| direct::readable(address);
        Self {
            name: name.into(),
            rank,
            size,
            worker: Mutex::new(worker),
            control,
            waiting: AtomicU32::new(0),
            processes: table.iter().map(readable).collect(),
        }
    }

    /// The ranks but this one, the next one first, so that not all begin with the same.
    fn peers(&self) -> impl Iterator<Item = u32> + use<> {
        let (rank, size) = (self.rank, self.size);
        (1..size).map(move |i| (rank + i) % size)
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
                let text = format!("{what}: rank {} gave up ({error})", self.rank);
                self.break_up(error, text)
            }
        }
    }
}

impl Engine for Ucx {
    fn run(&self, number: &Number, operation: &Operation, cancel: &Cancel<'_>) -> Result<()> {
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
        self.control.goodbye();
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
        self.control.goodbye();
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
