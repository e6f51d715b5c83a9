//! The process in which ranks meet: it listens, tells all ranks who the others are, and passes on who dies, fails or leaves.

use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::Mutex;
use std::time::Duration;

use super::addresses::{allowed, listen};
use super::meeting::{Caller, Meeting, Outcome, find};
use super::parts;
use super::wire::{self, Frame};
use crate::device::serve;
use crate::error::{Error, Reason, Result, Trouble};
use crate::sync::lock;

/// How long what has connected may take to say which rank it is.
const HELLO: Duration = Duration::from_secs(10);

/// Where this process listens, since it has been asked for that.
pub(super) fn addresses() -> Result<Vec<SocketAddr>> {
    static LISTENING: Mutex<Option<(u32, Vec<SocketAddr>)>> = Mutex::new(None);
    let mut listening = lock(&LISTENING);
    let process = std::process::id();
    if let Some((owner, addresses)) = &*listening
        && *owner == process
    {
        return Ok(addresses.clone());
    }
    let allowed = allowed()?;
    let (listener, addresses) = listen().map_err(|error| {
        let text = format!("other processes cannot reach this one: {error}");
        Error::ranks(Trouble::Unreachable, text)
    })?;
    serve("hostnpu-listener", move || {
        accept(&listener, allowed.as_deref());
    })?;
    *listening = Some((process, addresses.clone()));
    Ok(addresses)
}

/// Serves what connects: anything on this host, and the addresses `allowed` elsewhere, if there are any.
fn accept(listener: &TcpListener, allowed: Option<&[IpAddr]>) {
    let may_connect = |stream: &TcpStream, peer: SocketAddr| {
        let peer = peer.ip().to_canonical();
        let own = stream.local_addr().map(|own| own.ip().to_canonical());
        allowed.is_none_or(|allowed| own.is_ok_and(|own| own == peer) || allowed.contains(&peer))
    };
    loop {
        match listener.accept() {
            Ok((stream, peer)) if !may_connect(&stream, peer) => {
                log::warn!("{peer} is not in the file of HCCL_WHITELIST_FILE: refused");
            }
            Ok((stream, _)) => {
                // Where no thread can be created, the rank gets no answer.
                let _ = serve("hostnpu-ranks", move || attend(&stream));
            }
            // Out of descriptors, or the like: it may pass.
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

/// Serves one rank from its first word to its last.
fn attend(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
    let _ = stream.set_read_timeout(Some(HELLO));
    let absent = || "the root info's ranks have come already, or were refused".to_owned();
    let refuse = |trouble: Trouble, text: String| {
        let _ = wire::write(stream, &Frame::Refused(trouble, text));
    };
    let hello = match wire::read(stream) {
        Ok(Frame::Hello(hello)) => hello,
        Ok(Frame::Seek(number)) => {
            return match find(number) {
                Some(meeting) => {
                    let _ = wire::write(stream, &Frame::Here(meeting.process()));
                }
                None => refuse(Trouble::Unreachable, absent()),
            };
        }
        _ => return,
    };
    let found = match &hello.part {
        Some(part) => parts::find(hello.meeting, part),
        None => find(hello.meeting).ok_or_else(absent),
    };
    let meeting = match found {
        Ok(meeting) => meeting,
        Err(text) if hello.part.is_some() => return refuse(Trouble::Disagreement, text),
        Err(text) => return refuse(Trouble::Unreachable, text),
    };
    let Ok(own) = stream.try_clone() else { return };
    let rank = hello.rank;
    let caller = Caller { hello, stream: own };
    match meeting.receive(caller) {
        Ok(Outcome::Table(name, ranks)) => {
            if wire::write(stream, &Frame::Table(name, ranks)).is_ok() {
                let _ = stream.set_read_timeout(None);
                pass_on(&meeting, rank, stream);
            }
            meeting.forget(rank);
        }
        Ok(_) => {}
        Err(error) => match error.into_reason() {
            Reason::Ranks { trouble, text } => refuse(trouble, text),
            other => refuse(Trouble::Unreachable, other.to_string()),
        },
    }
}

/// Passes on what a rank says, until it has nothing more to say.
fn pass_on(meeting: &Meeting, rank: u32, stream: &TcpStream) {
    loop {
        match wire::read(stream) {
            Ok(Frame::Broken(text)) => meeting.tell(rank, &Frame::Broken(text)),
            Ok(Frame::Goodbye) => return meeting.tell(rank, &Frame::Left(rank)),
            Ok(_) => {}
            Err(_) => {
                let text = format!("the process of rank {rank} has ended");
                return meeting.tell(rank, &Frame::Broken(text));
            }
        }
    }
}
