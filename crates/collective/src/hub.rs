//! The process in which ranks meet: it listens, tells all ranks the addresses of the others, and passes on which ones die, fail or leave.

use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::addresses::{allowed, listen};
use super::meeting::{self, Caller, Meeting, Outcome, find, find_part, find_table, takes_parts};
use super::root_info::ADDRESSES;
use super::strangers::{self, Stranger};
use super::wire::{self, Frame, Hello};
use hostnpu_base::error::{Error, Reason, Result, Trouble};
use hostnpu_base::sync::lock;
use hostnpu_device::serve;

/// The least time that a rank has to open UCX.
const LEAST: Duration = Duration::from_secs(1);

/// An address at which this process listens.
struct Door {
    address: SocketAddr,
    listener: Arc<TcpListener>,
    is_closed: Arc<AtomicBool>,
}

/// The addresses at which a process listens.
#[derive(Default)]
struct Listening {
    process: u32,
    doors: Vec<Door>,
}

/// Number of ranks that have called and have no answer yet.
static UNANSWERED: AtomicUsize = AtomicUsize::new(0);

/// Longest time that a rank of this process that was refused waits until the others have heard of it.
const HEARING: Duration = Duration::from_millis(200);

static LISTENING: LazyLock<Mutex<Listening>> = LazyLock::new(Mutex::default);

/// The addresses at which this process listens. A child has none of its parent's.
fn listening() -> MutexGuard<'static, Listening> {
    let mut listening = lock(&LISTENING);
    let process = std::process::id();
    if listening.process != process {
        *listening = Listening {
            process,
            doors: Vec::new(),
        };
    }
    listening
}

/// Listens at each address of `place` that this host has. Returns where others reach it.
pub(super) fn listen_at(place: &[IpAddr]) -> Result<Vec<SocketAddr>> {
    let mut listening = listening();
    let mut reached = Vec::new();
    let mut failure = "no interface that is up is chosen".to_owned();
    for ip in &place[..place.len().min(ADDRESSES)] {
        let known = listening.doors.iter();
        if let Some(door) = known.clone().find(|door| door.address.ip() == *ip) {
            reached.push(door.address);
            continue;
        }
        match Door::open(*ip) {
            Ok(door) => {
                reached.push(door.address);
                listening.doors.push(door);
            }
            Err(error) => failure = format!("{ip}: {error}"),
        }
    }
    match reached.is_empty() {
        true => Err(Error::ranks(
            Trouble::Unreachable,
            format!("other processes cannot reach this one: {failure}"),
        )),
        false => Ok(reached),
    }
}

/// Returns where others reach this process.
pub(super) fn addresses() -> Vec<SocketAddr> {
    let listening = listening();
    listening.doors.iter().map(|door| door.address).collect()
}

impl Door {
    fn open(ip: IpAddr) -> std::io::Result<Self> {
        let listener = Arc::new(listen(ip)?);
        listener.set_nonblocking(true)?;
        let door = Self {
            address: listener.local_addr()?,
            listener,
            is_closed: Arc::default(),
        };
        let allowed = allowed().map_err(std::io::Error::other)?;
        let (listener, is_closed) = (door.listener.clone(), door.is_closed.clone());
        let may_connect = move |stream: &TcpStream, peer: IpAddr| {
            let own = stream.local_addr().map(|own| own.ip().to_canonical());
            let may = allowed
                .as_ref()
                .is_none_or(|allowed| own.is_ok_and(|own| own == peer) || allowed.contains(&peer));
            if !may {
                log::warn!("{peer} is not in the file of HCCL_WHITELIST_FILE: refused");
            }
            may
        };
        let serving = serve("hostnpu-listener", move || {
            strangers::serve(&listener, &is_closed, may_connect, answer);
        });
        serving.map_err(std::io::Error::other)?;
        Ok(door)
    }
}

impl Listening {
    /// Stops listening. What has connected stays.
    fn close(&mut self) {
        for door in self.doors.drain(..) {
            strangers::close(&door.listener, &door.is_closed);
        }
    }
}

/// Stops listening if no rank is expected: all meetings are over, and the ranks of all communicators that may be divided have left.
pub(super) fn close_if_idle() {
    let mut listening = listening();
    if !meeting::are_open() && !meeting::any_takes_parts() {
        listening.close();
    }
}

/// Stops listening, and expects no rank any more.
pub fn close() {
    let mut listening = listening();
    meeting::forget_all();
    listening.close();
}

fn refuse(stream: &TcpStream, trouble: Trouble, text: String) {
    let _ = wire::write(stream, &Frame::Refused(trouble, text));
}

/// Answers the first frame of a connection. What needs time has a thread of its own, and only a caller that names a meeting of this process gets one.
fn answer(stranger: Stranger, frame: Frame) {
    let Stranger { stream, peer, .. } = stranger;
    let _ = stream.set_nodelay(true);
    let absent = || {
        let text = "the root info's ranks have come already, or were refused";
        refuse(&stream, Trouble::Unreachable, text.into());
    };
    let refused = |text: String| {
        log::warn!("{text}: refused");
        refuse(&stream, Trouble::Disagreement, text);
    };
    match frame {
        Frame::Seek(hash) => match find_table(hash) {
            None => absent(),
            Some(meeting) => match meeting.refusal(None, peer) {
                Some(text) => refused(text),
                None => {
                    let here = Frame::Here(meeting.process(), meeting.number());
                    let _ = wire::write(&stream, &here);
                }
            },
        },
        Frame::Hello(hello) => {
            if let Some(text) = hello.fault() {
                return refused(text);
            }
            if hello.part.is_none() {
                let Some(meeting) = find(hello.meeting) else {
                    return absent();
                };
                if let Some(text) = meeting.refusal(Some(hello.rank), peer) {
                    return refused(text);
                }
            } else if !takes_parts(hello.meeting) {
                return refused("the ranks of the whole communicator have left".into());
            }
            if stream.set_nonblocking(false).is_ok() {
                // Where no thread can be created, the rank gets no answer.
                let _ = serve("hostnpu-ranks", move || attend(&stream, hello));
            }
        }
        _ => {}
    }
}

/// Serves one rank from its first word to its last.
fn attend(stream: &TcpStream, hello: Hello) {
    let found = match &hello.part {
        Some(part) => find_part(hello.meeting, part).map_err(|text| (Trouble::Disagreement, text)),
        None => find(hello.meeting).ok_or_else(|| {
            let text = "the root info's ranks have come already, or were refused".to_owned();
            (Trouble::Unreachable, text)
        }),
    };
    let meeting = match found {
        Ok(meeting) => meeting,
        Err((trouble, text)) => return refuse(stream, trouble, text),
    };
    let Ok(own) = stream.try_clone() else { return };
    let (rank, limit, begin) = (hello.rank, hello.limit(), Instant::now());
    let caller = Caller {
        hello,
        stream: own,
        ucx: None,
    };
    UNANSWERED.fetch_add(1, Ordering::AcqRel);
    let answered = || UNANSWERED.fetch_sub(1, Ordering::AcqRel);
    let mut outcome = meeting.receive(caller);
    if let Ok(Outcome::ByUcx) = outcome {
        let left = limit.saturating_sub(begin.elapsed()).max(LEAST);
        outcome = ask_for_ucx(&meeting, rank, stream, left);
    }
    match outcome {
        Ok(Outcome::Table(name, ranks)) => {
            let written = wire::write(stream, &Frame::Table(name, ranks));
            answered();
            if written.is_ok() {
                pass_on(&meeting, rank, stream);
            }
            meeting.forget(rank);
            // Not where ranks are refused: those that come late are told so, too.
            close_if_idle();
        }
        Ok(_) => {
            answered();
        }
        Err(error) => {
            match error.into_reason() {
                Reason::Ranks { trouble, text } => refuse(stream, trouble, text),
                other => refuse(stream, Trouble::Unreachable, other.to_string()),
            }
            answered();
        }
    }
}

/// Waits a little until ranks that were refused with one of this process have heard of it: this process may end next.
pub(super) fn let_all_hear() {
    let begin = Instant::now();
    while UNANSWERED.load(Ordering::Acquire) > 0 && begin.elapsed() < HEARING {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Asks a rank how UCX reaches it, and waits until all ranks have said so.
fn ask_for_ucx(
    meeting: &Meeting,
    rank: u32,
    stream: &TcpStream,
    limit: Duration,
) -> Result<Outcome> {
    let _ = stream.set_read_timeout(Some(limit));
    let asked = wire::write(stream, &Frame::AskUcx);
    let answer = asked.and_then(|()| wire::read_at_most(stream, wire::SHORT));
    let _ = stream.set_read_timeout(None);
    match answer {
        Ok(Frame::Ucx(answer)) => meeting.reach(rank, answer, limit),
        _ => {
            let text = format!("the process of rank {rank} has ended, or did not answer");
            Err(meeting.give_up(Trouble::Gone, text))
        }
    }
}

/// Passes on what a rank says, until it has nothing more to say.
fn pass_on(meeting: &Meeting, rank: u32, stream: &TcpStream) {
    loop {
        match wire::read_at_most(stream, wire::SHORT) {
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
