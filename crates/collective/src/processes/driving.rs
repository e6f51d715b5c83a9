//! Progress of an operation's messages, and its end before its time.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::Processes;
use crate::Cancel;
use crate::cancel::{Cut, LOOK, SPIN};
use crate::ranks::ranks;
use crate::transport::Transport;
use hostnpu_base::error::{Error, Reason, Result, Trouble};
use hostnpu_base::sync::lock;

/// Time for which a thread sleeps where another one may take what has come for it.
const NAP: Duration = Duration::from_millis(1);

/// Time for which an error of the transport waits for the sentence that names the rank that has ended: on a busy machine the process in which the ranks met
/// learns only later that one of them is gone.
const UNTIL_REASON: Duration = Duration::from_millis(500);

impl Processes {
    /// Works with the transport. After an error it is gone: what is under way must not touch memory that its owner takes back.
    pub(super) fn with<R>(&self, work: impl FnOnce(&mut dyn Transport) -> Result<R>) -> Result<R> {
        let mut guard = lock(&self.transport);
        let result = match guard.as_mut() {
            Some(transport) => work(&mut **transport),
            None => Err(self.over()),
        };
        if result.is_err() {
            *guard = None;
        }
        result
    }

    /// The reason why there is no transport.
    pub(super) fn over(&self) -> Error {
        let text = format!("the ranks of `{}` can no longer come together", self.name);
        self.control
            .failure()
            .unwrap_or_else(|| Error::ranks(Trouble::Gone, text))
    }

    /// Has the transport move data until `step` says that it is over: for a short time by asking again and again, then asleep.
    pub(super) fn drive(
        &self,
        cancel: Option<&Cancel<'_>>,
        step: &mut dyn FnMut(&mut dyn Transport) -> Result<bool>,
    ) -> Result<(), Cut> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let result = self.drive_on(cancel, step);
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        if result.is_err() {
            // What is under way must not touch memory that its owner takes back.
            drop(lock(&self.transport).take());
        }
        result
    }

    fn drive_on(
        &self,
        cancel: Option<&Cancel<'_>>,
        step: &mut dyn FnMut(&mut dyn Transport) -> Result<bool>,
    ) -> Result<(), Cut> {
        let mut idle_since = None;
        loop {
            let mut guard = lock(&self.transport);
            let Some(transport) = guard.as_mut() else {
                return Err(Cut::Ended(self.over()));
            };
            let moved = transport.progress().map_err(Cut::Ended)?;
            if step(&mut **transport).map_err(Cut::Ended)? {
                return Ok(());
            }
            if moved {
                idle_since = None;
                continue;
            }
            let since = *idle_since.get_or_insert_with(Instant::now);
            let is_asleep = since.elapsed() >= SPIN;
            // Another thread may take what has come for this one.
            let is_alone = self.waiting.load(Ordering::Relaxed) == 1;
            let limit = if is_alone { LOOK } else { NAP };
            let awaited = match is_asleep {
                true => transport.awaited(limit),
                false => None,
            };
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
            if let Some(awaited) = awaited {
                let mut poll = libc::pollfd {
                    fd: awaited.descriptor,
                    events: awaited.events,
                    revents: 0,
                };
                // SAFETY: one descriptor of ours.
                unsafe { libc::poll(&mut poll, 1, awaited.limit.as_millis() as i32) };
            }
        }
    }

    /// Ends the communicator, here and on all ranks: no memory of an operation is touched after this.
    pub(super) fn break_up(&self, own: Error, others: String) -> Error {
        let before = self.control.failure();
        if before.is_none() {
            self.control.report(others);
        }
        // All that is under way ends with the transport.
        drop(lock(&self.transport).take());
        own
    }

    /// The transport notices a process that has ended, too, but cannot say which: the process in which the ranks met tells it a little later.
    fn reason_of(&self, error: Error) -> Error {
        let is_of_transport = matches!(
            error.reason(),
            Reason::Ranks {
                trouble: Trouble::Gone,
                ..
            }
        );
        let begin = Instant::now();
        while is_of_transport && begin.elapsed() < UNTIL_REASON {
            if let Some(failure) = self.control.failure() {
                return failure;
            }
            std::thread::sleep(LOOK / 20);
        }
        error
    }

    /// An operation that ended before its time.
    pub(super) fn cut(&self, what: &str, missing: &[u32], cut: Cut) -> Error {
        match cut {
            Cut::Late => {
                let text = format!("{what}: {} did not come in time", ranks(missing));
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
