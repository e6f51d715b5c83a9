//! Messages between the processes of one host: datagrams of Unix sockets, which need no right to look into the other process and no common file system.
//!
//! A message is cut into datagrams, which the system delivers in order or not at all. What comes before it is asked for is kept.

use std::ffi::c_int;
use std::io::ErrorKind;
use std::os::fd::AsRawFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::time::Duration;

use super::{PollTarget, Request, Transport};
use crate::Span;
use crate::identity::unique;
use crate::memory::{bytes_of, store};
use hostnpu_base::error::{Error, Reason, Result, Trouble};

/// Bytes before the data of a datagram: the secret of the receiver, the tag, the bytes of the whole message, and where in it these are.
const HEAD: usize = 16 + 3 * size_of::<u64>();

/// Bytes of the longest datagram.
const LONGEST: usize = 64 << 10;

/// Bytes of datagrams that the system is to keep for a sender whose receiver does not come; it may allow fewer. Ten datagrams are all that a receiver's queue takes.
const KEPT: c_int = 1 << 20;

/// Datagrams that are taken before anything is sent.
const TURN: usize = 64;

/// Time between two looks of a sender at a receiver whose queue is full: nothing wakes it.
const NAP: Duration = Duration::from_millis(1);

/// Bytes of the address of a socket: the number in its name, and the secret without which it hears nothing.
pub(crate) const ADDRESS: usize = 2 * size_of::<u128>();

/// A message that is not sent as a whole.
struct SendPart {
    number: usize,
    peer: u32,
    tag: u64,
    memory: Span,
    sent: usize,
}

/// A message that is waited for.
struct ReceivePart {
    number: usize,
    tag: u64,
    memory: Span,
    received: usize,
}

/// A message, or its beginning, that has come before it was waited for.
struct Early {
    tag: u64,
    total: usize,
    bytes: Vec<u8>,
}

/// The address at which a rank receives.
struct Peer {
    address: SocketAddr,
    secret: [u8; 16],
}

/// The socket of one rank.
pub(crate) struct Sockets {
    socket: UnixDatagram,
    name: u128,
    secret: u128,
    peers: Vec<Peer>,
    /// The number of the last request. Numbers in each list rise.
    last: usize,
    outgoing: Vec<SendPart>,
    expected: Vec<ReceivePart>,
    early: Vec<Early>,
    /// The datagram that is sent, and the one that was taken last.
    sent: Vec<u8>,
    taken: Vec<u8>,
}

fn socket_name(number: u128) -> std::io::Result<SocketAddr> {
    SocketAddr::from_abstract_name(format!("hostnpu-{number:032x}"))
}

/// The 8 bytes of a datagram's head from `at` on.
fn word(head: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| head[at + i]))
}

impl Sockets {
    /// Opens a socket, or says why there is none.
    pub(crate) fn open() -> Result<Self, String> {
        let random = || unique().map_err(|error| error.to_string());
        let (name, secret) = (random()?, random()?);
        let bound = socket_name(name).and_then(|address| UnixDatagram::bind_addr(&address));
        let bound = bound.and_then(|socket| socket.set_nonblocking(true).map(|()| socket));
        let socket = bound.map_err(|error| format!("the system refuses a Unix socket: {error}"))?;
        // SAFETY: a number on the stack, of that size. Where it is refused, there is the system's usual room.
        unsafe {
            libc::setsockopt(
                socket.as_raw_fd(),
                libc::SOL_SOCKET,
                libc::SO_SNDBUF,
                std::ptr::from_ref(&KEPT).cast(),
                size_of_val(&KEPT) as libc::socklen_t,
            )
        };
        Ok(Self {
            socket,
            name,
            secret,
            peers: Vec::new(),
            last: 0,
            outgoing: Vec::new(),
            expected: Vec::new(),
            early: Vec::new(),
            sent: Vec::with_capacity(LONGEST),
            taken: vec![0; LONGEST],
        })
    }

    /// Returns its address for other ranks.
    pub(crate) fn address(&self) -> [u8; ADDRESS] {
        let mut bytes = [0; ADDRESS];
        bytes[..16].copy_from_slice(&self.name.to_le_bytes());
        bytes[16..].copy_from_slice(&self.secret.to_le_bytes());
        bytes
    }

    /// Takes the addresses of all ranks.
    pub(crate) fn connect(&mut self, addresses: &[[u8; ADDRESS]]) -> Result<(), String> {
        let peers = addresses.iter().map(|bytes| {
            let (name, secret) = bytes.split_at(16);
            let name = u128::from_le_bytes(std::array::from_fn(|i| name[i]));
            Ok(Peer {
                address: socket_name(name)?,
                secret: std::array::from_fn(|i| secret[i]),
            })
        });
        let peers: std::io::Result<Vec<Peer>> = peers.collect();
        self.peers = peers.map_err(|error| error.to_string())?;
        Ok(())
    }

    fn draw(&mut self) -> usize {
        self.last += 1;
        self.last
    }

    /// Sends datagrams of a message until the system takes no more. Returns whether all are sent.
    fn send_some(&mut self, at: usize) -> Result<bool> {
        let SendPart {
            peer, tag, memory, ..
        } = self.outgoing[at];
        let to = &self.peers[peer as usize];
        loop {
            let sent = self.outgoing[at].sent;
            let bytes = (memory.bytes - sent).min(LONGEST - HEAD);
            self.sent.clear();
            self.sent.extend(to.secret);
            for number in [tag, memory.bytes as u64, sent as u64] {
                self.sent.extend(number.to_le_bytes());
            }
            self.sent.extend(bytes_of(memory.part(sent, bytes)));
            match self.socket.send_to_addr(&self.sent, &to.address) {
                Ok(_) => self.outgoing[at].sent += bytes,
                Err(error) if is_full(&error) => return Ok(false),
                // Who has left takes nothing any more. That it has left comes by its connection.
                Err(error) if error.kind() == ErrorKind::ConnectionRefused => return Ok(true),
                Err(error) => {
                    let text = format!("rank {peer} can no longer be reached: {error}");
                    return Err(Error::ranks(Trouble::Gone, text));
                }
            }
            if sent + bytes == memory.bytes {
                return Ok(true);
            }
        }
    }

    /// Sends what can be sent. Returns whether anything was.
    fn send_all(&mut self) -> Result<bool> {
        let (mut at, mut moved) = (0, false);
        let mut full: Vec<u32> = Vec::new();
        while at < self.outgoing.len() {
            let SendPart { peer, sent, .. } = self.outgoing[at];
            // Messages to one rank go one after the other.
            if full.contains(&peer) {
                at += 1;
            } else if self.send_some(at)? {
                self.outgoing.remove(at);
                moved = true;
            } else {
                moved |= self.outgoing[at].sent > sent;
                full.push(peer);
                at += 1;
            }
        }
        Ok(moved)
    }

    /// Takes datagrams that have come. Returns whether there were any.
    fn receive_some(&mut self) -> Result<bool> {
        for turn in 0..TURN {
            let bytes = match self.socket.recv(&mut self.taken) {
                Ok(bytes) => bytes,
                Err(error) if is_full(&error) => return Ok(turn > 0),
                Err(error) => {
                    let text = format!("this rank can no longer be reached: {error}");
                    return Err(Error::ranks(Trouble::Gone, text));
                }
            };
            // Any process of the host may write to the socket.
            if bytes >= HEAD && self.taken[..16] == self.secret.to_le_bytes() {
                self.take(bytes)?;
            }
        }
        Ok(true)
    }

    /// Takes the datagram of as many bytes.
    fn take(&mut self, bytes: usize) -> Result<()> {
        let (head, data) = self.taken[..bytes].split_at(HEAD);
        let tag = word(head, 16);
        let (total, at) = (word(head, 24) as usize, word(head, 32) as usize);
        let lost = || {
            let text = "a message between ranks is longer than what waits for it, or was cut";
            Err(Error::from(Reason::Internal(text.into())))
        };
        let begun = |early: &&mut Early| early.tag == tag && early.bytes.len() < early.total;
        if let Some(early) = self.early.iter_mut().find(begun) {
            if at != early.bytes.len() {
                return lost();
            }
            early.bytes.extend(data);
            return Ok(());
        }
        let expected = self.expected.iter().position(|next| next.tag == tag);
        let Some(expected) = expected else {
            if at != 0 {
                return lost();
            }
            let bytes = data.to_vec();
            self.early.push(Early { tag, total, bytes });
            return Ok(());
        };
        let next = &mut self.expected[expected];
        let is_next = at == next.received && total <= next.memory.bytes;
        if !is_next || data.len() > total - at {
            return lost();
        }
        store(data, next.memory.part(at, data.len()));
        next.received += data.len();
        if next.received == total {
            self.expected.remove(expected);
        }
        Ok(())
    }

    /// Returns true if the system takes a datagram of this rank, if that of its receiver does.
    fn is_writable(&self) -> bool {
        let mut poll = libc::pollfd {
            fd: self.socket.as_raw_fd(),
            events: libc::POLLOUT,
            revents: 0,
        };
        // SAFETY: one descriptor of ours.
        unsafe { libc::poll(&mut poll, 1, 0) > 0 }
    }
}

/// Returns true if something is to be tried again later.
fn is_full(error: &std::io::Error) -> bool {
    let is_short = error.raw_os_error() == Some(libc::ENOBUFS);
    is_short || [ErrorKind::WouldBlock, ErrorKind::Interrupted].contains(&error.kind())
}

impl Transport for Sockets {
    fn send(&mut self, peer: u32, memory: Span, tag: u64) -> Result<Request> {
        let number = self.draw();
        let is_first = self.outgoing.iter().all(|other| other.peer != peer);
        self.outgoing.push(SendPart {
            number,
            peer,
            tag,
            memory,
            sent: 0,
        });
        if is_first && self.send_some(self.outgoing.len() - 1)? {
            self.outgoing.pop();
            return Ok(Request::Done);
        }
        Ok(Request::Pending(number))
    }

    fn receive(&mut self, memory: Span, tag: u64) -> Result<Request> {
        let number = self.draw();
        let mut received = 0;
        let early = self.early.iter().position(|early| early.tag == tag);
        if let Some(early) = early {
            let Early { total, bytes, .. } = self.early.remove(early);
            if total > memory.bytes || bytes.len() > total {
                let text = "a message between ranks is longer than what waits for it";
                return Err(Reason::Internal(text.into()).into());
            }
            store(&bytes, memory);
            if bytes.len() == total {
                return Ok(Request::Done);
            }
            received = bytes.len();
        }
        self.expected.push(ReceivePart {
            number,
            tag,
            memory,
            received,
        });
        Ok(Request::Pending(number))
    }

    fn flush(&mut self) -> Result<Request> {
        let last = self.outgoing.last();
        Ok(last.map_or(Request::Done, |last| Request::Pending(last.number)))
    }

    fn look(&mut self, request: &mut Request) -> Result<bool> {
        if let Request::Pending(number) = request {
            let sends = self.outgoing.binary_search_by_key(number, |of| of.number);
            let receives = self.expected.binary_search_by_key(number, |of| of.number);
            if sends.is_ok() || receives.is_ok() {
                return Ok(false);
            }
            *request = Request::Done;
        }
        Ok(true)
    }

    fn progress(&mut self) -> Result<bool> {
        let received = self.receive_some()?;
        Ok(self.send_all()? || received)
    }

    fn awaited(&mut self, limit: Duration) -> Option<PollTarget> {
        let descriptor: c_int = self.socket.as_raw_fd();
        let (events, limit) = match self.outgoing.is_empty() {
            true => (libc::POLLIN, limit),
            false if self.is_writable() => (libc::POLLIN, NAP.min(limit)),
            false => (libc::POLLIN | libc::POLLOUT, limit),
        };
        Some(PollTarget {
            descriptor,
            events,
            limit,
        })
    }
}

#[cfg(test)]
mod tests;
