//! Sequences whose steps may be exchanges between ranks.

#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::exchange::{Exchange, Exchanged};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_base::few::sort_few_by_key;
use hostnpu_collective::{Group, Operation, Session, is_of_ranks};
use hostnpu_device::Stream;
use hostnpu_engine::sequence::Sequence;
use hostnpu_ops::{Arg, Call, OfRanks, Plan, Role, pointwise};

/// Calls and exchanges that are put together to one call, between the ranks of one communicator or of several.
pub struct Joint {
    /// The communicators, each under the name of its argument.
    groups: Vec<(&'static str, Arc<Group>)>,
    all: Sequence,
    called: String,
    meetings: Meetings,
}

/// Operations of the ranks, in the order of a call.
#[derive(Clone, Default)]
struct Meetings {
    /// The number of the communicator, of each.
    groups: Vec<usize>,
    /// The number of them, the first ones, that are agreements.
    agreements: usize,
}

impl Meetings {
    /// The number of a meeting, or of the next one, among those of a communicator.
    fn step(&self, meeting: usize, group: usize) -> u64 {
        let before = self.groups[..meeting].iter();
        before.filter(|&&of| of == group).count() as u64
    }

    /// Adds one; returns its number among those of its communicator.
    fn add(&mut self, group: usize) -> u64 {
        let step = self.step(self.groups.len(), group);
        self.groups.push(group);
        step
    }
}

impl Deref for Joint {
    type Target = Sequence;

    fn deref(&self) -> &Sequence {
        &self.all
    }
}

impl DerefMut for Joint {
    fn deref_mut(&mut self) -> &mut Sequence {
        &mut self.all
    }
}

impl Joint {
    /// Begins a call of a rank. `called` says what all ranks must have called.
    pub fn new(group: Arc<Group>, called: String) -> Self {
        Self::between(vec![("group", group)], called)
    }

    /// Begins a call of a rank of several communicators, each under the name of its argument. Exchanges name them by their numbers. The ranks form a grid: each rank of
    /// one communicator has another communicator of each other kind.
    pub fn between(groups: Vec<(&'static str, Arc<Group>)>, called: String) -> Self {
        Self {
            groups,
            all: Sequence::default(),
            called,
            meetings: Meetings::default(),
        }
    }

    /// Returns the number of ranks of the first communicator.
    pub fn ranks(&self) -> usize {
        self.ranks_of(0)
    }

    /// Returns the number of ranks of a communicator.
    pub fn ranks_of(&self, group: usize) -> usize {
        self.groups[group].1.size() as usize
    }

    /// Returns the number of this rank in the first communicator.
    pub fn rank(&self) -> usize {
        self.groups[0].1.rank() as usize
    }

    /// Adds the steps in which the ranks agree: the first in which they meet. What fails before them is told to all of them.
    ///
    /// Ranks of several communicators agree in the order of the communicators' names, which is one order for all of them whatever each rank calls them, so that none waits for
    /// another that waits for it. What a rank hears in one communicator it says in the others in the next round, so that it reaches all ranks of the grid.
    pub fn agree(&mut self) -> Result<()> {
        let mut order: Vec<usize> = (0..self.groups.len()).collect();
        sort_few_by_key(&mut order, |&group| self.groups[group].1.name());
        for _ in 0..self.groups.len() {
            for &group in &order {
                let called = match self.groups.len() {
                    1 => self.called.clone(),
                    _ => format!("{} (in `{}`)", self.called, self.groups[group].0),
                };
                self.meetings.add(group);
                self.all.then(Call::new(Agreement { called }, []))?;
            }
        }
        self.meetings.agreements = self.meetings.groups.len();
        Ok(())
    }

    /// Adds an exchange over dense operands, between the ranks of the first communicator.
    pub fn exchange(&mut self, exchange: Exchange, operands: &[&Arg]) -> Result<()> {
        self.exchange_in(0, exchange, operands)
    }

    /// The same between the ranks of the communicator of this number.
    pub fn exchange_in(
        &mut self,
        group: usize,
        exchange: Exchange,
        operands: &[&Arg],
    ) -> Result<()> {
        self.exchange_and_work(group, exchange, operands, Vec::new())
    }

    /// The same of rows with work on each of their blocks, as soon as it is there. What it reads is in the second operand and in operands that no rank writes meanwhile.
    pub fn exchange_and_work(
        &mut self,
        group: usize,
        exchange: Exchange,
        operands: &[&Arg],
        work: Vec<Call>,
    ) -> Result<()> {
        let args = operands.iter().enumerate().map(|(number, &arg)| {
            let role = exchange.role(number);
            arg.clone().with_role(role)
        });
        let mut args: Vec<Arg> = args.collect();
        if let Some(arg) = args.iter().find(|arg| !arg.view.layout.is_contiguous()) {
            let text = format!("`{}` is exchanged, and not dense", arg.name);
            return Err(Reason::Internal(text).into());
        }
        let step = self.meetings.add(group);
        let exchanged = Exchanged::new(exchange, &self.groups[group].1, step, &args)?;
        args.extend(work.iter().flat_map(|call| call.args().iter().cloned()));
        let exchanged = exchanged.with_work(work);
        self.all.then(Call::new(exchanged, args))
    }

    /// Returns an input as a dense tensor: itself, or a copy.
    pub fn dense(&mut self, of: &Arg) -> Result<Arg> {
        if of.view.layout.is_contiguous() {
            return Ok(of.clone());
        }
        let copy = self.all.temporary(of.view.dtype, of.view.layout.shape())?;
        self.all.then(pointwise::copy(of.clone(), copy.clone())?)?;
        Ok(copy.with_role(Role::Input))
    }

    /// Returns a dense tensor that stands for an output: itself, or a temporary one, which [`Joint::store`] copies to it.
    pub fn dense_output(&mut self, of: &Arg) -> Result<Arg> {
        match of.view.layout.is_contiguous() {
            true => Ok(of.clone()),
            false => self.all.temporary(of.view.dtype, of.view.layout.shape()),
        }
    }

    /// Adds the copy of what [`Joint::dense_output`] has returned, unless it is the output itself.
    pub fn store(&mut self, dense: Arg, output: Arg) -> Result<()> {
        match output.view.layout.is_contiguous() {
            true => Ok(()),
            false => {
                let dense = dense.with_role(Role::Input);
                self.all.then(pointwise::copy(dense, output)?)
            }
        }
    }

    /// Returns the steps as one call.
    pub fn finish(self) -> Call {
        let steps = self.all.finish();
        let args = steps.args().to_vec();
        let plan = Joined {
            groups: self.groups.into_iter().map(|(_, group)| group).collect(),
            steps,
            meetings: Arc::new(self.meetings),
            sessions: None,
        };
        Call::new(plan, args)
    }
}

/// The call of all steps.
struct Joined {
    groups: Arc<[Arc<Group>]>,
    steps: Call,
    meetings: Arc<Meetings>,
    /// Its number in each communicator, once it is queued.
    sessions: Option<Arc<[Session]>>,
}

impl OfRanks for Joined {
    fn check(&self) -> Result<()> {
        let failure = self.groups.iter().find_map(|group| group.failure());
        failure.map_or(Ok(()), Err)
    }

    fn begin(&self, args: &[Arg], stream: &Arc<Stream>) -> Call {
        let sessions = self.groups.iter();
        let sessions = sessions.map(|group| Session::begin(group, stream));
        let plan = Self {
            groups: self.groups.clone(),
            steps: self.steps.clone(),
            meetings: self.meetings.clone(),
            sessions: Some(sessions.collect()),
        };
        Call::new(plan, args.to_vec())
    }
}

/// The call that runs on this thread.
struct Running {
    sessions: Arc<[Session]>,
    meetings: Arc<Meetings>,
    /// The next meeting.
    next: Cell<usize>,
    /// A bit for each communicator of which all ranks have failed.
    failed: Cell<u32>,
}

thread_local! {
    static RUNNING: RefCell<Option<Running>> = const { RefCell::new(None) };
}

/// Forgets the call that runs on this thread, however it ends.
struct Ends;

impl Drop for Ends {
    fn drop(&mut self) {
        RUNNING.set(None);
    }
}

/// Calls `meet` with the session of the next meeting of the call that runs on this thread, and its number there.
fn running(meet: impl FnOnce(&Session, u64) -> Result<()>) -> Result<()> {
    let next = RUNNING.with_borrow(|running| {
        let running = running.as_ref()?;
        let number = running.next.get();
        let group = *running.meetings.groups.get(number)?;
        running.next.set(number + 1);
        let step = running.meetings.step(number, group);
        Some((running.sessions.clone(), group, step))
    });
    let (sessions, group, step) = next.ok_or_else(not_queued)?;
    let result = meet(&sessions[group], step);
    if result.as_ref().is_err_and(is_of_ranks) {
        RUNNING.with_borrow(|running| {
            if let Some(running) = running {
                running.failed.set(running.failed.get() | 1 << group);
            }
        });
    }
    result
}

#[cold]
fn not_queued() -> Error {
    Reason::State("a call of several ranks runs as a task of a stream alone".into()).into()
}

impl Running {
    /// Tells the ranks that this one cannot go on, in place of the next meeting in each communicator whose ranks do not know of a failure. That is the order in which all
    /// ranks meet, so that none waits for one that tells another.
    fn tell(&self, error: &Error) {
        let mut told = self.failed.get();
        let meetings = &self.meetings;
        for number in self.next.get()..meetings.groups.len() {
            let group = meetings.groups[number];
            if told & 1 << group == 0 {
                told |= 1 << group;
                let step = meetings.step(number, group);
                self.sessions[group].fail(step, number < meetings.agreements, error);
            }
        }
    }
}

impl Plan for Joined {
    fn workspace_size(&self) -> usize {
        self.steps.plan().workspace_size()
    }

    fn cost(&self) -> usize {
        usize::MAX
    }

    fn of_ranks(&self) -> Option<&dyn OfRanks> {
        Some(self)
    }

    unsafe fn run(&self, _: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let running = Running {
            sessions: self.sessions.clone().ok_or_else(not_queued)?,
            meetings: self.meetings.clone(),
            next: Cell::new(0),
            failed: Cell::new(0),
        };
        RUNNING.set(Some(running));
        let ends = Ends;
        // SAFETY: the caller's promise.
        let result = unsafe { self.steps.run(addresses, workspace) };
        let running = RUNNING.take();
        drop(ends);
        if let (Err(error), Some(running)) = (&result, running)
            && !matches!(error.reason(), Reason::Aborted)
        {
            running.tell(error);
        }
        result
    }
}

/// The step in which ranks agree.
struct Agreement {
    called: String,
}

impl Plan for Agreement {
    fn cost(&self) -> usize {
        usize::MAX
    }

    unsafe fn run(&self, _: &[Arg], _: &[usize], _: &mut [u8]) -> Result<()> {
        running(|session, step| session.agree(step, &self.called))
    }
}

/// Takes part in an exchange of the call that runs on this thread.
///
/// # Safety
/// As for [`Session::run`].
pub(super) unsafe fn take_part(operation: &Operation) -> Result<()> {
    running(|session, step| {
        // SAFETY: the caller's promise.
        unsafe { session.run(step, operation) }
    })
}
