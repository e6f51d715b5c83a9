//! Meetings of the ranks of a communicator, or of a part of one: all come to one process, which knows when they are complete.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::{IpAddr, TcpStream};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Settings;
use super::admission::Admission;
use super::identity::{this_process, unique};
use super::local::Shared;
use super::origin::OpenParts;
use super::ranks::{Part, ranks};
use super::wire::{self, Answer, Frame, Hello, Member};
use hostnpu_base::error::{Error, Result, Trouble};
use hostnpu_base::sync::lock;

/// The meetings that this process has offered and that are not complete.
static MEETINGS: LazyLock<Mutex<HashMap<u128, Arc<Meeting>>>> = LazyLock::new(Mutex::default);

/// A communicator whose ranks are in several processes and met in this one, and its parts that are not complete.
type Parent = (u128, Vec<(Part, Arc<Meeting>)>);

static PARENTS: Mutex<Vec<Parent>> = Mutex::new(Vec::new());

/// A rank that has called from its own connection.
pub(super) struct Caller {
    pub(super) hello: Hello,
    pub(super) stream: TcpStream,
    /// The address at which UCX reaches it, or why there is none, once it was asked.
    pub(super) ucx: Option<Answer>,
}

/// The result of a meeting.
#[derive(Clone)]
pub(super) enum Outcome {
    /// All ranks are in this process: their data, and their parts.
    Local(Arc<Shared>, Arc<OpenParts>),
    /// They are not: each calls.
    Apart,
    /// All have called, and not all are reached from one host: each says how UCX reaches it.
    ByUcx,
    /// All have called: the name, and how each is reached.
    Table(String, Vec<Member>),
}

/// The rank table whose ranks meet.
#[derive(Debug)]
pub(super) struct Table {
    /// Tells it from others, but is no secret: every process with the table knows it.
    pub(super) hash: u128,
    pub(super) admission: Admission,
}

pub(super) struct Meeting {
    /// Only processes know it that belong to the ranks, or have been told by one that checked where they are.
    number: u128,
    process: u128,
    table: Option<Table>,
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

/// Returns the meeting of a rank table's ranks that is not complete.
pub(super) fn find_table(hash: u128) -> Option<Arc<Meeting>> {
    let meetings = lock(&MEETINGS);
    let is_of = |meeting: &&Arc<Meeting>| {
        let table = meeting.table.as_ref();
        table.is_some_and(|table| table.hash == hash)
    };
    meetings.values().find(is_of).cloned()
}

/// Returns whether ranks may come to any meeting of this process.
pub(super) fn are_open() -> bool {
    !lock(&MEETINGS).is_empty()
}

/// Forgets all meetings that are not complete.
pub(super) fn forget_all() {
    lock(&MEETINGS).clear();
}

/// Returns a meeting that is not complete.
pub(super) fn find(number: u128) -> Option<Arc<Meeting>> {
    lock(&MEETINGS).get(&number).cloned()
}

/// Takes part requests for the communicator of a meeting from now on.
fn begin_parts(parent: u128) {
    lock(&PARENTS).push((parent, Vec::new()));
}

/// Returns whether a meeting's communicator takes part requests.
pub(super) fn takes_parts(parent: u128) -> bool {
    lock(&PARENTS).iter().any(|(known, _)| *known == parent)
}

/// Returns whether any communicator takes part requests.
pub(super) fn any_takes_parts() -> bool {
    !lock(&PARENTS).is_empty()
}

/// Takes no more requests for the communicator of a meeting.
fn end_parts(parent: u128) {
    lock(&PARENTS).retain(|(known, _)| *known != parent);
}

/// Forgets the meeting of a part that is over.
fn forget_part(meeting: u128) {
    for (_, parts) in lock(&PARENTS).iter_mut() {
        parts.retain(|(_, known)| known.number() != meeting);
    }
}

/// Returns the meeting of the ranks of a part of the communicator `parent`, or why there is none.
pub(super) fn find_part(parent: u128, part: &Part) -> Result<Arc<Meeting>, String> {
    let mut parents = lock(&PARENTS);
    let Some((_, parts)) = parents.iter_mut().find(|(known, _)| *known == parent) else {
        return Err("the ranks of the whole communicator have left".into());
    };
    let conflict = parts
        .iter()
        .find_map(|(other, meeting)| Some((part.conflict(other)?, meeting.clone())));
    if let Some((text, meeting)) = conflict {
        drop(parents);
        // The ranks that wait there are told, too.
        meeting.give_up(Trouble::Disagreement, text.clone());
        return Err(text);
    }
    if let Some((_, meeting)) = parts.iter().find(|(other, _)| other == part) {
        return Ok(meeting.clone());
    }
    let meeting = Arc::new(Meeting::new().map_err(|error| error.to_string())?);
    parts.push((part.clone(), meeting.clone()));
    Ok(meeting)
}

/// The name of a communicator for which the program chose none.
pub(super) fn name(chosen: &str, number: u128) -> String {
    match chosen {
        "" => format!("communicator_{:08x}", number as u32),
        chosen => chosen.into(),
    }
}

impl Meeting {
    /// A meeting in this process whose number no other one has.
    fn new() -> Result<Self> {
        Self::of(None)
    }

    /// Opens a meeting, of the ranks of a table if there is one.
    pub(super) fn offer(table: Option<Table>) -> Result<Arc<Self>> {
        let meeting = Arc::new(Self::of(table)?);
        let mut meetings = lock(&MEETINGS);
        let hash = |meeting: &Self| meeting.table.as_ref().map(|table| table.hash);
        let own = hash(&meeting);
        if own.is_some() && meetings.values().any(|other| hash(other) == own) {
            let text = "two ranks have the number 0";
            return Err(Error::ranks(Trouble::Disagreement, text));
        }
        meetings.insert(meeting.number, meeting.clone());
        Ok(meeting)
    }

    fn of(table: Option<Table>) -> Result<Self> {
        Ok(Self {
            number: unique()?,
            process: this_process()?,
            table,
            state: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    /// Returns the process that it is in.
    pub(super) fn process(&self) -> u128 {
        self.process
    }

    pub(super) fn number(&self) -> u128 {
        self.number
    }

    /// Returns why `rank`, or one that has not said its number, may not come from `peer`.
    pub(super) fn refusal(&self, rank: Option<u32>, peer: IpAddr) -> Option<String> {
        let table = self.table.as_ref()?;
        table.admission.refusal(rank, peer)
    }

    /// A rank of this process comes.
    pub(super) fn come(&self, size: u32, rank: u32, settings: &Settings) -> Result<Outcome> {
        let mut state = self.check(size, rank)?;
        if !state.present.insert(rank) {
            return Err(self.twice(state, rank));
        }
        if state.present.len() as u32 == size {
            let chosen = settings.name.clone().unwrap_or_default();
            let outcome = if state.callers.is_empty() {
                Outcome::Local(
                    Shared::new(name(&chosen, self.number), size),
                    Arc::default(),
                )
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
        let limit = caller.hello.limit();
        let mut state = self.check(size, rank)?;
        let is_known = !state.present.insert(rank);
        if state.callers.contains_key(&rank) || is_known && caller.hello.process != self.process {
            return Err(self.twice(state, rank));
        }
        state.callers.insert(rank, caller);
        if state.callers.len() as u32 == size {
            match why_ucx(&state.callers) {
                None => {
                    let table = self.table(&state);
                    self.end(&mut state, table);
                }
                Some(_) => {
                    state.outcome = Some(Ok(Outcome::ByUcx));
                    self.changed.notify_all();
                }
            }
        } else if state.present.len() as u32 == size && state.outcome.is_none() {
            state.outcome = Some(Ok(Outcome::Apart));
            self.changed.notify_all();
        }
        self.wait(state, limit, |outcome| !matches!(outcome, Outcome::Apart))
    }

    /// A rank that has called says how UCX reaches it. Returns when all have.
    pub(super) fn reach(&self, rank: u32, answer: Answer, limit: Duration) -> Result<Outcome> {
        let mut state = lock(&self.state);
        if let Some(caller) = state.callers.get_mut(&rank) {
            caller.ucx = Some(answer);
        }
        let have_all_said = state.callers.values().all(|caller| caller.ucx.is_some());
        if matches!(state.outcome, Some(Ok(_))) && have_all_said {
            if let Some(text) = without_ucx(&state) {
                return Err(self.refuse(state, Trouble::NoEngine, text));
            }
            let table = self.table(&state);
            self.end(&mut state, table);
        }
        self.wait(state, limit, |outcome| {
            matches!(outcome, Outcome::Table(..))
        })
    }

    /// All ranks, which have called.
    fn table(&self, state: &State) -> Outcome {
        let of = |answer: Option<&Answer>| match answer {
            Some(Ok(address)) => address.clone(),
            _ => Vec::new(),
        };
        let (mut members, mut chosen) = (Vec::new(), "");
        for Caller { hello, ucx, .. } in state.callers.values() {
            members.push(Member {
                process: hello.process,
                local: of(Some(&hello.address)),
                ucx: of(ucx.as_ref()),
            });
            if chosen.is_empty() {
                chosen = &hello.name;
            }
        }
        Outcome::Table(name(chosen, self.number), members)
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
                    Some(Ok(Outcome::ByUcx)) => {
                        let caller = state.callers.get(rank);
                        caller.is_some_and(|caller| caller.ucx.is_some())
                    }
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
        if let Outcome::Table(..) = outcome {
            begin_parts(self.number);
        }
        if !matches!(outcome, Outcome::Apart) {
            self.close();
        }
        state.outcome = Some(Ok(outcome));
        self.changed.notify_all();
    }

    /// Takes no more ranks.
    pub(super) fn close(&self) {
        lock(&MEETINGS).remove(&self.number);
        forget_part(self.number);
    }

    /// Ends the meeting for all ranks.
    pub(super) fn give_up(&self, trouble: Trouble, text: String) -> Error {
        self.refuse(lock(&self.state), trouble, text)
    }

    /// Ends the meeting for all ranks.
    fn refuse(&self, mut state: MutexGuard<'_, State>, trouble: Trouble, text: String) -> Error {
        let refused = Frame::Refused(trouble, text.clone());
        self.write_to_all(&state, None, &refused);
        let error = Error::ranks(trouble, text);
        state.outcome = Some(Err(error.clone()));
        state.callers.clear();
        self.close();
        self.changed.notify_all();
        error
    }

    /// Says something to all ranks but one.
    pub(super) fn tell(&self, except: u32, frame: &Frame) {
        self.write_to_all(&lock(&self.state), Some(except), frame);
    }

    /// Says something to all ranks but one, to those of this process last: it may end with what they hear, and this thread with it.
    fn write_to_all(&self, state: &State, except: Option<u32>, frame: &Frame) {
        for is_last in [false, true] {
            for (rank, caller) in &state.callers {
                let is_own = caller.hello.process == self.process;
                if is_own == is_last && Some(*rank) != except {
                    // Who is gone is told of by its own connection.
                    let _ = wire::write(&caller.stream, frame);
                }
            }
        }
    }

    /// Says nothing more to a rank.
    pub(super) fn forget(&self, rank: u32) {
        let mut state = lock(&self.state);
        state.callers.remove(&rank);
        if state.callers.is_empty() {
            end_parts(self.number);
        }
    }
}

/// Returns why the ranks need UCX: not all are reached from one host.
fn why_ucx(callers: &BTreeMap<u32, Caller>) -> Option<String> {
    let first = callers.first_key_value()?;
    let (_, Caller { hello: own, .. }) = first;
    callers.iter().find_map(|(rank, Caller { hello, .. })| {
        let is_here = own.network != 0 && hello.network == own.network;
        match &hello.address {
            _ if !is_here && rank != first.0 => Some(format!(
                "ranks {} and {rank} are on different hosts",
                first.0
            )),
            Err(reason) => Some(format!("rank {rank} is reached by UCX alone ({reason})")),
            Ok(_) => None,
        }
    })
}

/// Returns why the ranks do not reach each other, if one of them has no UCX.
fn without_ucx(state: &State) -> Option<String> {
    let why = why_ucx(&state.callers)?;
    state.callers.iter().find_map(|(rank, caller)| {
        let reason = caller.ucx.as_ref()?.as_ref().err()?;
        Some(format!(
            "{why}; install libucx0 or set HOSTNPU_UCX (rank {rank}: {reason})"
        ))
    })
}
