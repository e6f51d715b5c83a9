//! Waits of a rank for the others before it sleeps.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Longest time, in nanoseconds, for which a rank looks again and again before it sleeps: waking it takes about as long.
const SPIN: u32 = 20_000;

/// Waits from one trial to spin to the next where it was no use.
const TRIAL: u32 = 64;

/// Longest time for which a rank gives its processor to others again and again before it sleeps.
const YIELD: Duration = Duration::from_micros(100);

/// A yield that takes longer has given a time slice to something that is no rank.
const SLICE: Duration = Duration::from_micros(200);

/// Waits that do not yield after one that lost a time slice: what that cost is little beside them. Each loss that follows doubles them, to the most,
/// until as many waits as the least went well.
const PAUSE: u32 = 1000;
const LONGEST_PAUSE: u32 = 1 << 20;

/// Time for which a rank looks for the others before it sleeps, and its action between two looks. Where each has a processor, it keeps it;
/// where they share processors, it would keep the others from coming, and yields.
pub(super) struct Patience {
    /// True if there is a processor for each rank.
    has_own: bool,
    /// Time for which the next wait spins, in nanoseconds.
    spin: AtomicU32,
    waits: AtomicU32,
    /// Waits to come that do not yield.
    pause: AtomicU32,
    /// Waits that do not yield after the next loss.
    next_pause: AtomicU32,
    /// Waits that yielded without a loss since the last one.
    kept: AtomicU32,
}

impl Patience {
    pub(super) fn new(has_own: bool) -> Self {
        Self {
            has_own,
            spin: AtomicU32::new(SPIN),
            waits: AtomicU32::new(0),
            pause: AtomicU32::new(0),
            next_pause: AtomicU32::new(PAUSE),
            kept: AtomicU32::new(0),
        }
    }

    /// Looks again and again for some time. Returns whether what is waited for has come.
    pub(super) fn wait(&self, has_come: impl FnMut() -> bool) -> bool {
        match self.has_own {
            true => self.spin(has_come),
            false => {
                let begin = Instant::now();
                self.give_way(has_come, std::thread::yield_now, || begin.elapsed())
            }
        }
    }

    fn spin(&self, mut has_come: impl FnMut() -> bool) -> bool {
        let limit = self.next_spin();
        let begin = Instant::now();
        loop {
            let over = has_come();
            if over || begin.elapsed() >= limit {
                self.learn(limit, over);
                return over;
            }
            std::hint::spin_loop();
        }
    }

    /// Returns the time for which the next wait spins.
    fn next_spin(&self) -> Duration {
        let waits = self.waits.fetch_add(1, Ordering::Relaxed);
        let known = self.spin.load(Ordering::Relaxed);
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
            let known = self.spin.load(Ordering::Relaxed);
            let next = match (have_come, known / 2) {
                (true, _) => SPIN,
                (false, half) if half < SPIN / 16 => 0,
                (false, half) => half,
            };
            self.spin.store(next, Ordering::Relaxed);
        }
    }

    /// Yields until something has come, by a clock that begins with the wait.
    fn give_way(
        &self,
        mut has_come: impl FnMut() -> bool,
        yield_now: impl Fn(),
        clock: impl Fn() -> Duration,
    ) -> bool {
        let pause = self.pause.load(Ordering::Relaxed);
        if pause > 0 {
            self.pause.store(pause - 1, Ordering::Relaxed);
            return has_come();
        }
        let mut before = Duration::ZERO;
        loop {
            let over = has_come();
            if over || before >= YIELD {
                if self.kept.fetch_add(1, Ordering::Relaxed) == PAUSE {
                    self.next_pause.store(PAUSE, Ordering::Relaxed);
                }
                return over;
            }
            yield_now();
            let now = clock();
            if now - before >= SLICE {
                let pause = self.next_pause.load(Ordering::Relaxed);
                self.pause.store(pause, Ordering::Relaxed);
                let next = (2 * pause).min(LONGEST_PAUSE);
                self.next_pause.store(next, Ordering::Relaxed);
                self.kept.store(0, Ordering::Relaxed);
                return has_come();
            }
            before = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn who_spins_in_vain_soon_stops_and_tries_again_now_and_then() {
        let patience = Patience::new(true);
        let mut spun = Duration::ZERO;
        for _ in 0..10 * TRIAL {
            let next = patience.next_spin();
            spun += next;
            patience.learn(next, false);
        }
        let full = Duration::from_nanos(SPIN.into());
        assert!(spun >= 10 * full && spun < 14 * full, "{spun:?}");
        // One wait in which the others came is enough.
        while patience.next_spin() != full {}
        patience.learn(full, true);
        assert_eq!(patience.next_spin(), full);
    }

    #[test]
    fn who_loses_a_time_slice_does_not_yield_for_a_long_time() {
        let patience = Patience::new(false);
        let (yields, time) = (Cell::new(0), Cell::new(Duration::ZERO));
        let wait = |passing: Duration, enough: u32| {
            let pass = || {
                yields.set(yields.get() + 1);
                time.set(time.get() + passing);
            };
            time.set(Duration::ZERO);
            patience.give_way(|| yields.get() >= enough, pass, || time.get())
        };
        assert!(!wait(SLICE, 9));
        assert_eq!(yields.get(), 1);
        for _ in 0..PAUSE {
            assert!(!wait(SLICE, 9));
        }
        assert_eq!(yields.get(), 1);
        // What comes after some yields ends the wait, and so does its limit.
        assert!(wait(YIELD / 10, 9));
        assert_eq!(yields.get(), 9);
        assert!(!wait(YIELD / 10, 100));
        assert_eq!(yields.get(), 19);
        // The next loss costs twice as many waits, unless many went well before it.
        let pause_after_a_loss = || {
            assert!(!wait(SLICE, u32::MAX));
            patience.pause.swap(0, Ordering::Relaxed)
        };
        assert_eq!(pause_after_a_loss(), 2 * PAUSE);
        assert_eq!(pause_after_a_loss(), 4 * PAUSE);
        for _ in 0..=PAUSE {
            assert!(wait(YIELD / 10, 0));
        }
        assert_eq!(pause_after_a_loss(), PAUSE);
    }
}
