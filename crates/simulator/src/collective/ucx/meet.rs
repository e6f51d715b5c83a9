//! Ranks of one host meet at their boards, without messages.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::{Cut, Ucx};
use crate::collective::Cancel;
use crate::collective::board::{Boards, Call};
use crate::collective::cancel::LOOK;
use crate::sync::lock;

/// How long a rank sleeps between two looks at a state whose change wakes no thread, and that is short.
const NAP: Duration = Duration::from_millis(1);

/// The steps of an operation in which all ranks meet; 0 is the first one.
const STEPS: u64 = 3;

/// Longest time, in nanoseconds, for which a rank looks again and again before it sleeps: waking it takes about as long.
const SPIN: u32 = 20_000;

/// How often a rank tries to spin where it was no use.
const TRIAL: u32 = 64;

/// How long a rank looks for the others before it sleeps: not at all where they share its processor, for then it keeps them from
/// coming. Yielding is no way out, it may take a time slice of whatever else runs.
pub(super) struct Spin {
    /// Whether there is a processor for each rank.
    may_help: bool,
    nanoseconds: AtomicU32,
    waits: AtomicU32,
}

impl Spin {
    pub(super) fn new(may_help: bool) -> Self {
        Self {
            may_help,
            nanoseconds: AtomicU32::new(SPIN),
            waits: AtomicU32::new(0),
        }
    }

    /// Returns how long the next wait spins.
    fn next(&self) -> Duration {
        if !self.may_help {
            return Duration::ZERO;
        }
        let waits = self.waits.fetch_add(1, Ordering::Relaxed);
        let known = self.nanoseconds.load(Ordering::Relaxed);
        let nanoseconds = if waits.is_multiple_of(TRIAL) {
            SPIN
        } else {
            known
        };
        Duration::from_nanos(nanoseconds.into())
    }

    /// Learns whether the others came while a wait spun.
    fn learn(&self, spun: Duration, have_come: bool) {
        if !spun.is_zero() {
            let known = self.nanoseconds.load(Ordering::Relaxed);
            let next = match (have_come, known / 2) {
                (true, _) => SPIN,
                (false, half) if half < SPIN / 16 => 0,
                (false, half) => half,
            };
            self.nanoseconds.store(next, Ordering::Relaxed);
        }
    }
}

impl Ucx {
    /// Returns the boards of all ranks, if all ranks can use them. The ranks come to the same answer, when all of them know the others.
    pub(super) fn common_boards(
        &self,
        cancel: Option<&Cancel<'_>>,
    ) -> Result<Option<&Boards>, (Cut, Vec<u32>)> {
        let Some(boards) = self.boards.as_deref() else {
            return Ok(None);
        };
        loop {
            let known = self.are_common.get().copied();
            if let Some(are_common) = known.or_else(|| boards.are_common()) {
                self.are_common.get_or_init(|| are_common);
                return Ok(are_common.then_some(boards));
            }
            self.may_wait(cancel)
                .map_err(|cut| (cut, boards.silent()))?;
            std::thread::sleep(NAP);
        }
    }

    /// Why there is nothing to wait for, if that is so.
    fn may_wait(&self, cancel: Option<&Cancel<'_>>) -> Result<(), Cut> {
        if let Some(failure) = self.control.failure() {
            return Err(Cut::Ended(failure));
        }
        cancel.map_or(Ok(()), Cancel::check)
    }

    /// Says something in a step of operation `number`, one text for all or one for each rank, and waits until all ranks have.
    pub(super) fn meet(
        &self,
        boards: &Boards,
        (number, step): (u64, u64),
        texts: &[Vec<u8>],
        cancel: Option<&Cancel<'_>>,
    ) -> Result<Call, (Cut, Vec<u32>)> {
        if lock(&self.worker).is_none() {
            return Err((Cut::Ended(self.over()), Vec::new()));
        }
        let mut call = loop {
            match boards.say(number * STEPS + step + 1, texts) {
                Some(call) => break call,
                None => {
                    self.may_wait(cancel).map_err(|cut| (cut, Vec::new()))?;
                    std::thread::sleep(NAP);
                }
            }
        };
        match self.await_all(boards, &mut call, cancel) {
            Ok(()) => Ok(call),
            Err(cut) => {
                boards.withdraw(&call);
                Err((cut, call.missing()))
            }
        }
    }

    fn await_all(
        &self,
        boards: &Boards,
        call: &mut Call,
        cancel: Option<&Cancel<'_>>,
    ) -> Result<(), Cut> {
        if boards.have_all_said(call) {
            // Who comes last learns nothing about waiting.
            return Ok(());
        }
        let spin = self.spin.next();
        let begin = Instant::now();
        loop {
            if boards.have_all_said(call) {
                self.spin.learn(spin, true);
                return Ok(());
            }
            if begin.elapsed() >= spin {
                break;
            }
            std::hint::spin_loop();
        }
        self.spin.learn(spin, false);
        while !boards.sleep(call, LOOK) {
            if boards.have_all_said(call) {
                break;
            }
            self.may_wait(cancel)?;
            // A rank that still sends what belongs to an earlier operation may need an answer.
            if let Ok(mut worker) = self.worker.try_lock()
                && let Some(worker) = worker.as_mut()
            {
                worker.progress();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_spins_in_vain_soon_stops_and_tries_again_now_and_then() {
        let spin = Spin::new(true);
        let mut spun = Duration::ZERO;
        for _ in 0..10 * TRIAL {
            let next = spin.next();
            spun += next;
            spin.learn(next, false);
        }
        let full = Duration::from_nanos(SPIN.into());
        assert!(spun >= 10 * full && spun < 14 * full, "{spun:?}");
        // One wait in which the others came is enough.
        while spin.next() != full {}
        spin.learn(full, true);
        assert_eq!(spin.next(), full);
        assert_eq!(Spin::new(false).next(), Duration::ZERO);
    }
}
