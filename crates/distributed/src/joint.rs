//! Sequences whose steps may be exchanges between ranks.

use std::cell::{Cell, RefCell};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::exchange::{Exchange, Exchanged};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_collective::{Group, Operation, Session, is_of_ranks};
use hostnpu_device::Stream;
use hostnpu_engine::sequence::Sequence;
use hostnpu_ops::{Arg, Call, OfRanks, Plan, Role, pointwise};

/// Calls and exchanges that are put together to one call.
pub struct Joint {
    group: Arc<Group>,
    all: Sequence,
    called: Arc<str>,
    /// Exchanges so far.
    steps: u64,
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
    pub fn new(group: Arc<Group>, called: impl Into<Arc<str>>) -> Self {
        Self {
            group,
            all: Sequence::default(),
            called: called.into(),
            steps: 0,
        }
    }

    /// Returns the number of ranks.
    pub fn ranks(&self) -> usize {
        self.group.size() as usize
    }

    /// Returns the number of this rank.
    pub fn rank(&self) -> usize {
        self.group.rank() as usize
    }

    /// Adds the step in which the ranks agree: the first in which they meet. What fails before it is told to all of them.
    pub fn agree(&mut self) -> Result<()> {
        let agreement = Agreement {
            called: self.called.clone(),
        };
        self.steps += 1;
        self.all.then(Call::new(agreement, []))
    }

    /// Adds an exchange over dense operands.
    pub fn exchange(&mut self, exchange: Exchange, operands: &[&Arg]) -> Result<()> {
        let args = operands.iter().enumerate().map(|(number, &arg)| {
            let role = exchange.role(number);
            arg.clone().with_role(role)
        });
        let args: Vec<Arg> = args.collect();
        if let Some(arg) = args.iter().find(|arg| !arg.view.layout.is_contiguous()) {
            let text = format!("`{}` is exchanged, and not dense", arg.name);
            return Err(Reason::Internal(text).into());
        }
        let step = self.steps;
        self.steps += 1;
        let exchanged = Exchanged::new(exchange, &self.group, step, &args)?;
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
            group: self.group,
            steps,
            exchanges: self.steps,
            session: None,
        };
        Call::new(plan, args)
    }
}

/// The call of all steps.
struct Joined {
    group: Arc<Group>,
    steps: Call,
    exchanges: u64,
    /// Its number, once it is queued.
    session: Option<Arc<Session>>,
}

impl OfRanks for Joined {
    fn check(&self) -> Result<()> {
        self.group.failure().map_or(Ok(()), Err)
    }

    fn begin(&self, args: &[Arg], stream: &Arc<Stream>) -> Call {
        let session = Session::begin(&self.group, stream);
        let plan = Self {
            group: self.group.clone(),
            steps: self.steps.clone(),
            exchanges: self.exchanges,
            session: Some(Arc::new(session)),
        };
        Call::new(plan, args.to_vec())
    }
}

/// The call that runs on this thread.
struct Running {
    session: Arc<Session>,
    /// The next exchange.
    next: Cell<u64>,
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

/// Calls `step` with the call that runs on this thread, whose next exchange begins.
fn running(step: impl FnOnce(&Session, u64) -> Result<()>) -> Result<()> {
    let next = RUNNING.with_borrow(|running| {
        running.as_ref().map(|running| {
            let number = running.next.get();
            running.next.set(number + 1);
            (running.session.clone(), number)
        })
    });
    let (session, number) = next.ok_or_else(not_queued)?;
    step(&session, number)
}

#[cold]
fn not_queued() -> Error {
    Reason::State("a call of several ranks runs as a task of a stream alone".into()).into()
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
        let session = self.session.clone().ok_or_else(not_queued)?;
        let running = Running {
            session: session.clone(),
            next: Cell::new(0),
        };
        RUNNING.set(Some(running));
        let ends = Ends;
        // SAFETY: the caller's promise.
        let result = unsafe { self.steps.run(addresses, workspace) };
        let next =
            RUNNING.with_borrow(|running| running.as_ref().map(|running| running.next.get()));
        drop(ends);
        if let (Err(error), Some(next)) = (&result, next)
            && next < self.exchanges
            && !is_of_ranks(error)
            && !matches!(error.reason(), Reason::Aborted)
        {
            session.fail(next, next == 0, error);
        }
        result
    }
}

/// The step in which ranks agree.
struct Agreement {
    called: Arc<str>,
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
