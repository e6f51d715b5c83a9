//! How ranks find each other: all come to one process, which knows when they are complete.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Condvar, LazyLock, Mutex, PoisonError};
use std::time::Instant;

use super::local::{Local, Shared, ranks};
use super::{Group, RootInfo, Settings};
use crate::error::{Error, Result, Trouble};
use crate::sync::lock;

/// Most ranks of a communicator.
const MOST: u32 = 1 << 16;

/// The meetings that this process has offered and that are not complete.
static MEETINGS: LazyLock<Mutex<HashMap<u128, Arc<Meeting>>>> = LazyLock::new(Mutex::default);

#[derive(Default)]
struct Meeting {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    size: Option<u32>,
    present: BTreeSet<u32>,
    /// What came of it.
    outcome: Option<Result<Arc<Shared>>>,
}

/// Returns bits that no other call returns, in this process or another.
fn unique() -> Result<u128> {
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
    let info = RootInfo {
        meeting: unique()?,
        process: this_process()?,
        addresses: Vec::new(),
    };
    lock(&MEETINGS).insert(info.meeting, Arc::default());
    Ok(info)
}

/// Makes the ranks of a communicator in this process.
pub fn create_all(size: u32, settings: &Settings) -> Result<Vec<Arc<Group>>> {
    let name = match &settings.name {
        Some(name) => name.clone(),
        None => format!("communicator_{:08x}", unique()? as u32),
    };
    let shared = Shared::new(name, size);
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
    if info.process != this_process()? {
        return Err(Error::ranks(
            Trouble::NoEngine,
            format!(
                "rank {rank} and the rank that made the root info are different processes, which this library cannot bring together"
            ),
        ));
    }
    let meeting = lock(&MEETINGS).get(&info.meeting).cloned();
    let Some(meeting) = meeting else {
        return Err(Error::value(
            "rootInfo",
            "a root info whose ranks have come already, or were refused",
            "a new one for each communicator",
        ));
    };
    let shared = meeting.join(info.meeting, size, rank, settings)?;
    Ok(local(&shared, rank, size, settings))
}

impl Meeting {
    fn join(&self, number: u128, size: u32, rank: u32, settings: &Settings) -> Result<Arc<Shared>> {
        let deadline = Instant::now() + settings.connect;
        let mut state = lock(&self.state);
        if let Some(Err(error)) = &state.outcome {
            return Err(error.clone());
        }
        let expected = *state.size.get_or_insert(size);
        if expected != size {
            let text = format!("rank {rank} says {size} ranks, the others {expected}");
            return Err(self.refuse(state, number, Trouble::Disagreement, text));
        }
        if !state.present.insert(rank) {
            let text = format!("two ranks have the number {rank}");
            return Err(self.refuse(state, number, Trouble::Disagreement, text));
        }
        if state.present.len() as u32 == size {
            let name = match &settings.name {
                Some(name) => name.clone(),
                None => format!("communicator_{:08x}", number as u32),
            };
            state.outcome = Some(Ok(Shared::new(name, size)));
            lock(&MEETINGS).remove(&number);
            self.changed.notify_all();
        }
        loop {
            if let Some(outcome) = &state.outcome {
                return outcome.clone();
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let missing = (0..size).filter(|rank| !state.present.contains(rank));
                let text = format!(
                    "{} of {size} did not come within {:?}",
                    ranks(&missing.collect::<Vec<_>>()),
                    settings.connect
                );
                return Err(self.refuse(state, number, Trouble::Late, text));
            }
            let waited = self.changed.wait_timeout(state, left);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the meeting for all ranks.
    fn refuse(
        &self,
        mut state: std::sync::MutexGuard<'_, State>,
        number: u128,
        trouble: Trouble,
        text: String,
    ) -> Error {
        let error = Error::ranks(trouble, text);
        state.outcome = Some(Err(error.clone()));
        lock(&MEETINGS).remove(&number);
        self.changed.notify_all();
        error
    }
}
