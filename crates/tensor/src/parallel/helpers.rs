//! Threads that help the one that calls.
//!
//! A helper has a seat, one word that says whether it waits for work. While calls follow each other it stays there and looks at the word: handing work over is
//! an exchange of that word, some tenths of a microsecond. After [`PATIENCE`] without work it leaves the seat to the pool's own sleep, from which waking takes
//! tens of microseconds. Where threads share processors no helper looks at words: that would take the time of those that work.

use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

use hostnpu_base::sync::lock;

use super::job::Job;
use super::placement::Placement;

/// Time for which helpers wait for more work before they end: a process whose main thread ends by itself ends after that time.
const IDLE: Duration = Duration::from_millis(500);

/// Time for which a helper looks for more work before it sleeps.
const PATIENCE: Duration = Duration::from_micros(200);

/// Looks between two questions for the time: some microseconds.
const LOOKS_A_TIME: usize = 64;

/// A thread that gave its processor away and got it back later than this shares it with another one.
const SHARED: Duration = Duration::from_micros(200);

/// Time for which helpers sleep at once after they have seen that processors are shared.
const CAUTION: Duration = Duration::from_millis(5);

/// Number of times that the owner of a job looks for its end before it sleeps: for about as long as waking it would take.
const LOOKS_FOR_END: usize = 4000;

/// The same where processors are shared.
const LOOKS_FOR_END_SHARED: usize = 50;

/// The helpers of one process.
///
/// A forked child has a copy of them, and none of the threads: it makes its own, and never touches the parent's, whose lock some
/// thread may have held.
pub(super) struct Helpers {
    process: u32,
    seats: Box<[Seat]>,
    started: Mutex<Option<Started>>,
    placement: Placement,
    /// Number of times that helpers were asked for.
    uses: AtomicU64,
    /// True if there are more threads than processors.
    crowded: AtomicBool,
    /// Nanoseconds after `birth` until which helpers sleep at once.
    cautious_until: AtomicU64,
    /// Nanoseconds after `birth` at which a short call found no helper waiting.
    last_short: AtomicU64,
    birth: Instant,
    ending: Mutex<()>,
    /// The last user of some job is gone, and its owner sleeps.
    ended: Condvar,
}

/// One thread fewer than those that compute, or none where they could not be started.
type Started = Option<Arc<ThreadPool>>;

static HELPERS: AtomicPtr<Helpers> = AtomicPtr::new(null_mut());

/// Helpers that a call takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Summons {
    /// Those that wait, and others that have to be woken.
    Wake,
    /// Those that wait; others only if a call of this kind was made just before, so that more are likely to follow.
    IfBusy,
}

impl Helpers {
    /// Those of this process, `count` of them; they live as long as it.
    pub fn get(count: usize) -> &'static Self {
        let process = std::process::id();
        loop {
            let known = HELPERS.load(Ordering::Acquire);
            // SAFETY: what is stored there is never freed.
            match unsafe { known.as_ref() } {
                Some(helpers) if helpers.process == process => return helpers,
                _ => {
                    let helpers = Box::into_raw(Box::new(Self::new(process, count)));
                    let stored = HELPERS.compare_exchange(
                        known,
                        helpers,
                        Ordering::AcqRel,
                        Ordering::Relaxed,
                    );
                    if stored.is_err() {
                        // SAFETY: it was made above, and no other thread has seen it.
                        drop(unsafe { Box::from_raw(helpers) });
                    }
                }
            }
        }
    }

    fn new(process: u32, count: usize) -> Self {
        Self {
            process,
            seats: (0..count).map(|_| Seat::default()).collect(),
            started: Mutex::new(None),
            placement: Placement::new(),
            uses: AtomicU64::new(0),
            crowded: AtomicBool::new(false),
            cautious_until: AtomicU64::new(0),
            last_short: AtomicU64::new(0),
            birth: Instant::now(),
            ending: Mutex::new(()),
            ended: Condvar::new(),
        }
    }

    /// Gives `job` to at most `most` helpers. Seats below `reach` may have it.
    pub fn give(&'static self, job: &Job, most: usize, summons: Summons, reach: &Cell<usize>) {
        self.uses.fetch_add(1, Ordering::Relaxed);
        let mut most = most.min(self.seats.len());
        for (k, seat) in self.seats.iter().enumerate() {
            if most == 0 {
                return;
            }
            if seat.give(job, WAITING) {
                reach.set(k + 1);
                most -= 1;
            }
        }
        if most == 0 || summons == Summons::IfBusy && !self.is_busy() {
            return;
        }
        self.placement.avoid_this_processor();
        let Some(pool) = self.pool() else {
            return;
        };
        for (k, seat) in self.seats.iter().enumerate() {
            if most == 0 {
                return;
            }
            if seat.give(job, ABSENT) {
                reach.set(reach.get().max(k + 1));
                most -= 1;
                pool.spawn(move || self.serve(seat, k + 1));
            }
        }
    }

    /// Takes `job` back from the seats that have it still, and waits until no helper uses it.
    pub fn end(&self, job: &Job, reach: usize) {
        for seat in &self.seats[..reach] {
            if seat.take_back(job) {
                job.forget_user();
            }
        }
        for look in 0..LOOKS_FOR_END {
            if job.is_unused() {
                return;
            }
            if look == LOOKS_FOR_END_SHARED && self.is_shared() {
                break;
            }
            std::hint::spin_loop();
        }
        // Not by parking: a thread whose destructors run has no `thread::current` any more.
        let mut ending = lock(&self.ending);
        job.announce_sleep();
        while !job.is_unused() {
            ending = self
                .ended
                .wait(ending)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Works for the threads that give work to the seat, until none does.
    fn serve(&self, seat: &Seat, lane: usize) {
        loop {
            while let Some(job) = seat.take() {
                // SAFETY: this thread is a user of the job, which lives until it says that it is none any more.
                let panic = unsafe { job.as_ref() }.run(lane);
                // Before the owner knows: its next call finds the helper waiting.
                seat.wait();
                // SAFETY: as above; the last use.
                if unsafe { Job::end_use(job, panic) } {
                    drop(lock(&self.ending));
                    self.ended.notify_all();
                }
            }
            if !self.is_given_more(seat) && seat.leave() {
                return;
            }
        }
    }

    /// Looks for work until there is some, or for no longer than is right.
    fn is_given_more(&self, seat: &Seat) -> bool {
        if self.is_shared() {
            return false;
        }
        let start = Instant::now();
        let mut now = start;
        while now - start < PATIENCE {
            for _ in 0..LOOKS_A_TIME {
                if seat.has_job() {
                    return true;
                }
                std::hint::spin_loop();
            }
            let before = Instant::now();
            thread::yield_now();
            now = Instant::now();
            if now - before > SHARED {
                let until = (now - self.birth + CAUTION).as_nanos() as u64;
                self.cautious_until.store(until, Ordering::Relaxed);
                return seat.has_job();
            }
        }
        false
    }

    /// True if other threads want the processors of those that compute.
    fn is_shared(&self) -> bool {
        if self.crowded.load(Ordering::Relaxed) {
            return true;
        }
        let until = self.cautious_until.load(Ordering::Relaxed);
        until > 0 && (self.now() < until || self.end_caution(until))
    }

    /// So that later calls do not ask for the time.
    #[cold]
    fn end_caution(&self, until: u64) -> bool {
        let _ =
            self.cautious_until
                .compare_exchange(until, 0, Ordering::Relaxed, Ordering::Relaxed);
        false
    }

    /// True if a short call has found no helper waiting shortly before.
    fn is_busy(&self) -> bool {
        let now = self.now();
        let last = self.last_short.swap(now, Ordering::Relaxed);
        last > 0 && now.saturating_sub(last) < PATIENCE.as_nanos() as u64 && !self.is_shared()
    }

    fn now(&self) -> u64 {
        self.birth.elapsed().as_nanos() as u64
    }

    /// Starts the threads if there are none.
    fn pool(&'static self) -> Started {
        let started = &mut *lock(&self.started);
        let start = || {
            let threads = self.seats.len();
            let processors = thread::available_parallelism().map_or(1, usize::from);
            self.crowded.store(threads >= processors, Ordering::Relaxed);
            let pool = ThreadPoolBuilder::new()
                .num_threads(threads)
                .thread_name(|i| format!("hostnpu-{i}"))
                .start_handler(|_| self.placement.add_helper())
                .build()
                .inspect_err(|error| log::warn!("computing on one thread only: {error}"));
            let pool = pool.ok().map(Arc::new);
            if pool.is_some() {
                let end = thread::Builder::new().name("hostnpu-idle".into());
                // Without it they stay.
                let _ = end.spawn(|| self.end_when_idle());
            }
            pool
        };
        started.get_or_insert_with(start).clone()
    }

    /// Ends them when they were idle for a while.
    fn end_when_idle(&self) {
        let mut uses = self.uses.load(Ordering::Relaxed);
        loop {
            thread::sleep(IDLE);
            let started = &mut *lock(&self.started);
            let now = self.uses.load(Ordering::Relaxed);
            let is_in_use = self.seats.iter().any(|seat| !seat.is_empty());
            if now == uses && !is_in_use {
                self.placement.clear();
                *started = None;
                return;
            }
            uses = now;
        }
    }
}

/// There is no helper.
const ABSENT: *mut Job = null_mut();
/// A helper looks for work. No job has this address, nor the next one: they are aligned.
const WAITING: *mut Job = std::ptr::without_provenance_mut(1);
/// A helper works.
const WORKS: *mut Job = std::ptr::without_provenance_mut(2);

/// Seat of a helper that waits, in lines of the cache of its own: one of the states above, or a job that it has not taken yet.
#[repr(align(128))]
#[derive(Default)]
struct Seat(AtomicPtr<Job>);

impl Seat {
    /// Gives it a job if it is in `state`.
    fn give(&self, job: &Job, state: *mut Job) -> bool {
        // A look first: an exchange that fails takes the line from the helper.
        if self.0.load(Ordering::Relaxed) != state {
            return false;
        }
        job.expect_user();
        let address = std::ptr::from_ref(job).cast_mut();
        let given = self
            .0
            .compare_exchange(state, address, Ordering::AcqRel, Ordering::Relaxed);
        if given.is_err() {
            job.forget_user();
        }
        given.is_ok()
    }

    /// Takes a job back that no helper has begun.
    fn take_back(&self, job: &Job) -> bool {
        let address = std::ptr::from_ref(job).cast_mut();
        self.0.load(Ordering::Relaxed) == address
            && self
                .0
                .compare_exchange(address, WAITING, Ordering::AcqRel, Ordering::Relaxed)
                .is_ok()
    }

    fn has_job(&self) -> bool {
        let state = self.0.load(Ordering::Relaxed);
        state != WAITING && state != WORKS && state != ABSENT
    }

    /// The job of the seat, to which the caller is a user now. It is looked at only then: before, its owner may take it back, and be gone.
    fn take(&self) -> Option<std::ptr::NonNull<Job>> {
        let job = self.0.load(Ordering::Relaxed);
        if !self.has_job() {
            return None;
        }
        let taken = self
            .0
            .compare_exchange(job, WORKS, Ordering::AcqRel, Ordering::Relaxed);
        taken.ok().and_then(std::ptr::NonNull::new)
    }

    fn wait(&self) {
        self.0.store(WAITING, Ordering::Release);
    }

    /// Leaves, unless there is a job by now.
    fn leave(&self) -> bool {
        self.0
            .compare_exchange(WAITING, ABSENT, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok()
    }

    fn is_empty(&self) -> bool {
        self.0.load(Ordering::Relaxed) == ABSENT
    }
}
