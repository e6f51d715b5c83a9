//! One rank's connection to the process in which the ranks met: it tells of ranks that die, fail or leave.

use std::collections::{HashMap, HashSet};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use super::wire::{self, Frame};
use hostnpu_base::error::{Error, Result, Trouble};
use hostnpu_base::sync::lock;
use hostnpu_device::serve;

/// Time for which an operation goes on without a rank that has left: its last messages may be on the way.
const GRACE: Duration = Duration::from_millis(500);

/// Longest time that a rank in the process in which the ranks met waits until the others know that it has left.
const FAREWELL: Duration = Duration::from_secs(1);

#[derive(Default)]
struct State {
    failure: Option<Error>,
    left: HashMap<u32, Instant>,
}

/// A rank's end of the connection.
pub(super) struct Control {
    name: String,
    stream: TcpStream,
    state: Mutex<State>,
    /// True if the state has changed.
    has_news: AtomicBool,
    is_closing: AtomicBool,
    /// The function that wakes the operations that wait; held while it is called.
    alarm: Mutex<Option<Box<dyn Fn() + Send>>>,
    /// The ranks in the process at the other end.
    hosts: HashSet<u32>,
    /// True if this rank is one of them.
    is_host: bool,
    /// True once the other end has closed the connection, of which [`Control::over`] tells.
    is_over: Mutex<bool>,
    over: Condvar,
}

impl Control {
    /// Listens, for `rank`, to the process at the other end of `stream`, in which the ranks `hosts` are.
    pub(super) fn new(
        name: &str,
        stream: TcpStream,
        rank: u32,
        hosts: HashSet<u32>,
    ) -> Result<Arc<Self>> {
        let control = Arc::new(Self {
            name: name.into(),
            stream,
            state: Mutex::default(),
            has_news: AtomicBool::new(false),
            is_closing: AtomicBool::new(false),
            alarm: Mutex::default(),
            is_host: hosts.contains(&rank),
            hosts,
            is_over: Mutex::default(),
            over: Condvar::new(),
        });
        let listener = control.clone();
        serve("hostnpu-ranks", move || listener.listen())?;
        Ok(control)
    }

    fn listen(&self) {
        loop {
            match wire::read(&self.stream) {
                Ok(Frame::Broken(text)) => self.fail(text),
                Ok(Frame::Left(rank)) => {
                    lock(&self.state).left.insert(rank, Instant::now());
                    self.has_news.store(true, Ordering::Release);
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        let state = lock(&self.state);
        let is_over = state.left.keys().any(|rank| self.hosts.contains(rank));
        drop(state);
        if !is_over && !self.is_closing.load(Ordering::Acquire) {
            self.fail(format!(
                "the process in which the ranks of `{}` met has ended",
                self.name
            ));
        }
        *lock(&self.is_over) = true;
        self.over.notify_all();
    }

    fn fail(&self, text: String) {
        let failure = Error::ranks(Trouble::Gone, text);
        lock(&self.state).failure.get_or_insert(failure);
        self.has_news.store(true, Ordering::Release);
        if let Some(alarm) = lock(&self.alarm).as_ref() {
            alarm();
        }
    }

    /// Has `alarm` called when ranks can no longer come together, in place of what was called before.
    pub(super) fn at_failure(&self, alarm: impl Fn() + Send + 'static) {
        *lock(&self.alarm) = Some(Box::new(alarm));
    }

    /// Has nothing called any more. A call that is under way ends first, and what it held is dropped.
    pub(super) fn silence(&self) {
        drop(lock(&self.alarm).take());
    }

    /// Returns why ranks can no longer come together.
    pub(super) fn failure(&self) -> Option<Error> {
        if !self.has_news.load(Ordering::Acquire) {
            return None;
        }
        let state = lock(&self.state);
        if state.failure.is_some() {
            return state.failure.clone();
        }
        let gone = state.left.iter().find(|(_, since)| since.elapsed() > GRACE);
        gone.map(|(rank, _)| {
            let text = format!(
                "rank {rank} of `{}` has destroyed its communicator",
                self.name
            );
            Error::ranks(Trouble::Gone, text)
        })
    }

    /// Returns why the communicator is broken. That a rank has left in order is no reason.
    pub(super) fn broken(&self) -> Option<Error> {
        lock(&self.state).failure.clone()
    }

    /// Tells all ranks that they can no longer come together.
    pub(super) fn report(&self, text: String) {
        self.fail(text.clone());
        // Where the connection is broken, the others learn it from that.
        let _ = wire::write(&self.stream, &Frame::Broken(text));
    }

    /// Says that this rank ends.
    pub(super) fn goodbye(&self) {
        if self.is_closing.swap(true, Ordering::AcqRel) {
            return;
        }
        let _ = wire::write(&self.stream, &Frame::Goodbye);
        let _ = self.stream.shutdown(Shutdown::Write);
        if self.is_host {
            // The process may end next: the others, if they had not been told yet, would take it for one that has died. Its own end of the connection
            // is closed when they have been.
            let is_over = lock(&self.is_over);
            let _ = self
                .over
                .wait_timeout_while(is_over, FAREWELL, |is_over| !*is_over);
        }
    }
}
