//! How ranks find each other: all come to one process, which knows when they are complete.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::net::TcpStream;
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::control::Control;
use super::hub;
use super::local::{Local, Shared, ranks};
use super::ucx::{self, Ucx};
use super::wire::{self, Frame, Hello};
use super::{Group, RootInfo, Settings};
use crate::error::{Error, Result, Trouble};
use crate::sync::lock;

/// Most ranks of a communicator.
const MOST: u32 = 1 << 15;

/// How long one address is tried.
const ATTEMPT: Duration = Duration::from_secs(3);

/// How much longer a rank waits for the sentence of the process that knows who is missing.
const SENTENCE: Duration = Duration::from_secs(5);

/// The meetings that this process has offered and that are not complete.
static MEETINGS: LazyLock<Mutex<HashMap<u128, Arc<Meeting>>>> = LazyLock::new(Mutex::default);

/// A rank that has called from its own connection.
pub(super) struct Caller {
    pub(super) hello: Hello,
    pub(super) stream: TcpStream,
}

/// What came of a meeting.
#[derive(Clone)]
pub(super) enum Outcome {
    /// All ranks are in this process.
    Local(Arc<Shared>),
    /// They are not: each calls.
    Apart,
    /// All have called: the name, and the process and the address of each.
    Table(String, Vec<(u128, Vec<u8>)>),
}

pub(super) struct Meeting {
    number: u128,
    process: u128,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    size: Option<u32>,
    present: BTreeSet<u32>,
    callers: BTreeMap<u32, Caller>,
    outcome: Option<Result<Outcome>>,
}

/// Returns bits that no other call returns, in this process or another.
pub(super) fn unique() -> Result<u128> {
    let mut bytes = [0_u8; 16];
    // SAFETY: the memory has that many bytes.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    if got == bytes.len() as isize {
        Ok(u128::from_le_bytes(bytes))
    } else {
        Err(Error::Internal("the system gives no random bytes".into()))
    }
}

/// Returns what tells this process from all others, also from those that it was forked from.
fn this_process() -> Result<u128> {
    static BITS: Mutex<Option<(u32, u128)>> = Mutex::new(None);
    let mut known = lock(&BITS);
    let process = std::process::id();
    match *known {
        Some((owner, bits)) if owner == process => Ok(bits),
        _ => {
            let bits = unique()?;
            *known = Some((process, bits));
            Ok(bits)
        }
    }
}

/// Opens a meeting in this process.
pub fn open() -> Result<RootInfo> {
    let process = this_process()?;
    let info = RootInfo {
        meeting: unique()?,
        process,
        // Without the network the ranks of this process still meet.
        addresses: hub::addresses().unwrap_or_else(|error| {
            log::warn!("{error}");
            Vec::new()
        }),
    };
    let meeting = Meeting {
        number: info.meeting,
        process,
        state: Mutex::default(),
        changed: Condvar::new(),
    };
    lock(&MEETINGS).insert(info.meeting, Arc::new(meeting));
    Ok(info)
}

/// Returns a meeting that is not complete.
pub(super) fn find(number: u128) -> Option<Arc<Meeting>> {
    lock(&MEETINGS).get(&number).cloned()
}

/// The name of a communicator for which the program chose none.
fn name(chosen: &str, number: u128) -> String {
    match chosen {
        "" => format!("communicator_{:08x}", number as u32),
        chosen => chosen.into(),
    }
}

/// Makes the ranks of a communicator in this process.
pub fn create_all(size: u32, settings: &Settings) -> Result<Vec<Arc<Group>>> {
    let chosen = settings.name.clone().unwrap_or_default();
    let shared = Shared::new(name(&chosen, unique()?), size);
    Ok((0..size)
        .map(|rank| local(&shared, rank, size, settings))
        .collect())
}

fn local(shared: &Arc<Shared>, rank: u32, size: u32, settings: &Settings) -> Arc<Group> {
    let engine = Box::new(Local::new(shared, rank));
    Group::new(rank, size, shared.name().into(), settings.limit, engine)
}

/// Comes to a meeting as `rank` of `size`, and returns when all have come.
pub fn join(info: &RootInfo, size: u32, rank: u32, settings: &Settings) -> Result<Arc<Group>> {
    if size == 0 || size > MOST {
        return Err(Error::value("nRanks", size, format!("1 to {MOST}")));
    }
    if rank >= size {
        return Err(Error::value("rank", rank, format!("0 to {}", size - 1)));
    }
    if info.process == this_process()? {
        let Some(meeting) = find(info.meeting) else {
            return Err(Error::value(
                "rootInfo",
                "a root info whose ranks have come already, or were refused",
                "a new one for each communicator",
            ));
        };
        if let Outcome::Local(shared) = meeting.come(size, rank, settings)? {
            return Ok(local(&shared, rank, size, settings));
        }
    }
    call(info, size, rank, settings)
}

/// Calls the process in which the ranks meet.
fn call(info: &RootInfo, size: u32, rank: u32, settings: &Settings) -> Result<Arc<Group>> {
    let mut worker = ucx::open();
    let hello = Hello {
        meeting: info.meeting,
        process: this_process()?,
        size,
        rank,
        patience: Hello::patience(settings),
        name: settings.name.clone().unwrap_or_default(),
        address: worker.as_ref().map_err(Clone::clone).and_then(ucx::address),
    };
    let deadline = Instant::now() + settings.connect;
    let stream = connect(info, rank, deadline)?;
    let lost = |error: std::io::Error| {
        let text = format!("rank {rank} has lost the process in which the ranks meet: {error}");
        Error::ranks(Trouble::Unreachable, text)
    };
    wire::write(&stream, &Frame::Hello(hello)).map_err(lost)?;
    let patience = deadline.saturating_duration_since(Instant::now()) + SENTENCE;
    stream.set_read_timeout(Some(patience)).map_err(lost)?;
    let (name, table) = match wire::read(&stream).map_err(lost)? {
        Frame::Table(name, table) if table.len() == size as usize => (name, table),
        Frame::Refused(trouble, text) => return Err(Error::ranks(trouble, text)),
        _ => return Err(Error::Internal("an answer that is no table".into())),
    };
    stream.set_read_timeout(None).map_err(lost)?;
    let hosts: HashSet<u32> = (0..)
        .zip(&table)
        .filter_map(|(rank, (process, _))| (*process == info.process).then_some(rank))
        .collect();
    let control = Control::new(&name, stream, hosts)?;
    let addresses: Vec<Vec<u8>> = table.into_iter().map(|(_, address)| address).collect();
    match &mut worker {
        Ok(worker) => worker.connect(addresses.clone()),
        Err(reason) => return Err(Error::ranks(Trouble::NoEngine, reason.clone())),
    }
    let engine = Ucx::new(&name, rank, size, worker.ok(), &addresses, control);
    Ok(Group::new(
        rank,
        size,
        name,
        settings.limit,
        Box::new(engine),
    ))
}

/// Connects to one of the addresses of a root info.
fn connect(info: &RootInfo, rank: u32, deadline: Instant) -> Result<TcpStream> {
    let mut last = "it has no address".to_owned();
    loop {
        for address in &info.addresses {
            let left = deadline.saturating_duration_since(Instant::now());
            let attempt = left.clamp(Duration::from_millis(1), ATTEMPT);
            match TcpStream::connect_timeout(address, attempt) {
                Ok(stream) => {
                    let _ = stream.set_nodelay(true);
                    return Ok(stream);
                }
                Err(error) => last = format!("{address}: {error}"),
            }
        }
        if Instant::now() >= deadline {
            let text =
                format!("rank {rank} cannot reach the process in which the ranks meet ({last})");
            return Err(Error::ranks(Trouble::Unreachable, text));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

impl Meeting {
    /// A rank of this process comes.
    fn come(&self, size: u32, rank: u32, settings: &Settings) -> Result<Outcome> {
        let mut state = self.check(size, rank)?;
        if !state.present.insert(rank) {
            return Err(self.twice(state, rank));
        }
        if state.present.len() as u32 == size {
            let chosen = settings.name.clone().unwrap_or_default();
            let outcome = if state.callers.is_empty() {
                Outcome::Local(Shared::new(name(&chosen, self.number), size))
            } else {
                Outcome::Apart
            };
            self.end(&mut state, outcome);
        }
        self.wait(state, settings.connect, |_| true)
    }

    /// A rank calls. Returns when all have.
    pub(super) fn receive(&self, caller: Caller) -> Result<Outcome> {
        let (size, rank) = (caller.hello.size, caller.hello.rank);
        let limit = Duration::from_millis(caller.hello.patience);
        let mut state = self.check(size, rank)?;
        let is_known = !state.present.insert(rank);
        if state.callers.contains_key(&rank) || is_known && caller.hello.process != self.process {
            return Err(self.twice(state, rank));
        }
        if rank >= size {
            let text = format!("rank {rank} of {size} does not exist");
            return Err(self.refuse(state, Trouble::Disagreement, text));
        }
        state.callers.insert(rank, caller);
        if state.callers.len() as u32 == size {
            match table(self.number, &state.callers) {
                Ok(outcome) => self.end(&mut state, outcome),
                Err(text) => return Err(self.refuse(state, Trouble::NoEngine, text)),
            }
        } else if state.present.len() as u32 == size && state.outcome.is_none() {
            state.outcome = Some(Ok(Outcome::Apart));
            self.changed.notify_all();
        }
        self.wait(state, limit, |outcome| !matches!(outcome, Outcome::Apart))
    }

    /// Refuses a rank that says another number of ranks, or comes too late.
    fn check(&self, size: u32, rank: u32) -> Result<MutexGuard<'_, State>> {
        let mut state = lock(&self.state);
        if let Some(Err(error)) = &state.outcome {
            return Err(error.clone());
        }
        let expected = *state.size.get_or_insert(size);
        if expected != size {
            let text = format!("rank {rank} says {size} ranks, the others {expected}");
            return Err(self.refuse(state, Trouble::Disagreement, text));
        }
        Ok(state)
    }

    fn twice(&self, state: MutexGuard<'_, State>, rank: u32) -> Error {
        let text = format!("two ranks have the number {rank}");
        self.refuse(state, Trouble::Disagreement, text)
    }

    fn wait(
        &self,
        mut state: MutexGuard<'_, State>,
        limit: Duration,
        is_final: impl Fn(&Outcome) -> bool,
    ) -> Result<Outcome> {
        let deadline = Instant::now().checked_add(limit);
        loop {
            match &state.outcome {
                Some(Ok(outcome)) if is_final(outcome) => return Ok(outcome.clone()),
                Some(Err(error)) => return Err(error.clone()),
                _ => {}
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let left = left.unwrap_or(Duration::MAX);
            if left.is_zero() {
                let size = state.size.unwrap_or_default();
                let has_come = |rank: &u32| match state.outcome {
                    Some(_) => state.callers.contains_key(rank),
                    None => state.present.contains(rank),
                };
                let missing: Vec<u32> = (0..size).filter(|rank| !has_come(rank)).collect();
                let text = format!(
                    "{} of {size} did not come within {limit:?}",
                    ranks(&missing)
                );
                return Err(self.refuse(state, Trouble::Late, text));
            }
            let waited = self.changed.wait_timeout(state, left);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the meeting with an outcome; one at which the ranks have yet to call goes on.
    fn end(&self, state: &mut State, outcome: Outcome) {
        if !matches!(outcome, Outcome::Apart) {
            lock(&MEETINGS).remove(&self.number);
        }
        state.outcome = Some(Ok(outcome));
        self.changed.notify_all();
    }

    /// Ends the meeting for all ranks.
    fn refuse(&self, mut state: MutexGuard<'_, State>, trouble: Trouble, text: String) -> Error {
        // Before any rank of this process goes on: it may end with the sentence, and this thread with it.
        let own = this_process().ok();
        let is_own = |caller: &&Caller| Some(caller.hello.process) == own;
        let callers = state.callers.values();
        let elsewhere = callers.clone().filter(|caller| !is_own(caller));
        for caller in elsewhere.chain(callers.filter(is_own)) {
            let refused = Frame::Refused(trouble, text.clone());
            let _ = wire::write(&caller.stream, &refused);
        }
        let error = Error::ranks(trouble, text);
        state.outcome = Some(Err(error.clone()));
        state.callers.clear();
        lock(&MEETINGS).remove(&self.number);
        self.changed.notify_all();
        error
    }

    /// Says something to all ranks but one.
    pub(super) fn tell(&self, except: u32, frame: &Frame) {
        let state = lock(&self.state);
        for (_, caller) in state.callers.iter().filter(|(rank, _)| **rank != except) {
            // Who is gone is told of by its own connection.
            let _ = wire::write(&caller.stream, frame);
        }
    }

    /// Says nothing more to a rank.
    pub(super) fn forget(&self, rank: u32) {
        lock(&self.state).callers.remove(&rank);
    }
}

/// The table of all ranks, or why they cannot reach each other.
fn table(number: u128, callers: &BTreeMap<u32, Caller>) -> Result<Outcome, String> {
    let mut table = Vec::with_capacity(callers.len());
    for (rank, Caller { hello, .. }) in callers {
        match &hello.address {
            Ok(address) => table.push((hello.process, address.clone())),
            Err(reason) => {
                let other = |(_, caller): &(&u32, &Caller)| caller.hello.process != hello.process;
                let other = callers
                    .iter()
                    .find(other)
                    .map_or(*rank, |(other, _)| *other);
                let (first, second) = (other.min(*rank), other.max(*rank));
                return Err(format!(
                    "ranks {first} and {second} are different processes; install libucx0 or set HOSTNPU_UCX (rank {rank}: {reason})"
                ));
            }
        }
    }
    let mut chosen = callers.values().map(|caller| caller.hello.name.as_str());
    let name = name(chosen.find(|name| !name.is_empty()).unwrap_or(""), number);
    Ok(Outcome::Table(name, table))
}
