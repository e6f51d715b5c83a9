//! Ranks in several processes, on one host or several.
//!
//! Ranks of one host meet at boards in shared memory and read each other's memory, where the system lets them; everything else goes as messages of a
//! transport. What is added is added here, in the order of the ranks. An operation that fails for another rank's sake ends the communicator on all of them:
//! what is under way cannot be taken back.

mod board;
mod driving;
mod header;
mod meet;
mod messages;
mod opening;
mod patience;
mod place;
mod pulled;
mod rounds;
mod together;

use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::available_parallelism as processors;

use self::board::Boards;
use self::patience::Patience;
use super::cancel::Cut;
use super::control::Control;
use super::transport::{Transport, Ucx};
use super::wire::Member;
use super::{Cancel, Engine, Number, Operation, Work};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_base::sync::lock;

pub(super) use opening::{LocalWays, open};

/// One rank of a communicator whose ranks are in several processes.
pub(super) struct Processes {
    name: String,
    rank: u32,
    size: u32,
    /// Nothing after a failure.
    transport: Mutex<Option<Box<dyn Transport>>>,
    control: Arc<Control>,
    /// Threads that wait for the transport.
    waiting: AtomicU32,
    /// The process of each rank whose memory this one can read.
    processes: Vec<Option<u32>>,
    /// The boards for the headers of the ranks of this host, unless this rank cannot map those of all others.
    boards: Option<Arc<Boards>>,
    /// True if all ranks have mapped all boards, once it is known.
    are_common: OnceLock<bool>,
    /// The wait of this rank for the others before it sleeps.
    patience: Patience,
    /// The process in which this rank came to the communicator: a child has its memory, but is not the rank.
    process: u32,
}

/// The tag of a message: its sender, whether it is of a collective operation, the step in it, and its number.
fn tag(sender: u32, is_message: bool, step: u8, number: u64) -> u64 {
    let number = number & ((1 << 40) - 1);
    u64::from(sender) << 48 | u64::from(is_message) << 47 | u64::from(step) << 40 | number
}

impl Processes {
    /// Makes a rank's end of a communicator, with UCX where it was asked for.
    pub(super) fn new(
        name: &str,
        rank: u32,
        opened: LocalWays,
        ucx: Option<Ucx>,
        members: Vec<Member>,
        control: Arc<Control>,
    ) -> Result<Self> {
        let size = members.len() as u32;
        let local: Vec<&[u8]> = members.iter().map(|member| &*member.local).collect();
        let processes = opened.readable(&local);
        let (boards, sockets) = opened.connect(rank, &local)?;
        let transport: Box<dyn Transport> = match (ucx, sockets) {
            (Some(mut ucx), _) => {
                ucx.connect(members.into_iter().map(|member| member.ucx).collect());
                Box::new(ucx)
            }
            (None, Some(sockets)) => Box::new(sockets),
            (None, None) => return Err(Reason::Internal("ranks without a way".into()).into()),
        };
        let boards = boards.map(Arc::new);
        if let Some(boards) = &boards {
            let boards = boards.clone();
            control.at_failure(move || boards.ring());
        }
        Ok(Self {
            name: name.into(),
            rank,
            size,
            transport: Mutex::new(Some(transport)),
            control,
            waiting: AtomicU32::new(0),
            processes,
            boards,
            are_common: OnceLock::new(),
            patience: Patience::new(processors().is_ok_and(|count| count.get() >= size as usize)),
            process: std::process::id(),
        })
    }

    /// The ranks but this one, the next one first, so that not all begin with the same.
    fn peers(&self) -> impl Iterator<Item = u32> + use<> {
        let (rank, size) = (self.rank, self.size);
        (1..size).map(move |i| (rank + i) % size)
    }

    /// Returns true if this process is a child of the rank's.
    fn is_elsewhere(&self) -> bool {
        std::process::id() != self.process
    }
}

impl Engine for Processes {
    fn run(&self, number: &Number, operation: &Operation, cancel: &Cancel<'_>) -> Result<()> {
        if self.is_elsewhere() {
            let text = format!(
                "`{}` was formed before this process was forked; it is its parent's",
                self.name
            );
            return Err(Reason::State(text).into());
        }
        match (number, &operation.work) {
            (Number::Collective(number), _) => self.together(*number, operation, cancel),
            (
                Number::Messages { sends, receives },
                Work::Exchange {
                    sends: gives,
                    receives: takes,
                },
            ) => self.messages((sends, gives), (receives, takes), cancel),
            _ => Err(Reason::Internal("a reduction among pairs".into()).into()),
        }
    }

    fn leave(&self, _: &Error) {
        if !self.is_elsewhere() {
            self.control.goodbye();
        }
    }

    fn failure(&self) -> Option<Error> {
        self.control.failure()
    }

    fn broken(&self) -> Option<Error> {
        self.control.broken()
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        if self.is_elsewhere() {
            // What the transport would take apart is its parent's, too.
            std::mem::forget(lock(&self.transport).take());
        } else {
            // The boards are not mapped any more once the communicator is gone.
            self.control.silence();
            self.control.goodbye();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_apart() {
        let mut seen = std::collections::HashSet::new();
        for sender in [0, 1, 32767] {
            for is_message in [false, true] {
                for step in [0, 1, 3] {
                    for number in [0, 1, (1 << 40) - 1] {
                        assert!(seen.insert(tag(sender, is_message, step, number)));
                    }
                }
            }
        }
    }
}
