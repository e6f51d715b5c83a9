//! Connections that have not said yet which rank they are.
//!
//! Every process that reaches the address may connect. Until its first frame has come, a connection costs a descriptor and as many bytes as it has sent;
//! one thread serves all of them, within limits of number, time and bytes.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::net::{IpAddr, TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::meeting::takes_parts;
use super::wire::{self, Frame};

/// Most of them at one time. The oldest one ends for a new one.
const MOST: usize = 64;

/// The least time that the oldest one is kept where ranks come faster than they can be heard.
const GRACE: Duration = Duration::from_millis(100);

/// The time that a connection has for all of its first frame.
const LIMIT: Duration = Duration::from_secs(10);

/// A connection that has not said its first frame.
pub(super) struct Stranger {
    /// It does not block.
    pub(super) stream: TcpStream,
    pub(super) peer: IpAddr,
    since: Instant,
    /// The bytes of the frame that have come.
    bytes: Vec<u8>,
}

/// The state of a first frame.
enum Heard {
    Nothing,
    All(Frame),
    /// A message that is none of this library's, or the end.
    End,
}

impl Stranger {
    /// Reads the bytes that have come, and none beyond the first frame.
    fn hear(&mut self) -> Heard {
        let mut chunk = [0; 4096];
        loop {
            let longest = match wire::named(&self.bytes) {
                Some(number) if !takes_parts(number) => wire::SHORT,
                _ => wire::LIST,
            };
            let missing = match wire::missing(&self.bytes, longest) {
                Ok(0) => return wire::parse(&self.bytes).map_or(Heard::End, Heard::All),
                Ok(missing) => missing.min(chunk.len()),
                Err(_) => return Heard::End,
            };
            match self.stream.read(&mut chunk[..missing]) {
                Ok(0) => return Heard::End,
                Ok(count) => self.bytes.extend(&chunk[..count]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Heard::Nothing,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Heard::End,
            }
        }
    }
}

/// Waits until something has come: a connection, if one more may, bytes of a stranger, or the time at which the oldest one ends.
fn wait(listener: &TcpListener, strangers: &VecDeque<Stranger>) {
    let readable = |fd| libc::pollfd {
        fd,
        events: libc::POLLIN,
        revents: 0,
    };
    let mut polled: Vec<libc::pollfd> = strangers
        .iter()
        .map(|stranger| readable(stranger.stream.as_raw_fd()))
        .collect();
    let may_accept = has_room(strangers);
    if may_accept {
        polled.push(readable(listener.as_raw_fd()));
    }
    let limit = strangers.front().map_or(-1, |oldest| {
        let end = if may_accept { LIMIT } else { GRACE };
        let left = end.saturating_sub(oldest.since.elapsed());
        left.as_millis() as i32 + 1
    });
    // SAFETY: a list of that length; the descriptors are open. A failure is as if something had come.
    unsafe { libc::poll(polled.as_mut_ptr(), polled.len() as libc::nfds_t, limit) };
}

/// Returns true if a new connection may come, though one may have to go for it.
fn has_room(strangers: &VecDeque<Stranger>) -> bool {
    let is_old = |oldest: &Stranger| oldest.since.elapsed() >= GRACE;
    strangers.len() < MOST || strangers.front().is_none_or(is_old)
}

/// Serves what connects until `is_closed`, of which [`close`] tells: passes on the first frame of each.
pub(super) fn serve(
    listener: &TcpListener,
    is_closed: &AtomicBool,
    may_connect: impl Fn(&TcpStream, IpAddr) -> bool,
    mut answer: impl FnMut(Stranger, Frame),
) {
    // The oldest one is the first.
    let mut strangers: VecDeque<Stranger> = VecDeque::new();
    loop {
        wait(listener, &strangers);
        if is_closed.load(Ordering::Acquire) {
            return;
        }
        for mut stranger in std::mem::take(&mut strangers) {
            match stranger.hear() {
                Heard::All(frame) => answer(stranger, frame),
                Heard::Nothing if stranger.since.elapsed() < LIMIT => strangers.push_back(stranger),
                Heard::Nothing | Heard::End => {}
            }
        }
        if !has_room(&strangers) {
            continue;
        }
        match listener.accept() {
            Ok((stream, peer)) => {
                let peer = peer.ip().to_canonical();
                if !may_connect(&stream, peer) || stream.set_nonblocking(true).is_err() {
                    continue;
                }
                if strangers.len() == MOST {
                    strangers.pop_front();
                }
                strangers.push_back(Stranger {
                    stream,
                    peer,
                    since: Instant::now(),
                    bytes: Vec::new(),
                });
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            // Out of descriptors, or the like: it may pass.
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

/// Ends [`serve`]. When it returns, nothing can connect any more.
pub(super) fn close(listener: &TcpListener, is_closed: &AtomicBool) {
    is_closed.store(true, Ordering::Release);
    // SAFETY: a socket of this process. It listens no longer, and what waits for it wakes up.
    unsafe { libc::shutdown(listener.as_raw_fd(), libc::SHUT_RDWR) };
}
