//! Messages between processes: what an engine asks of whatever carries them.

mod sockets;
mod ucx;

use std::ffi::{c_int, c_short};
use std::time::Duration;

use super::Span;
use hostnpu_base::error::Result;

pub(super) use sockets::{ADDRESS as SOCKET_ADDRESS, Sockets};
pub(super) use ucx::Ucx;

/// A message under way. It must be seen to its end, unless its transport ends.
pub(super) enum Request {
    Done,
    /// A number that the transport gave it.
    Pending(usize),
}

impl Request {
    pub(super) fn is_done(&self) -> bool {
        matches!(self, Request::Done)
    }
}

/// The event that a thread waits for before it looks again.
pub(super) struct PollTarget {
    pub(super) descriptor: c_int,
    pub(super) events: c_short,
    pub(super) limit: Duration,
}

/// One rank's end of the ways to all others. Messages of one sender and tag arrive in the order in which they were sent. Dropping it ends all that is
/// under way: no memory is touched after that.
pub(super) trait Transport: Send {
    /// Begins to send memory, which must be there until the request is done or the transport has ended.
    fn send(&mut self, peer: u32, memory: Span, tag: u64) -> Result<Request>;

    /// Begins to receive into memory, which must be there until the request is done or the transport has ended.
    fn receive(&mut self, memory: Span, tag: u64) -> Result<Request>;

    /// Begins to wait until all that was sent has left.
    fn flush(&mut self) -> Result<Request>;

    /// Looks whether a request is done.
    fn look(&mut self, request: &mut Request) -> Result<bool>;

    /// Moves what can move. Returns whether anything did.
    fn progress(&mut self) -> Result<bool>;

    /// Returns what to wait for, for `limit` at most, before there is something to do; nothing if there is something at once.
    fn awaited(&mut self, limit: Duration) -> Option<PollTarget>;

    /// Looks whether all requests are done.
    fn look_at_all(&mut self, requests: &mut [Request]) -> Result<bool> {
        let mut all = true;
        for request in requests {
            all &= self.look(request)?;
        }
        Ok(all)
    }
}
