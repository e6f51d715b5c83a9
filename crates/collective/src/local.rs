//! Ranks of one process: each works straight in the memory of the others.
//!
//! All ranks show their operation, wait for the others, do their share, and wait for each other again. A share is the part of a
//! result that no other rank touches, so that results may stand where operands were.

use std::collections::HashMap;
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock};

use super::cancel::{Cut, LOOK, wait};
use super::mailbox::Mailbox;
use super::memory::copy_rows;
use super::operation::operation_of;
use super::ranks::ranks;
use super::reduce::reduce;
use super::rows::take_rows;
use super::schedule::{disagreement, share};
use super::{Cancel, Engine, Message, Number, Operation, Results, Span, Windows, Work};
use hostnpu_base::error::{Error, Reason, Result, Trouble};
use hostnpu_base::sync::lock;

/// Data that the ranks of a communicator in one process share.
pub(super) struct Shared {
    name: String,
    size: u32,
    state: Mutex<State>,
    changed: Condvar,
    /// Counts changes of the state.
    changes: AtomicU64,
    mailbox: Mailbox,
    windows: Windows,
}

#[derive(Default)]
struct State {
    meetings: HashMap<u64, Arc<Meeting>>,
    /// Ranks that have left, with the reason.
    left: HashMap<u32, Error>,
}

/// The ranks that came to one operation.
struct Meeting {
    operations: Vec<OnceLock<Arc<Operation>>>,
    arrived: AtomicU32,
    done: AtomicU32,
    failed: OnceLock<Error>,
    has_failed: AtomicBool,
}

impl Meeting {
    fn new(size: u32) -> Self {
        Self {
            operations: (0..size).map(|_| OnceLock::new()).collect(),
            arrived: AtomicU32::new(0),
            done: AtomicU32::new(0),
            failed: OnceLock::new(),
            has_failed: AtomicBool::new(false),
        }
    }

    fn is_full(&self) -> bool {
        self.arrived.load(Ordering::Acquire) as usize == self.operations.len()
    }

    /// Ends it for all ranks that wait or come later. The first reason stays.
    fn fail(&self, reason: Error) -> Error {
        let reason = self.failed.get_or_init(|| reason).clone();
        self.has_failed.store(true, Ordering::Release);
        reason
    }

    fn failure(&self) -> Option<Error> {
        self.failed.get().cloned()
    }

    /// The numbers of the ranks that have not come.
    fn missing(&self) -> Vec<u32> {
        let absent = |&rank: &u32| self.operations[rank as usize].get().is_none();
        (0..self.operations.len() as u32).filter(absent).collect()
    }

    fn operation(&self, rank: u32) -> Result<&Operation> {
        let operation = self.operations[rank as usize].get();
        operation
            .map(|operation| &**operation)
            .ok_or_else(|| Error::from(Reason::Internal("a rank has not come".into())))
    }
}

impl Shared {
    pub(super) fn new(name: String, size: u32) -> Arc<Self> {
        Arc::new(Self {
            name,
            size,
            state: Mutex::default(),
            changed: Condvar::new(),
            changes: AtomicU64::new(0),
            mailbox: Mailbox::default(),
            windows: Windows::new(size),
        })
    }

    /// Returns the name of the communicator.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of ranks.
    pub(super) fn size(&self) -> u32 {
        self.size
    }

    /// Tells the ranks that wait that something has changed.
    fn announce(&self, state: MutexGuard<'_, State>) {
        self.changes.fetch_add(1, Ordering::Release);
        drop(state);
        self.changed.notify_all();
    }

    /// Sleeps until something changes that `is_over` has not seen.
    fn sleep(&self, seen: u64) {
        let state = lock(&self.state);
        if self.changes.load(Ordering::Acquire) == seen {
            // Whatever wakes it, the caller looks again.
            drop(self.changed.wait_timeout(state, LOOK));
        }
    }

    /// Waits until `is_over`.
    fn wait(&self, cancel: &Cancel<'_>, is_over: &dyn Fn() -> bool) -> Result<(), Cut> {
        let seen = std::cell::Cell::new(0);
        let mut look = || {
            seen.set(self.changes.load(Ordering::Acquire));
            is_over()
        };
        wait(cancel, &mut look, &mut || self.sleep(seen.get()))
    }

    /// Shows an operation to the others, unless one of them can no longer come.
    fn arrive(&self, rank: u32, number: u64, operation: &Operation) -> Result<Arc<Meeting>> {
        let mut state = lock(&self.state);
        let meeting = state
            .meetings
            .entry(number)
            .or_insert_with(|| Arc::new(Meeting::new(self.size)))
            .clone();
        // Numbers are drawn once.
        let _ = meeting.operations[rank as usize].set(Arc::new(operation.clone()));
        let arrived = meeting.arrived.fetch_add(1, Ordering::AcqRel) + 1;
        if arrived == self.size {
            state.meetings.remove(&number);
        }
        let gone = state.left.iter().find(|(rank, _)| {
            let operation = &meeting.operations[**rank as usize];
            operation.get().is_none()
        });
        if let Some((_, reason)) = gone {
            meeting.fail(reason.clone());
        }
        let failure = meeting.failure();
        self.announce(state);
        failure.map_or(Ok(meeting), Err)
    }

    /// Leaves a meeting to which not all came; if meanwhile they have, nothing has happened.
    fn give_up(&self, meeting: &Meeting, rank: u32, what: &str, cut: Cut) -> Result<()> {
        let state = lock(&self.state);
        if meeting.is_full() && meeting.failure().is_none() {
            return Ok(());
        }
        let (own, others) = match cut {
            Cut::Late => {
                let text = format!("{what}: {} did not come in time", ranks(&meeting.missing()));
                let error = Error::ranks(Trouble::Late, text);
                (error.clone(), error)
            }
            Cut::Ended(error) => {
                let text = format!("{what}: rank {rank} gave up ({error})");
                (error, Error::ranks(Trouble::Gone, text))
            }
        };
        meeting.fail(others);
        self.announce(state);
        Err(own)
    }

    fn together(
        &self,
        rank: u32,
        number: u64,
        operation: &Operation,
        cancel: &Cancel<'_>,
    ) -> Result<()> {
        let what = operation.title(number, &self.name);
        let meeting = self.arrive(rank, number, operation)?;
        let is_over = || meeting.is_full() || meeting.has_failed.load(Ordering::Acquire);
        if let Err(cut) = self.wait(cancel, &is_over) {
            self.give_up(&meeting, rank, &what, cut)?;
        }
        if let Some(reason) = meeting.failure() {
            return Err(reason);
        }
        let all = (0..self.size).map(|rank| meeting.operation(rank));
        let all = all.collect::<Result<Vec<_>>>()?;
        if let Some(text) = disagreement(rank, &all) {
            let text = format!("{}: {text}", operation_of(number, &self.name));
            return Err(Error::ranks(Trouble::Disagreement, text));
        }
        let moving = cancel.moving();
        let result = work(rank, &all);
        meeting.done.fetch_add(1, Ordering::AcqRel);
        self.announce(lock(&self.state));
        // The ranks that came are at work: they end by themselves.
        let is_done = || meeting.done.load(Ordering::Acquire) == self.size;
        let never = AtomicBool::new(false);
        let count = AtomicU32::new(0);
        let _ = self.wait(&Cancel::new(None, &never, &count, None), &is_done);
        drop(moving);
        result
    }
}

/// Copies memory of one rank to another.
fn copy(from: Span, to: Span) {
    if from.address != to.address {
        let source = with_exposed_provenance::<u8>(from.address);
        let target = with_exposed_provenance_mut::<u8>(to.address);
        // SAFETY: both ranks promise the memory of their operation until it ends, and that what it reads and what it writes do
        // not overlap; the lengths agree.
        unsafe { std::ptr::copy_nonoverlapping(source, target, to.bytes) };
    }
}

/// Does the share of `rank`.
fn work(rank: u32, all: &[&Operation]) -> Result<()> {
    let own = all[rank as usize];
    match &own.work {
        Work::Exchange { receives, .. } => {
            for receive in receives {
                let Work::Exchange { sends, .. } = &all[receive.peer as usize].work else {
                    continue;
                };
                if let Some(send) = sends.iter().find(|send| send.peer == rank) {
                    copy(send.span, receive.span);
                }
            }
            Ok(())
        }
        Work::ExchangeRows {
            row,
            receives,
            blocks,
            ..
        } => {
            let sent = all.iter().map(|peer| match &peer.work {
                Work::ExchangeRows { sends, .. } => sends[rank as usize].clone(),
                _ => Vec::new(),
            });
            let sent: Vec<Vec<usize>> = sent.collect();
            take_rows((&sent, receives), blocks.as_ref(), |_, from, to| {
                copy_rows(*row, from, to);
                Ok::<(), Error>(())
            })?
        }
        Work::Reduce { results, .. } => {
            let bytes = own.element_bytes();
            let count = |span: &Span| span.bytes / bytes;
            let mut sources = Vec::with_capacity(all.len());
            let mut targets = Vec::new();
            let mut elements = 0..0;
            for (peer, operation) in all.iter().enumerate() {
                let Work::Reduce { input, results } = &operation.work else {
                    continue;
                };
                sources.push(input.address);
                match results {
                    Results::All(address) => targets.push(*address),
                    Results::Root(root, address) if *root == peer as u32 => targets.push(*address),
                    _ => {}
                }
                elements = share(count(input), all.len(), rank as usize);
            }
            if let Results::Slices(ranges, address) = results {
                elements = ranges[rank as usize].clone();
                // Only its own elements are there.
                targets = vec![address.wrapping_sub(elements.start * bytes)];
            }
            let at = |address: &usize| address.wrapping_add(elements.start * bytes);
            let sources: Vec<usize> = sources.iter().map(at).collect();
            let targets: Vec<usize> = targets.iter().map(at).collect();
            let (element, combination) = own.reduction()?;
            // SAFETY: all ranks promise their memory until the operation ends, aligned and not overlapping; only this rank touches
            // these elements.
            unsafe { reduce(combination, element, &sources, &targets, elements.len()) }
        }
    }
}

/// One rank of a communicator in one process.
pub(super) struct Local {
    shared: Arc<Shared>,
    rank: u32,
}

impl Local {
    pub(super) fn new(shared: &Arc<Shared>, rank: u32) -> Self {
        Self {
            shared: shared.clone(),
            rank,
        }
    }

    /// Exchanges messages with single ranks.
    fn messages(
        &self,
        numbers: (&[u64], &[u64]),
        sends: &[Message],
        receives: &[Message],
        cancel: &Cancel<'_>,
    ) -> Result<()> {
        let shared = &*self.shared;
        let announce = || shared.announce(lock(&shared.state));
        let posts = numbers.0.iter().zip(sends).map(|(&number, send)| {
            shared
                .mailbox
                .post((self.rank, send.peer, number), send.span)
        });
        let posts: Vec<_> = posts.collect();
        announce();
        let gone = |peer: u32| lock(&shared.state).left.get(&peer).cloned();
        let mut result = Ok(());
        for (&number, receive) in numbers.1.iter().zip(receives) {
            if result.is_err() {
                break;
            }
            let key = (receive.peer, self.rank, number);
            let waited = shared.wait(cancel, &|| {
                shared.mailbox.has(key) || gone(receive.peer).is_some()
            });
            result = match (waited, shared.mailbox.take(key)) {
                (_, Some(post)) => {
                    let taken = post.deliver(receive.span, copy);
                    announce();
                    taken.map_err(|text| {
                        let text = format!("`{}`: {text}", shared.name);
                        Error::ranks(Trouble::Disagreement, text)
                    })
                }
                (Err(Cut::Ended(error)), _) => Err(error),
                (Err(Cut::Late), _) => Err(Error::ranks(
                    Trouble::Late,
                    format!(
                        "message {number} from rank {} to rank {} of `{}`: rank {0} did not send it in time",
                        receive.peer, self.rank, shared.name
                    ),
                )),
                (Ok(()), None) => Err(gone(receive.peer)
                    .unwrap_or_else(|| Error::from(Reason::Internal("a message was lost".into())))),
            };
        }
        for (post, send) in posts.iter().zip(sends) {
            let waited = shared.wait(cancel, &|| {
                post.is_over() || result.is_err() || gone(send.peer).is_some()
            });
            let outcome = shared.mailbox.withdraw(post);
            let unread = match waited {
                _ if outcome.is_none() => Ok(()),
                Err(Cut::Ended(error)) => Err(error),
                Err(Cut::Late) => Err(Error::ranks(
                    Trouble::Late,
                    format!(
                        "a message from rank {} of `{}`: rank {} did not receive it in time",
                        self.rank, shared.name, send.peer
                    ),
                )),
                Ok(()) => Err(gone(send.peer).unwrap_or_else(|| Reason::Aborted.into())),
            };
            let refused = post.refusal().map_or(Ok(()), |text| {
                let text = format!("`{}`: {text}", shared.name);
                Err(Error::ranks(Trouble::Disagreement, text))
            });
            result = result.and(refused).and(unread);
        }
        result
    }
}

impl Engine for Local {
    fn run(&self, number: &Number, operation: &Operation, cancel: &Cancel<'_>) -> Result<()> {
        match (number, &operation.work) {
            (Number::Collective(number), _) => {
                self.shared.together(self.rank, *number, operation, cancel)
            }
            (Number::Messages { sends, receives }, Work::Exchange { .. }) => {
                let Work::Exchange {
                    sends: gives,
                    receives: takes,
                } = &operation.work
                else {
                    return Ok(());
                };
                self.messages((sends, receives), gives, takes, cancel)
            }
            _ => Err(Reason::Internal("a reduction among pairs".into()).into()),
        }
    }

    fn leave(&self, _: &Error) {
        let mut state = lock(&self.shared.state);
        let text = format!(
            "rank {} of `{}` has destroyed its communicator",
            self.rank, self.shared.name
        );
        let reason = Error::ranks(Trouble::Gone, text);
        for meeting in state.meetings.values() {
            if meeting.operations[self.rank as usize].get().is_none() {
                meeting.fail(reason.clone());
            }
        }
        self.shared.windows.leave(self.rank, &reason);
        state.left.insert(self.rank, reason);
        self.shared.announce(state);
    }

    fn failure(&self) -> Option<Error> {
        None
    }

    fn broken(&self) -> Option<Error> {
        None
    }

    fn windows(&self) -> Option<&Windows> {
        Some(&self.shared.windows)
    }
}
