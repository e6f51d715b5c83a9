//! Schedules of tasks, as `HOSTNPU_SCHEDULE` names them: every schedule is one that a card may take.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hostnpu_base::config::{self, Schedule};
use hostnpu_diagnostics::hooks;

/// Time for which `late` leaves tasks to the threads that wait for them.
const LATE: Duration = Duration::from_millis(20);

/// The longest delay of `random`.
const LONGEST: u64 = 400;

/// Returns true if the next small task is left to another thread than the one that submits it.
pub(super) fn is_deferred() -> bool {
    hooks::on()
        && match *config::SCHEDULE.get() {
            Schedule::Eager => false,
            Schedule::Async | Schedule::Late => true,
            Schedule::Random(seed) => random(seed) & 1 == 1,
        }
}

/// Lets a stream's own thread wait before it takes tasks.
pub(super) fn delay_worker() -> Option<Duration> {
    if !hooks::on() {
        return None;
    }
    match *config::SCHEDULE.get() {
        Schedule::Eager | Schedule::Async => None,
        Schedule::Late => Some(LATE),
        Schedule::Random(seed) => Some(Duration::from_micros(random(seed) % LONGEST)),
    }
}

/// Returns the next number of a sequence that the seed chooses.
fn random(seed: u64) -> u64 {
    static DRAWN: AtomicU64 = AtomicU64::new(0);
    let drawn = DRAWN.fetch_add(1, Ordering::Relaxed);
    // SplitMix64.
    let mut mixed = seed.wrapping_add(drawn.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
